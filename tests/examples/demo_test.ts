// Each test runs the demo as a user does, in a process of its own.
import {
  assert,
  assertEquals,
  assertFalse,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { assertNever, type StreamChunk } from "../../mod.ts";
import { mockDeepSeek } from "../../testing/mod.ts";

const SCRIPT = new URL("../../examples/demo.ts", import.meta.url).href;
const ESCAPE = "\x1b";

Deno.test("demo streams reasoning, text and a tool call, then the message", async () => {
  const { code, stdout, stderr } = await run([]);

  assertEquals(stderr, "");
  assertEquals(code, 0);
  const [live = "", summary = ""] = stdout.split("usage ");
  assertStringIncludes(live, "What should I pack for three days in Lisbon?");
  assertStringIncludes(live, "thinking  What to pack depends on the weather.");
  assertStringIncludes(live, "Comfortable shoes come first");
  assertStringIncludes(
    live,
    'get_forecast {"city":"Lisbon","days":3,"units":"metric"}',
  );
  assertMatch(summary, /^20 \+ 192 cached in, 96 \(41 reasoning\) out/);
  assertMatch(summary, /first token after \d+ ms/);
  assertStringIncludes(summary, "Message (tool-calls)");
  assertMatch(summary, /tool-call +get_forecast \{"city":"Lisbon"/);
});

Deno.test("demo masks e-mail addresses in what it shows", async () => {
  const { stdout } = await run([]);

  assert(!stdout.includes("ana@example.com"));
  assertEquals(stdout.split("[e-mail address]").length - 1, 2);
  assertStringIncludes(stdout, "1 masked");
});

Deno.test("demo writes no escape codes into a pipe", async () => {
  const { stdout } = await run([]);

  assert(!stdout.includes(ESCAPE));
});

Deno.test("demo --json prints chunks as lines, and nothing else", async () => {
  const { code, stdout, stderr } = await run(["--json", "Hello"]);

  assertEquals(code, 0);
  assertEquals(stderr, "");
  const chunks: StreamChunk[] = stdout.trimEnd().split("\n")
    .map((line) => JSON.parse(line));
  for (const chunk of chunks) assertKnown(chunk);
  assertEquals(chunks.at(-1), {
    type: "finish",
    reason: { kind: "tool-calls" },
  });
});

Deno.test("demo --effort off asks for no reasoning", async () => {
  const { stdout } = await run(["--json", "--effort", "off"]);

  assertStringIncludes(stdout, '"type":"text-delta"');
  assert(!stdout.includes('"type":"reasoning-delta"'));
});

Deno.test("demo --help prints how to use it", async () => {
  const { code, stdout } = await run(["--help"]);

  assertEquals(code, 0);
  assertStringIncludes(stdout, "--base-url <url>");
});

Deno.test("demo refuses an unknown option with one line and code 2", async () => {
  const { code, stdout, stderr } = await run(["--nope"]);

  assertEquals(code, 2);
  assertEquals(stdout, "");
  assertMatch(stderr, /^demo: [^\n]*--nope[^\n]*\n$/);
});

Deno.test("demo ends with code 1 when the call fails", async () => {
  // A server of ours that is already gone: its port refuses connections.
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(),
  );
  await server.shutdown();
  const url = `http://127.0.0.1:${server.addr.port}`;

  const { code, stderr } = await run(["--base-url", url]);

  assertEquals(code, 1);
  assertMatch(
    stderr,
    /^demo: TRANSPORT: [^\n]+ \(check the network and --base-url\)\n$/,
  );
});

Deno.test("demo names the variable that holds a key the server refuses", async () => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    mockDeepSeek(undefined, { apiKey: "another" }),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;

  const { code, stderr } = await run(["--base-url", url], "sk-nonsense");

  assertEquals(code, 1);
  assertMatch(
    stderr,
    /^demo: AUTH: [^\n]+ \(check DEEPSEEK_API_KEY[^\n]+\)\n$/,
  );
  assertFalse(stderr.includes("sk-nonsense"));
});

Deno.test("demo tells how to reach a server that Deno denies it", async () => {
  const { code, stdout, stderr } = await run([
    "--base-url",
    "https://llm.invalid/v1",
  ]);

  assertEquals(code, 2);
  assertEquals(stdout, "");
  assertMatch(stderr, /^demo: Cannot reach "llm\.invalid": [^\n]+\n$/);
});

Deno.test("demo stops on SIGINT and prints what came so far", async () => {
  const child = spawn([]);
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let stdout = "";
  while (!stdout.includes("Comfortable shoes come")) {
    const { value, done } = await reader.read();
    if (done) break;
    stdout += value;
  }

  child.kill("SIGINT");

  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    stdout += value;
  }
  const { code } = await child.status;
  assertEquals(await new Response(child.stderr).text(), "");
  assertEquals(code, 130);
  const [, summary = ""] = stdout.split("Interrupted message (aborted)");
  assertStringIncludes(summary, "Comfortable shoes come");
  assert(!summary.includes("get_forecast"));
});

Deno.test("demo --json ends with an aborted finish on SIGINT", async () => {
  const child = spawn(["--json"]);
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let stdout = (await reader.read()).value ?? "";

  child.kill("SIGINT");

  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    stdout += value;
  }
  const { code } = await child.status;
  await child.stderr.cancel();
  assertEquals(code, 130);
  const last = JSON.parse(stdout.trimEnd().split("\n").at(-1)!);
  assertEquals(last.reason.kind, "aborted");
});

Deno.test("demo ends in silence when nobody reads on", async () => {
  const child = spawn(["--json"]);
  const reader = child.stdout.getReader();
  await reader.read();

  await reader.cancel();

  const { code } = await child.status;
  assertEquals(await new Response(child.stderr).text(), "");
  assertEquals(code, 0);
});

interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

// Whoever runs the tests may have a key: it is not for them.
function spawn(args: string[], apiKey = ""): Deno.ChildProcess {
  return new Deno.Command("deno", {
    args: [
      "run",
      "--quiet",
      "--no-lock",
      "--no-prompt",
      "--allow-net=127.0.0.1,localhost,api.deepseek.com",
      "--allow-env=DEEPSEEK_API_KEY",
      SCRIPT,
      ...args,
    ],
    env: { DEEPSEEK_API_KEY: apiKey },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function run(args: string[], apiKey?: string): Promise<Result> {
  const output = await spawn(args, apiKey).output();
  const decoder = new TextDecoder();
  return {
    code: output.code,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}

function assertKnown(chunk: StreamChunk): void {
  switch (chunk.type) {
    case "block-start":
    case "text-delta":
    case "reasoning-delta":
    case "tool-call-delta":
    case "block-end":
    case "usage":
    case "finish":
      return;
    default:
      assertNever(chunk);
  }
}
