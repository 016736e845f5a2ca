import {
  assertEquals,
  assertExists,
  assertFalse,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { assemble } from "../../mod.ts";
import { connect } from "../../runtime/wire/mod.ts";
import { BUN, WORKERD } from "../npm_packages.ts";
import { makeProject, type Project, ROOT } from "./project.ts";

const CHAT = new URL("examples/edge_chat/", ROOT);

/** The programs of a worker, as they were built. */
async function build(project: Project): Promise<void> {
  const config = Deno.readTextFileSync(new URL("workerd.capnp", CHAT));
  project.write("workerd.capnp", config);
  const program = new URL("build.ts", CHAT).pathname;
  await project.output("deno", "run", "-A", program, `${project.path}/out`);
}

/** Starts a server, and waits for the line that tells its port. */
async function start(
  { path }: Project,
  [command, ...args]: readonly string[],
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = new Deno.Command(command!, {
    args,
    cwd: path,
    env: { PORT: "0", DEEPSEEK_API_KEY: "" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const lines = server.stdout.pipeThrough(new TextDecoderStream());
  let text = "";
  for await (const part of lines) {
    text += part;
    if (text.includes("\n")) break;
  }
  const [, port] = text.match(/(?:127\.0\.0\.1:|"port":)(\d+)/) ?? [];
  assertExists(port, text);
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function begin(url: string, text: string): Promise<string> {
  const response = await fetch(`${url}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      messages: [{ role: "user", content: [{ type: "text", text }] }],
    }),
  });
  const { id } = await response.json();
  return `${url}/chat/${id}`;
}

/** Reads part of a body, and leaves. */
async function readPart(response: Response): Promise<Response> {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new Response(value, response);
}

/** Asks for the page, or begins an answer, by another name for the server. */
async function callBy(
  host: string,
  url: string,
  start = "GET /",
): Promise<string> {
  using connection = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(url).port),
  });
  await connection.write(new TextEncoder().encode(
    `${start} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n` +
      "content-length: 0\r\n\r\n",
  ));
  return await new Response(connection.readable).text();
}

const RUNTIMES: Record<string, [install: string[], command: string[]]> = {
  "Node": [[], ["node", "out/serve_node.js"]],
  "Bun": [[BUN], ["node_modules/.bin/bun", "out/serve_bun.js"]],
  "workerd": [[WORKERD], [
    "node_modules/.bin/workerd",
    "serve",
    "workerd.capnp",
    "--control-fd=1",
    "--socket-addr=http=127.0.0.1:0",
  ]],
};

for (const [name, [packages, command]] of Object.entries(RUNTIMES)) {
  Deno.test(`examples/edge_chat serves its page, and resumes and stops answers, in ${name}`, async () => {
    using project = makeProject();
    await build(project);
    if (packages.length > 0) await project.install(...packages);
    await using server = await start(project, command);
    const { url } = server;

    const page = await fetch(url);
    const program = await fetch(`${url}/page.js`);
    let connections = 0;
    const whole = await assemble(connect(await begin(url, "Use a tool"), {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        return connections++ > 0 ? response : await readPart(response);
      },
      random: () => 0,
    }));
    const stopping = new AbortController();
    const long = await begin(url, "Something long");
    const stopped = await assemble(connect(long, {
      signal: stopping.signal,
      onState: (state) => state === "open" && stopping.abort(),
    }));
    const kept = await assemble(connect(long));
    const refused = await fetch(`${url}/chat`, {
      method: "POST",
      headers: { origin: "https://evil.example" },
      body: "x".repeat(300_000),
    });
    const pointed = await callBy("evil.example", url, "POST /chat");
    const nameless = await callBy("a b", url);

    assertStringIncludes(await page.text(), 'id="question"');
    assertStringIncludes(await program.text(), "last-event-id");
    assertEquals(connections, 2);
    assertEquals(whole.finish.kind, "tool-calls");
    assertEquals(
      whole.blocks().map(({ type }) => type),
      ["reasoning", "text", "tool-call"],
    );
    assertEquals(stopped.finish.kind, "aborted");
    assertEquals(kept.finish.kind, "aborted");
    assertEquals(refused.status, 403);
    await refused.body?.cancel();
    assertMatch(pointed, /^HTTP\/1\.1 403 .*HOSTS/s);
    assertMatch(nameless, /^HTTP\/1\.1 400 .*"Cannot serve request: its /s);
    // Neither the program nor where it is.
    assertFalse(/serve_|worker|\/out\/| at /.test(nameless), nameless);
  });
}
