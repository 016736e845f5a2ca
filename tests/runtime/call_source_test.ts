import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  ProviderRequestId,
  type StreamChunk,
  type TokenUsage,
} from "../../message.ts";
import { CallSource } from "../../runtime/call_source.ts";
import { END } from "../../runtime/chunk_source.ts";
import { LlmError } from "../../runtime/error.ts";
import { STOP, text, watchedSignal } from "./_stub_adapter.ts";

const broken = new LlmError("Cannot read response: it broke off", "TRANSPORT");

const USAGE: TokenUsage = { inputTokens: 2, outputTokens: 1 };

/** A call that says what it is told to, and writes down what is asked of it. */
class ToldCall extends CallSource {
  readonly asked: unknown[] = [];
  readonly chunks: StreamChunk[] = [];
  requestId: ProviderRequestId | undefined;
  usage: TokenUsage | undefined;
  stopping: Promise<void> | undefined;

  constructor(signal?: AbortSignal) {
    super({ signal, idleMs: 1_000, progressMs: 5_000 });
  }

  protected override open(): void {
    this.advance();
  }

  protected override advance(): void {
    this.watchdog.waiting();
    this.asked.push("advance");
  }

  protected override take(): StreamChunk[] {
    return this.chunks.splice(0);
  }

  protected override timeout(clock: string): LlmError {
    return new LlmError(`Cannot wait: ${clock}`, "TIMEOUT");
  }

  protected override stop(reason: unknown): Promise<void> | undefined {
    this.asked.push(["stop", reason]);
    return this.stopping;
  }

  say(...chunks: StreamChunk[]): void {
    this.watchdog.received();
    this.deliver({ chunks, done: false });
  }

  finish(): void {
    this.close();
    this.deliver({ chunks: [STOP], done: true });
  }

  override fail(error: unknown): void {
    super.fail(error);
  }

  state(): unknown {
    return { reading: this.reading, over: this.over };
  }
}

function finishOf(kind: "error" | "aborted", failure: object): unknown {
  return { type: "finish", reason: { kind, failure } };
}

Deno.test("CallSource advances at each read, and at none before the first", async () => {
  using time = new FakeTime();
  const call = new ToldCall();

  const before = [...call.asked];
  const first = call.read();
  const reading = call.state();
  call.say(text("a"));
  const between = call.state();
  await first;
  const second = call.read();
  call.finish();

  assertEquals(before, []);
  assertEquals(call.asked, ["advance", "advance"]);
  assertEquals(reading, { reading: true, over: false });
  assertEquals(between, { reading: false, over: false });
  assertEquals(await first, { chunks: [text("a")], done: false });
  assertEquals(await second, { chunks: [STOP], done: true });
  assertEquals(await call.read(), END);
  assertFalse(time.next());
});

Deno.test("CallSource rejects the read of a call that fails before its first chunk", async () => {
  using time = new FakeTime();
  const { signal, listeners } = watchedSignal();
  const call = new ToldCall(signal);

  const read = call.read();
  call.fail(broken);
  call.fail(new Error("late"));

  assertStrictEquals(await read.catch((error) => error), broken);
  assertEquals(call.asked, ["advance", ["stop", broken]]);
  assertEquals(call.state(), { reading: false, over: true });
  assertEquals(await call.read(), END);
  assertEquals(listeners(), 0);
  assertFalse(time.next());
});

/** What keeps a failure from being thrown: it would be lost. */
const BROUGHT: Record<string, (call: ToldCall) => StreamChunk[]> = {
  "chunks": (call) => {
    call.chunks.push(text("b"));
    return [text("b")];
  },
  "usage": (call) => {
    call.usage = USAGE;
    return [{ type: "usage", usage: USAGE }];
  },
  "chunks and usage": (call) => {
    call.chunks.push(text("b"));
    call.usage = USAGE;
    return [text("b"), { type: "usage", usage: USAGE }];
  },
};

for (const [what, bring] of Object.entries(BROUGHT)) {
  Deno.test(`CallSource ends a call in-band that fails with ${what} in hand`, async () => {
    using time = new FakeTime();
    const call = new ToldCall();

    const read = call.read();
    const brought = bring(call);
    call.fail(broken);

    assertEquals(await read, {
      chunks: [...brought, finishOf("error", broken.failure)],
      done: true,
    } as unknown);
    assertFalse(time.next());
  });
}

Deno.test("CallSource keeps a failure between two reads for the next one", async () => {
  using time = new FakeTime();
  const call = new ToldCall();

  const read = call.read();
  call.say(text("a"));
  await read;
  call.fail(broken);

  const { chunks } = await call.read();
  assertEquals(chunks, [finishOf("error", broken.failure)] as unknown);
  assertEquals(await call.read(), END);
  assertFalse(time.next());
});

Deno.test("CallSource ends an aborted call at once, after what it has brought", async () => {
  using time = new FakeTime();
  const { signal, abort, listeners } = watchedSignal();
  const call = new ToldCall(signal);

  const read = call.read();
  call.chunks.push(text("a"));
  call.usage = USAGE;
  call.stopping = Promise.reject(new Error("stopped badly"));
  abort();

  const { chunks, done } = await read;
  const types = chunks.map(({ type }) => type);
  assertEquals(types, ["text-delta", "usage", "finish"]);
  assertEquals(done, true);
  assertEquals(call.asked, ["advance", ["stop", signal.reason]]);
  assertEquals(listeners(), 0);
  assertFalse(time.next());
});

Deno.test("CallSource never advances a call that was aborted beforehand", async () => {
  const signal = AbortSignal.abort("enough");
  const call = new ToldCall(signal);

  const { chunks, done } = await call.read();

  assertEquals([chunks.length, done], [1, true]);
  assertEquals(call.asked, [["stop", "enough"]]);
  assertEquals(await call.read(), END);
});

Deno.test("CallSource settles the read of a call that is cancelled, and waits for the stop", async () => {
  using time = new FakeTime();
  const { signal, listeners } = watchedSignal();
  const call = new ToldCall(signal);
  const gone = new Error("connection is gone");

  const read = call.read();
  call.stopping = Promise.reject(gone);
  const cancelled = call.cancel("enough");

  assertEquals(await read, END);
  await assertRejects(() => cancelled, Error, gone.message);
  await call.cancel("again");
  assertEquals(call.asked, ["advance", ["stop", "enough"]]);
  assertEquals(listeners(), 0);
  assertFalse(time.next());
});

Deno.test("CallSource names the exchange that was aborted", async () => {
  const { signal, abort } = watchedSignal();
  const call = new ToldCall(signal);
  const requestId = call.requestId = ProviderRequestId("req-1");

  const read = call.read();
  abort();

  const [finish] = (await read).chunks;
  assertEquals(
    finish?.type === "finish" && finish.reason.kind === "aborted" &&
      finish.reason.failure.requestId,
    requestId,
  );
});

Deno.test("CallSource that was cancelled before its first read begins nothing", async () => {
  const { signal, listeners } = watchedSignal();
  const call = new ToldCall(signal);

  await call.cancel("enough");

  assertEquals(await call.read(), END);
  assertEquals(call.asked, [["stop", "enough"]]);
  assertEquals(listeners(), 0);
});

Deno.test("CallSource fails a call whose provider has gone silent", async () => {
  using time = new FakeTime();
  const call = new ToldCall();

  const read = call.read();
  await time.tickAsync(1_000);

  await assertRejects(() => read, LlmError, "Cannot wait: idle");
  assertFalse(time.next());
});
