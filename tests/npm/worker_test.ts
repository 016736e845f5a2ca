import { assertEquals, assertStringIncludes } from "@std/assert";
import { ESBUILD, WORKERD } from "../npm_packages.ts";
import { makeProject, type Project, readProgram, TARBALL } from "./project.ts";

/** The first line of a stream, which is then left alone. */
async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0]!;
}

/** A worker that runs `worker.mjs`, and where. */
interface Worker extends AsyncDisposable {
  readonly url: string;
}

async function startWorker(project: Project): Promise<Worker> {
  for (const name of ["worker.mjs", "worker.capnp"]) {
    project.write(name, readProgram(name));
  }
  await project.install(TARBALL, ESBUILD, WORKERD);
  await project.output(
    "node_modules/.bin/esbuild",
    "worker.mjs",
    "--bundle",
    "--format=esm",
    "--outfile=bundle.js",
  );
  const process = new Deno.Command("node_modules/.bin/workerd", {
    args: ["serve", "worker.capnp", "--control-fd=1"],
    cwd: project.path,
    stdout: "piped",
  }).spawn();
  const { port } = JSON.parse(await firstLine(process.stdout));
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}

Deno.test("a worker in workerd answers with the package in one bundle", async () => {
  using project = makeProject();
  await using worker = await startWorker(project);

  const response = await fetch(worker.url);
  const events = await response.text();

  assertEquals(
    response.headers.get("content-type"),
    "text/event-stream; charset=utf-8",
  );
  assertStringIncludes(events, '"Hello"');
  assertStringIncludes(events, '"type":"finish"');
});

Deno.test("a worker in workerd stops the call of a client that goes away", async () => {
  using project = makeProject();
  await using worker = await startWorker(project);

  const response = await fetch(`${worker.url}/endless`);
  const line = await firstLine(response.body!);
  let stopped = "false";
  while (stopped === "false") {
    stopped = await (await fetch(`${worker.url}/stopped`)).text();
  }

  assertStringIncludes(line, '"block-start"');
  assertEquals(stopped, "true");
});
