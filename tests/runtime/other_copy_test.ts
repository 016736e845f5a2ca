// A program may load this module twice. What one copy makes, the other takes.
import {
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import type { ChunkStream } from "../../message.ts";
import { LlmAdapter } from "../../runtime/adapter.ts";
import { LlmAdapter as OtherLlmAdapter } from "../../runtime/adapter.ts?copy";
import { assemble } from "../../runtime/assemble.ts";
import { llmErrorOf } from "../../runtime/call_record.ts";
import { toChunkStream } from "../../runtime/chunk_source.ts?copy";
import { isHarnessError, LlmError } from "../../runtime/error.ts";
import { LlmError as OtherLlmError } from "../../runtime/error.ts?copy";
import { failureOf } from "../../runtime/failure_of.ts";
import { REQUEST, runtimeOf, STOP, text } from "./_stub_adapter.ts";

class OtherAdapter extends OtherLlmAdapter {
  readonly #answer: () => ChunkStream;

  constructor(answer: () => ChunkStream) {
    super();
    this.#answer = answer;
  }

  override stream(): ChunkStream {
    return this.#answer();
  }
}

Deno.test("failureOf() keeps the facts of an LlmError of another copy", () => {
  const error = new OtherLlmError("Cannot call model", "RATE_LIMIT", {
    status: 429,
  });

  const failure = failureOf(error);

  assertFalse(error instanceof LlmError);
  assertEquals(failure, error.failure);
});

Deno.test("isHarnessError() is false for an error of another copy", () => {
  assertFalse(isHarnessError(new OtherLlmError("Cannot call model", "AUTH")));
});

Deno.test("registerAdapter() takes an adapter of another copy", async () => {
  const error = new OtherLlmError("Cannot call model", "SERVER");
  const adapter = new OtherAdapter(() => {
    throw error;
  });
  const stream = runtimeOf(adapter).stream(REQUEST);

  const { finish } = await assemble(stream);

  assertFalse(adapter instanceof LlmAdapter);
  assertEquals(finish, { kind: "error", failure: error.failure });
  assertStrictEquals(llmErrorOf(stream), error);
});

Deno.test("stream() takes chunks from a stream of another copy", async () => {
  const reads = [
    { chunks: [text("a"), text("b")], done: false },
    { chunks: [STOP], done: true },
  ];
  const adapter = new OtherAdapter(() =>
    toChunkStream({
      read: () => Promise.resolve(reads.shift()!),
      cancel: () => Promise.resolve(),
    })
  );

  const stream = runtimeOf(adapter).stream(REQUEST);

  assertInstanceOf(stream, ReadableStream);
  assertEquals(await Array.fromAsync(stream), [text("a"), text("b"), STOP]);
});
