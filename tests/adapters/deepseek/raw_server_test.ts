// Answers that no HTTP library would send, through a runtime.
import { assertEquals } from "@std/assert";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import {
  type ChunkStream,
  createUserMessage,
  type StreamChunk,
} from "../../../message.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { API_KEY } from "./_call.ts";
import { type RawExchange, serveRaw } from "./_raw_server.ts";
import { answer, delta, events, finishOf } from "./_wire.ts";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
const part = events(delta({ content: "Hello" }));
const whole = answer(delta({ content: "Hello" }), delta({}, "stop"));

function ask(baseURL: string, signal?: AbortSignal): ChunkStream {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(
    ["ds"],
    new DeepSeekAdapter({ apiKey: API_KEY, baseURL }),
  );
  return runtime.stream({
    provider: "ds",
    model: "m",
    messages: [createUserMessage({ content: "Hi" })],
    signal,
  });
}

/** What a response came to: its text, then how it ended. */
function outcome(chunks: readonly StreamChunk[]): string {
  const reason = finishOf(chunks);
  const end = reason?.kind === "error" ? reason.failure.code : reason?.kind;
  const texts = chunks.map((chunk) =>
    chunk.type === "text-delta" ? `${chunk.text} ` : ""
  );
  return texts.join("") + end;
}

/** One chunk of a chunked body. */
function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

async function compressed(text: string, format: CompressionFormat) {
  const body = new Blob([text]).stream()
    .pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(body).arrayBuffer());
}

const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;
const many = events(...Array(500).fill(delta({ reasoning_content: "Hm" })));

const ANSWERS: [
  what: string,
  pieces: readonly (string | Uint8Array)[],
  outcome: string,
][] = [
  ["nothing", [], "TRANSPORT"],
  ["no HTTP", ["!!! garbage\r\n\r\n"], "TRANSPORT"],
  ["half a status line", ["HTTP/1.1 20"], "TRANSPORT"],
  ["headers without end", [HEAD], "TRANSPORT"],
  [
    "headers longer than anybody reads",
    [`${HEAD}x-a: ${"a".repeat(1_000_000)}`],
    "TRANSPORT",
  ],
  ["two lengths", [
    `${HEAD}content-length: 5\r\ncontent-length: 7\r\n\r\n`,
    whole,
  ], "TRANSPORT"],
  ["a negative length", [`${HEAD}content-length: -5\r\n\r\n`], "TRANSPORT"],
  [
    "headers in single bytes",
    [...HEAD, "\r\n", whole],
    "Hello stop",
  ],
  [
    "interim answers first",
    ["HTTP/1.1 100 Continue\r\n\r\n", `${HEAD}\r\n`, whole],
    "Hello stop",
  ],
  ["HTTP/1.0", ["HTTP/1.0 200 OK\r\n\r\n", whole], "Hello stop"],
  [
    "HTTP/1.0 and closes early",
    ["HTTP/1.0 200 OK\r\n\r\n", part],
    "Hello STREAM_CLOSED",
  ],
  ["no body", ["HTTP/1.1 204 No Content\r\n\r\n"], "STREAM_CLOSED"],
  [
    "a length that is too long",
    [`${HEAD}content-length: 10000\r\n\r\n`, part],
    "Hello TRANSPORT",
  ],
  [
    "a length that is too short",
    [`${HEAD}content-length: ${part.length}\r\n\r\n`, whole],
    "Hello STREAM_CLOSED",
  ],
  [
    "a chunk that is cut",
    [CHUNKED, chunked(part), "ff\r\ndata: "],
    "Hello TRANSPORT",
  ],
  [
    "a chunk whose size is cut",
    [CHUNKED, chunked(part), "1"],
    "Hello TRANSPORT",
  ],
  [
    "a chunk of no size",
    [CHUNKED, chunked(part), "zz\r\n"],
    "Hello TRANSPORT",
  ],
  ["chunks without the last", [CHUNKED, chunked(part)], "Hello TRANSPORT"],
  [
    "chunks with the last",
    [CHUNKED, chunked(part), chunked("")],
    "Hello STREAM_CLOSED",
  ],
  [
    "a refusal that is cut",
    [
      "HTTP/1.1 503 Busy\r\ncontent-length: 1000\r\n\r\n",
      '{"error":{"message":"Busy"}}',
    ],
    "SERVER",
  ],
  [
    "plain bytes under the name of gzip",
    [`${HEAD}content-encoding: gzip\r\n\r\n`, whole],
    "Hello stop",
  ],
  [
    "no gzip under its name",
    [
      `${HEAD}content-encoding: gzip\r\n\r\n`,
      new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ],
    "TRANSPORT",
  ],
  [
    "gzip",
    [
      `${HEAD}content-encoding: gzip\r\n\r\n`,
      await compressed(many + whole, "gzip"),
    ],
    "Hello stop",
  ],
  [
    "gzip that is cut",
    [
      `${HEAD}content-encoding: gzip\r\n\r\n`,
      (await compressed(part + many, "gzip")).slice(0, -12),
    ],
    "Hello TRANSPORT",
  ],
  [
    "deflate",
    [
      `${HEAD}content-encoding: deflate\r\n\r\n`,
      await compressed(whole, "deflate"),
    ],
    "Hello stop",
  ],
  [
    "bytes of another encoding",
    [`${HEAD}\r\n`, new Uint8Array([0xff, 0xfe, 0x64, 0, 0x61, 0])],
    "MALFORMED_RESPONSE",
  ],
];
for (const [what, pieces, expected] of ANSWERS) {
  Deno.test(`DeepSeekAdapter makes ${expected} of ${what}`, async () => {
    async function send({ write }: RawExchange): Promise<void> {
      for (const piece of pieces) await write(piece);
    }

    await serveRaw(send, async (baseURL) => {
      const chunks = await Array.fromAsync(ask(baseURL));

      assertEquals(outcome(chunks), expected);
      assertEquals(chunks.filter(({ type }) => type === "finish").length, 1);
    });
  });
}

/** Sends a text and waits for the client to leave. */
function sendAndStay(
  text: string,
): { send: (exchange: RawExchange) => Promise<void>; left: Promise<void> } {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const send = async ({ write, gone }: RawExchange) => {
    await write(text);
    await gone();
    resolve();
  };
  return { send, left };
}

Deno.test("DeepSeekAdapter leaves a server that stays after the end marker", async () => {
  const { send, left } = sendAndStay(CHUNKED + chunked(whole));

  await serveRaw(send, async (baseURL) => {
    const chunks = await Array.fromAsync(ask(baseURL));
    await left;

    assertEquals(outcome(chunks), "Hello stop");
  });
});

Deno.test("DeepSeekAdapter leaves a server that stays after a failure in the middle", async () => {
  const failure = events(delta({ content: "Hello" }), { error: "Busy" });
  const { send, left } = sendAndStay(CHUNKED + chunked(failure));

  await serveRaw(send, async (baseURL) => {
    const chunks = await Array.fromAsync(ask(baseURL));
    await left;

    assertEquals(outcome(chunks), "Hello SERVER");
  });
});

Deno.test("DeepSeekAdapter leaves a server whose reader breaks off", async () => {
  const { send, left } = sendAndStay(CHUNKED + chunked(part));

  await serveRaw(send, async (baseURL) => {
    const seen: string[] = [];
    for await (const { type } of ask(baseURL)) {
      seen.push(type);
      if (type === "text-delta") break;
    }
    await left;

    assertEquals(seen, ["block-start", "text-delta"]);
  });
});

const ABORTED: [when: string, sent: string, outcome: string][] = [
  ["before it answers", "", "aborted"],
  ["in its headers", HEAD, "aborted"],
  ["in its body", CHUNKED + chunked(part), "Hello aborted"],
  [
    "while it keeps alive",
    CHUNKED + chunked(part + ": ka\n\n"),
    "Hello aborted",
  ],
  [
    "after its reason to finish",
    CHUNKED + chunked(part + events(delta({}, "stop"))),
    "Hello aborted",
  ],
  [
    "in a refusal",
    "HTTP/1.1 503 Busy\r\ncontent-length: 1000\r\n\r\nBu",
    "aborted",
  ],
];
for (const [when, sent, expected] of ABORTED) {
  Deno.test(`DeepSeekAdapter leaves a server that is aborted ${when}`, async () => {
    const controller = new AbortController();
    const { send, left } = sendAndStay(sent);
    async function sendAndAbort(exchange: RawExchange): Promise<void> {
      const sending = send(exchange);
      // Not before the client has seen the last of it.
      if (!expected.includes("Hello")) controller.abort();
      await sending;
    }

    await serveRaw(sendAndAbort, async (baseURL) => {
      const chunks: StreamChunk[] = [];
      for await (const chunk of ask(baseURL, controller.signal)) {
        chunks.push(chunk);
        if (chunk.type === "text-delta") controller.abort();
      }
      await left;

      assertEquals(outcome(chunks), expected);
    });
  });
}

Deno.test("DeepSeekAdapter reads on through 100 MB of comments", async () => {
  const size = 1_000_000;
  const filler = `: ${"x".repeat(size)}\n\n`;
  async function send({ write }: RawExchange): Promise<void> {
    await write(CHUNKED);
    for (let sent = 0; sent < 100; sent++) await write(chunked(filler));
    await write(chunked(whole) + chunked(""));
  }

  await serveRaw(send, async (baseURL) => {
    const chunks = await Array.fromAsync(ask(baseURL));

    assertEquals(outcome(chunks), "Hello stop");
  });
});
