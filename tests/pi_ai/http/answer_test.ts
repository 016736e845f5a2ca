import { assertEquals } from "@std/assert";
import { userAgent } from "../../../runtime/attribution.ts";
import { play } from "./_play.ts";
import { API_KEY, reach } from "./_reach.ts";
import { WIRES } from "./_wires.ts";

for (const wire of WIRES) {
  const { api } = wire;

  Deno.test(`PiAiAdapter tells of thinking, text and a call by ${api}`, async () => {
    const pieces = wire.frames({
      reasoning: ["Let me", " look"],
      text: ["Here ", "it is"],
      calls: [{ id: "call_1", name: "list", arguments: ['{"path"', ':"/"}'] }],
      usage: wire.usage,
    });
    await using server = play({ pieces });

    const { blocks, finish } = await reach(api, server.url).ask();

    assertEquals(finish, { kind: "tool-calls" });
    assertEquals(blocks as unknown[], [
      { type: "reasoning", text: "Let me look" },
      { type: "text", text: "Here it is" },
      {
        type: "tool-call",
        id: "call_1",
        name: "list",
        arguments: '{"path":"/"}',
      },
    ]);
  });

  Deno.test(`PiAiAdapter counts each token once by ${api}`, async () => {
    const pieces = wire.frames({ text: ["Hi"], usage: wire.usage });
    await using server = play({ pieces });

    const { usage } = await reach(api, server.url).ask();

    assertEquals(usage, {
      inputTokens: 5,
      outputTokens: 9,
      cacheReadTokens: 12,
      cacheWriteTokens: 3,
      reasoningTokens: 4,
    });
  });

  Deno.test(`PiAiAdapter tells what an answer is called by ${api}`, async () => {
    const pieces = wire.frames({ text: ["Hi"] });
    const headers = {
      "content-type": "text/event-stream",
      "x-request-id": "req_7",
    };
    await using server = play({ pieces, headers });

    const { facts } = await reach(api, server.url).ask();

    assertEquals(facts?.status, 200);
    assertEquals(facts?.requestId as string, "req_7");
    assertEquals(facts?.responseId, wire.responseId);
    assertEquals(facts?.rawFinishReason, wire.finish);
  });

  Deno.test(`PiAiAdapter brings each piece as it comes by ${api}`, async () => {
    const text = ["One", " two", " three", " four"];
    await using server = play({ pieces: wire.frames({ text }) });

    const { chunks } = await reach(api, server.url).ask();

    assertEquals(
      chunks.flatMap((chunk) => chunk.type === "text-delta" ? chunk.text : []),
      text,
    );
  });

  Deno.test(`PiAiAdapter reads an answer that comes byte by byte by ${api}`, async () => {
    const whole = wire.frames({ text: ["你好 🌍"], reasoning: ["é"] }).join("");
    const bytes = new TextEncoder().encode(whole);
    await using server = play({
      pieces: Array.from(bytes, (byte) => Uint8Array.of(byte)),
    });

    const { blocks, finish } = await reach(api, server.url).ask();

    assertEquals(finish, { kind: "stop" });
    assertEquals(blocks, [
      { type: "reasoning", text: "é" },
      { type: "text", text: "你好 🌍" },
    ]);
  });

  Deno.test(`PiAiAdapter reads an answer that comes in one piece by ${api}`, async () => {
    const whole = wire.frames({ text: ["Hel", "lo"] }).join("");
    await using server = play({ pieces: [whole] });

    const { blocks } = await reach(api, server.url).ask();

    assertEquals(blocks, [{ type: "text", text: "Hello" }]);
  });

  Deno.test(`PiAiAdapter takes comments and Windows' line ends by ${api}`, async () => {
    const pieces = wire.frames({ text: ["Hello"] })
      .map((piece) => `: keep-alive\n\n${piece}`.replaceAll("\n", "\r\n"));
    await using server = play({ pieces });

    const { blocks, finish } = await reach(api, server.url).ask();

    assertEquals(finish, { kind: "stop" });
    assertEquals(blocks, [{ type: "text", text: "Hello" }]);
  });

  Deno.test(`PiAiAdapter reads an answer that is compressed all the same by ${api}`, async () => {
    const plain = new Blob(wire.frames({ text: ["Hello"] })).stream();
    const packed = plain.pipeThrough(new CompressionStream("gzip"));
    await using server = play({
      headers: {
        "content-type": "text/event-stream",
        "content-encoding": "gzip",
      },
      pieces: [new Uint8Array(await new Response(packed).arrayBuffer())],
    });

    const { blocks } = await reach(api, server.url).ask();

    assertEquals(blocks, [{ type: "text", text: "Hello" }]);
  });

  Deno.test(`PiAiAdapter reads an answer of one long line by ${api}`, async () => {
    const text = "x".repeat(1024 * 1024);
    const bytes = new TextEncoder().encode(
      wire.frames({ text: [text] }).join(""),
    );
    const size = 16 * 1024;
    await using server = play({
      pieces: Array.from(
        { length: Math.ceil(bytes.length / size) },
        (_, k) => bytes.slice(k * size, (k + 1) * size),
      ),
    });

    const { blocks } = await reach(api, server.url).ask();

    assertEquals(blocks, [{ type: "text", text }]);
  });

  Deno.test(`PiAiAdapter ends with the answer and not with the connection by ${api}`, async () => {
    const pieces = wire.frames({ text: ["Hello"] });
    await using server = play({ pieces, end: "silence" });

    const { finish } = await reach(api, server.url).ask();
    await server.left;

    assertEquals(finish, { kind: "stop" });
  });

  Deno.test(`PiAiAdapter calls an answer cut by the limit so by ${api}`, async () => {
    const pieces = wire.frames({ text: ["Hello"], finish: wire.length });
    await using server = play({ pieces });

    const { blocks, finish } = await reach(api, server.url).ask();

    assertEquals(finish, { kind: "max-tokens" });
    assertEquals(blocks, [{ type: "text", text: "Hello" }]);
  });

  Deno.test(`PiAiAdapter sends one request, with the key and its name, by ${api}`, async () => {
    await using server = play({ pieces: wire.frames({ text: ["Hi"] }) });
    const headers = { "x-team": "blue" };

    await reach(api, server.url, { headers }).ask();

    const [name, before] = wire.key;
    assertEquals(server.got.map(({ path }) => path), [wire.path]);
    const sent = { ...server.got[0]!.headers };
    for (const usual of USUAL_HEADERS) delete sent[usual];
    assertEquals(sent, {
      [name]: `${before}${API_KEY}`,
      "accept-encoding": "identity",
      "user-agent": userAgent(),
      "x-team": "blue",
      ...wire.headers,
    });
  });

  Deno.test(`PiAiAdapter sends no key where none is configured by ${api}`, async () => {
    await using server = play({ pieces: wire.frames({ text: ["Hi"] }) });

    await reach(api, server.url, { apiKey: undefined }).ask();

    assertEquals(server.got[0]!.headers[wire.key[0]], undefined);
  });
}

// What any HTTP client sends.
const USUAL_HEADERS = [
  "accept",
  "accept-language",
  "content-length",
  "content-type",
  "host",
];
