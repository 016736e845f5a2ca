import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import fc from "../../fast_check.ts";
import {
  CallId,
  type FinishChunk,
  type StreamChunk,
} from "../../../message.ts";
import {
  chunkFromJson,
  chunkToJson,
} from "../../../runtime/wire/chunk_json.ts";
import { anyChunk } from "./_any_chunk.ts";

function read(text: string): StreamChunk {
  return chunkFromJson(text, { maxDepth: 64 });
}

function write(chunk: StreamChunk): string {
  return chunkToJson(chunk, { replayState: false });
}

const CHUNKS: [name: string, chunk: StreamChunk][] = [
  ["a start", { type: "block-start", index: 0, blockType: "text" }],
  ["a text delta", { type: "text-delta", index: 0, text: 'a "b" \\ \n' }],
  ["an empty text delta", { type: "text-delta", index: 0, text: "" }],
  ["a text delta of a late block", {
    type: "text-delta",
    index: 1_234_567_890_123,
    text: "a",
  }],
  ["a reasoning delta", { type: "reasoning-delta", index: 12, text: "hm" }],
  ["half a character", { type: "text-delta", index: 0, text: "\ud83d" }],
  ["a call that grows", {
    type: "tool-call-delta",
    index: 2,
    id: CallId("c"),
    name: "ls",
    argumentsDelta: '{"a',
  }],
  ["a call that grows without a name", {
    type: "tool-call-delta",
    index: 2,
    id: CallId("c"),
    argumentsDelta: "",
  }],
  ["a text block", {
    type: "block-end",
    index: 0,
    block: { type: "text", text: "Hello" },
  }],
  ["a tool call", {
    type: "block-end",
    index: 0,
    block: { type: "tool-call", id: CallId("c"), name: "", arguments: "{}" },
  }],
  ["usage", { type: "usage", usage: { inputTokens: 0, outputTokens: 1.5 } }],
  ["usage in detail", {
    type: "usage",
    usage: {
      inputTokens: 1,
      outputTokens: 2,
      cacheReadTokens: 3,
      cacheWriteTokens: 4,
      reasoningTokens: 0,
    },
  }],
  ["a finish", { type: "finish", reason: { kind: "tool-calls" } }],
  ["a finish that failed", {
    type: "finish",
    reason: {
      kind: "error",
      failure: { message: "No", code: "SERVER", status: 503 },
    },
  }],
];
for (const [name, chunk] of CHUNKS) {
  Deno.test(`chunkFromJson() reads ${name} as chunkToJson() wrote it`, () => {
    assertEquals(read(write(chunk)), chunk);
  });
}

Deno.test("chunkFromJson() reads any chunk as chunkToJson() wrote it", () => {
  fc.assert(fc.property(anyChunk(), (chunk) => {
    assertEquals(
      read(chunkToJson(chunk, { replayState: true })),
      JSON.parse(JSON.stringify(chunk)),
    );
  }));
});

Deno.test("chunkToJson() writes what JSON.stringify() would read", () => {
  fc.assert(fc.property(anyChunk(), (chunk) => {
    assertEquals(
      JSON.parse(chunkToJson(chunk, { replayState: true })),
      JSON.parse(JSON.stringify(chunk)),
    );
  }));
});

const LINE_ENDS = ["\n", "\r", "\u0085", "\u2028", "\u2029"];
for (const end of LINE_ENDS) {
  const code = end.charCodeAt(0).toString(16).padStart(4, "0");
  Deno.test(`chunkToJson() keeps to one line whatever U+${code} means`, () => {
    const chunks: StreamChunk[] = [
      { type: "text-delta", index: 0, text: `a${end}b${end}` },
      {
        type: "tool-call-delta",
        index: 0,
        id: CallId(end),
        argumentsDelta: "",
      },
      { type: "finish", reason: { kind: end } as never },
    ];

    for (const chunk of chunks) {
      const json = write(chunk);

      assert(!json.includes(end));
      assertEquals(read(json), chunk);
    }
  });
}

Deno.test("chunkToJson() leaves out replay state", () => {
  const chunk: FinishChunk = {
    type: "finish",
    reason: { kind: "stop" },
    replayState: { secret: 1 },
  };

  assertEquals(write(chunk), '{"type":"finish","reason":{"kind":"stop"}}');
});

Deno.test("chunkToJson() writes replay state if it is asked to", () => {
  const chunk: FinishChunk = {
    type: "finish",
    reason: { kind: "stop" },
    replayState: [1],
  };

  const json = chunkToJson(chunk, { replayState: true });

  assertEquals(read(json), chunk);
});

Deno.test("chunkToJson() refuses what is not JSON", () => {
  const chunk = { type: "finish", reason: { kind: "stop", big: 1n } } as never;

  const error = assertThrows(() => write(chunk), TypeError);

  assertStrictEquals(error.message, "Cannot write chunk: it is not JSON");
  assertInstanceOf(error.cause, TypeError);
});

Deno.test("chunkToJson() lets nothing into JSON that is not quoted", () => {
  const text: unknown = { toJSON: () => "x" };
  const chunks = [
    { type: "text-delta", index: '0,"text":"a"', text: "b" },
    { type: "text-delta", index: 0, text },
  ] as unknown as StreamChunk[];

  assertEquals(chunks.map(write).map((json) => JSON.parse(json)), [
    { type: "text-delta", index: '0,"text":"a"', text: "b" },
    { type: "text-delta", index: 0, text: "x" },
  ]);
});

Deno.test("chunkFromJson() gives deltas of the known fields alone", () => {
  const chunk = read(
    '{"index":0,"type":"text-delta","text":"a","extra":{"b":1}}',
  );

  assertEquals(chunk, { type: "text-delta", index: 0, text: "a" });
});

Deno.test("chunkFromJson() gives deltas of calls of the known fields alone", () => {
  const chunk = read(
    '{"type":"tool-call-delta","x":1,"index":0,"id":"a","argumentsDelta":"b"}',
  );

  assertEquals(chunk, {
    type: "tool-call-delta",
    index: 0,
    id: CallId("a"),
    argumentsDelta: "b",
  });
});

Deno.test("chunkFromJson() gives usage of the known counts alone", () => {
  const chunk = read(
    '{"type":"usage","usage":{"inputTokens":1,"outputTokens":2,"cost":"much"}}',
  );

  assertEquals(chunk, {
    type: "usage",
    usage: { inputTokens: 1, outputTokens: 2 },
  });
});

Deno.test("chunkFromJson() takes the last of fields that come twice", () => {
  const chunk = read('{"type":"text-delta","index":0,"text":"a","text":"b"}');

  assertEquals(chunk, { type: "text-delta", index: 0, text: "b" });
});

Deno.test("chunkFromJson() passes blocks of unknown types as they came", () => {
  const block = { type: "chart", points: [1, { a: null }] };

  const chunk = read(JSON.stringify({ type: "block-end", index: 0, block }));

  assertEquals(chunk, { type: "block-end", index: 0, block } as never);
});

Deno.test("chunkFromJson() passes starts of unknown types", () => {
  const chunk = read('{"type":"block-start","index":0,"blockType":"chart"}');

  assertEquals(
    chunk,
    { type: "block-start", index: 0, blockType: "chart" } as never,
  );
});

Deno.test("chunkFromJson() passes reasons of unknown kinds as they came", () => {
  const reason = { kind: "paused", until: [1] };

  const chunk = read(JSON.stringify({ type: "finish", reason }));

  assertEquals(chunk, { type: "finish", reason } as never);
});

Deno.test("chunkFromJson() gives a failure of the known facts, frozen", () => {
  const { reason } = read(
    '{"type":"finish","reason":{"kind":"aborted","x":1,"failure":' +
      '{"message":"m","code":"ABORTED","requestId":"q","stack":"s"}}}',
  ) as FinishChunk;

  assertEquals(
    reason,
    {
      kind: "aborted",
      failure: { message: "m", code: "ABORTED", requestId: "q" },
    } as never,
  );
  assert("failure" in reason && Object.isFrozen(reason.failure));
});

Deno.test("chunkFromJson() changes no prototype", () => {
  const chunks = [
    '{"type":"text-delta","index":0,"text":"a","__proto__":{"polluted":1}}',
    '{"type":"block-end","index":0,"block":{"type":"text","text":"","__proto__":{"polluted":1}}}',
    '{"type":"usage","usage":{"inputTokens":1,"outputTokens":1,"__proto__":{"polluted":1}}}',
    '{"type":"finish","reason":{"kind":"x","__proto__":{"polluted":1}}}',
  ].map(read);

  for (const chunk of chunks) {
    for (const value of [chunk, ...Object.values(chunk)]) {
      assertStrictEquals(value?.polluted, undefined);
    }
  }
});
