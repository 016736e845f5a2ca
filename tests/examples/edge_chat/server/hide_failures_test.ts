import { assertEquals, assertFalse } from "@std/assert";
import { hideFailures } from "../../../../examples/edge_chat/server/hide_failures.ts";
import {
  type FinishReason,
  LlmError,
  type LlmFailure,
  LlmRuntime,
  ProviderRequestId,
  type StreamChunk,
} from "../../../../mod.ts";
import {
  mockDeepSeek,
  type MockReply,
  scriptedAdapter,
  textChunks,
} from "../../../../testing/mod.ts";
import { openChat } from "../open_chat.ts";

async function play(script: StreamChunk[] | LlmError): Promise<
  { chunks: StreamChunk[]; reported: LlmFailure[] }
> {
  const reported: LlmFailure[] = [];
  const runtime = new LlmRuntime();
  runtime.on("llm/stream", hideFailures((failure) => reported.push(failure)));
  runtime.registerAdapter(["p"], scriptedAdapter([script]));
  const call = { provider: "p", model: "any", messages: [] };
  return { chunks: await Array.fromAsync(runtime.stream(call)), reported };
}

const SHOWN: [code: string, shown: string, message: string][] = [
  ["TIMEOUT", "TIMEOUT", "Cannot answer: the model took too long"],
  [
    "RATE_LIMIT",
    "RATE_LIMIT",
    "Cannot answer: too many questions were asked at once",
  ],
  [
    "CONTENT_FILTER",
    "CONTENT_FILTER",
    "Cannot answer: the model may not speak of that",
  ],
  [
    "CONTEXT_WINDOW_EXCEEDED",
    "CONTEXT_WINDOW_EXCEEDED",
    "Cannot answer: the conversation has grown too long",
  ],
  ["SERVER", "SERVER", "Cannot answer: the model is out of reach"],
  ["AUTH", "SERVER", "Cannot answer: the model is out of reach"],
  ["QUOTA_EXCEEDED", "SERVER", "Cannot answer: the model is out of reach"],
  ["OF_ITS_OWN", "SERVER", "Cannot answer: the model is out of reach"],
];

for (const [code, shown, message] of SHOWN) {
  Deno.test(`hideFailures() shows ${code} as ${shown}`, async () => {
    const error = new LlmError("Cannot call node-7: sk-1", code, {
      status: 401,
      requestId: ProviderRequestId("r-1"),
      providerRetryAfterMs: 5_000,
    });

    const { chunks } = await play(error);

    assertEquals(chunks, [{
      type: "finish",
      reason: { kind: "error", failure: { code: shown, message } },
    }]);
  });
}

Deno.test("hideFailures() shows an abort as one", async () => {
  const { failure } = new LlmError("Cannot go on: node-7 said so", "ABORTED");

  const { chunks } = await play([
    { type: "finish", reason: { kind: "aborted", failure } },
  ]);

  assertEquals(chunks, [{
    type: "finish",
    reason: {
      kind: "aborted",
      failure: { code: "ABORTED", message: "Cannot answer: it was stopped" },
    },
  }]);
});

Deno.test("hideFailures() tells the server what it hides", async () => {
  const error = new LlmError("Cannot call node-7: overloaded", "SERVER");

  const { reported } = await play(error);

  assertEquals(reported, [error.failure]);
});

Deno.test("hideFailures() leaves an answer alone", async () => {
  const script = textChunks(["Hello", " there"]);

  const { chunks, reported } = await play(script);

  assertEquals(chunks, script);
  assertEquals(reported, []);
});

Deno.test("hideFailures() lets a reason through that it does not know", async () => {
  const reason = { kind: "paused" } as unknown as FinishReason;

  const { chunks } = await play([{ type: "finish", reason }]);

  assertEquals(chunks, [{ type: "finish", reason }]);
});

Deno.test("hideFailures() keeps the replay state of an adapter back", async () => {
  const [, ...rest] = textChunks("Hello").reverse();
  const finish: StreamChunk = {
    type: "finish",
    reason: { kind: "stop" },
    replayState: { response: "private" },
  };

  const { chunks } = await play([...rest.reverse(), finish]);

  assertEquals(chunks.at(-1), { type: "finish", reason: { kind: "stop" } });
});

const REPLIES: Record<string, MockReply> = {
  "a refused key": {
    status: 401,
    body: { error: { message: "sk-secret of acme-corp is invalid" } },
  },
  "an empty balance": {
    status: 402,
    body: { error: { message: "acme-corp has a balance of $0.03" } },
  },
  "an error page": { status: 502, body: "<h1>node-7.acme-corp</h1>" },
  "a redirect": {
    status: 302,
    headers: { location: "https://acme-corp.example/login" },
    body: "",
  },
  "garbage": { body: "data: acme-corp\n\n" },
  "an answer that breaks off": {
    text: "Hi",
    cutAfterEvents: 1,
    end: "reset",
    resetError: new Error("acme-corp:443 reset"),
  },
};

for (const [name, reply] of Object.entries(REPLIES)) {
  Deno.test(`createEdgeChat() tells clients nothing of ${name}`, async () => {
    const chat = openChat(mockDeepSeek([reply]));

    const events = await (await chat.ask(await chat.begin("Hi"))).text();

    await chat.over();
    const { reason } = JSON.parse(events.trimEnd().split("data: ").at(-1)!);
    assertFalse(/acme|node-7|secret|status/.test(events), events);
    assertEquals(reason, {
      kind: "error",
      failure: {
        code: "SERVER",
        message: "Cannot answer: the model is out of reach",
      },
    });
  });
}
