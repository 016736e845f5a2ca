import { assertEquals, assertExists } from "@std/assert";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import { toResponse } from "../../runtime/wire/to_response.ts";
import { textChunks } from "../../testing/chunks.ts";
import { scriptedAdapter } from "../../testing/scripted_adapter.ts";
import { makeProject, readProgram, ROOT, TARBALL } from "./project.ts";

/** The import map in README.md. */
function readImportMap(): string {
  const readme = Deno.readTextFileSync(new URL("README.md", ROOT));
  const [, map] = readme.match(/<script type="importmap">(.*?)<\/script>/s) ??
    [];
  assertExists(map);
  return map;
}

function answer(): Response {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["a"], scriptedAdapter([textChunks("Hello there")]));
  return toResponse(
    runtime.stream({ provider: "a", model: "any", messages: [] }),
  );
}

Deno.test("the import map in README.md is all that modules need to load from a server", async () => {
  using project = makeProject();
  await project.install(TARBALL);
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === "/answer") return answer();
      if (pathname === "/map.json") return new Response(readImportMap());
      const code = pathname === "/page.mjs"
        ? readProgram("page.mjs")
        : await Deno.readTextFile(`${project.path}${pathname}`);
      return new Response(code, {
        headers: { "content-type": "text/javascript" },
      });
    },
  );
  const address = `127.0.0.1:${server.addr.port}`;

  const printed = await project.output(
    "deno",
    "run",
    "--no-config",
    "--reload",
    `--import-map=http://${address}/map.json`,
    `--allow-import=${address}`,
    `--allow-net=${address}`,
    `http://${address}/page.mjs`,
  );

  assertEquals(printed, "Hello there\n");
});

Deno.test("the import map in README.md names files of the package alone", async () => {
  using project = makeProject();
  await project.install(TARBALL);
  const { imports } = JSON.parse(readImportMap());

  const missing: string[] = [];
  for (const path of Object.values<string>(imports)) {
    await Deno.stat(`${project.path}${path}`).catch(() => missing.push(path));
  }

  assertEquals(missing, []);
});
