import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeProject, readProgram, TARBALL } from "./project.ts";

/** The first line of a stream, which is then left alone. */
async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0]!;
}

Deno.test("a worker in workerd answers with the package in one bundle", async () => {
  using project = makeProject({
    "worker.mjs": readProgram("worker.mjs"),
    "worker.capnp": readProgram("worker.capnp"),
  });
  await project.install(TARBALL, "esbuild@0.28", "workerd@1.20261117.1");
  await project.output(
    "node_modules/.bin/esbuild",
    "worker.mjs",
    "--bundle",
    "--format=esm",
    "--outfile=bundle.js",
  );

  await using workerd = new Deno.Command("node_modules/.bin/workerd", {
    args: ["serve", "worker.capnp", "--control-fd=1"],
    cwd: project.path,
    stdout: "piped",
  }).spawn();
  const { port } = JSON.parse(await firstLine(workerd.stdout));
  const response = await fetch(`http://127.0.0.1:${port}`);

  assertEquals(
    response.headers.get("content-type"),
    "text/event-stream; charset=utf-8",
  );
  const events = await response.text();
  assertStringIncludes(events, '"Hello"');
  assertStringIncludes(events, '"type":"finish"');
});
