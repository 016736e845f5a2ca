import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { StreamChunk } from "../../../message.ts";
import {
  countListeners,
  drain,
  open,
  scriptBody,
  scriptFetch,
  silentFetch,
} from "./_call.ts";
import { answer, delta, events, finishOf } from "./_wire.ts";

const hello = delta({ content: "Hello" });
const whole = answer(hello, delta({}, "stop"));
const usage = { prompt_tokens: 10, completion_tokens: 5 };

function assertAborted(chunks: readonly StreamChunk[]): void {
  const reason = finishOf(chunks);
  assertEquals(
    reason?.kind === "aborted" && reason.failure.code,
    "ABORTED",
  );
}

Deno.test("openCall() sends nothing when the signal is aborted already", async () => {
  const { fetch, calls } = scriptFetch(() => new Response(whole));
  const { signal, abort, count } = countListeners();
  abort();

  const chunks = await drain(open({ fetch }, { signal }).source);

  assertAborted(chunks);
  assertEquals(calls, []);
  assertEquals(count(), 0);
});

Deno.test("openCall() aborted before it has a key sends nothing", async () => {
  using time = new FakeTime();
  const { fetch, calls } = scriptFetch(() => new Response(whole));
  const { signal, abort } = countListeners();
  let give!: (key: string) => void;
  const apiKey = () => new Promise<string>((resolve) => give = resolve);
  const read = open({ fetch, apiKey }, { signal }).source.read();

  abort();
  const { chunks, done } = await read;
  give("sk-1");
  await time.runMicrotasks();

  assertAborted(chunks);
  assert(done);
  assertEquals(calls, []);
});

Deno.test("openCall() aborted before the answer aborts the request and ends at once", async () => {
  using time = new FakeTime();
  const { fetch, calls } = silentFetch();
  const { signal, abort, count } = countListeners();
  const { source } = open({ fetch }, { signal });
  const read = source.read();
  await time.runMicrotasks();

  abort("stop it");
  const { chunks, done } = await read;

  assertAborted(chunks);
  assert(done);
  assertStrictEquals(calls[0]!.init.signal!.reason, "stop it");
  assertEquals(count(), 0);
  assertFalse(time.next());
});

Deno.test("openCall() aborted before the answer cancels the body of one that comes all the same", async () => {
  using time = new FakeTime();
  const body = scriptBody([whole], "stall");
  let respond!: (response: Response) => void;
  const { fetch } = scriptFetch(() =>
    new Promise((resolve) => respond = resolve)
  );
  const { signal, abort } = countListeners();
  const read = open({ fetch }, { signal }).source.read();
  await time.runMicrotasks();

  abort();
  assertAborted((await read).chunks);
  respond(new Response(body.stream));
  await time.runMicrotasks();

  assertEquals(body.cancelled.length, 1);
  assertFalse(time.next());
});

Deno.test("openCall() aborted in a read ends at once and cancels the body", async () => {
  using time = new FakeTime();
  const body = scriptBody([events(hello)], "stall");
  const { fetch, calls } = scriptFetch(() => new Response(body.stream));
  const { signal, abort, count } = countListeners();
  const { source } = open({ fetch }, { signal });
  await source.read();
  const read = source.read();
  await time.runMicrotasks();

  abort("stop it");
  const { chunks, done } = await read;

  assertAborted(chunks);
  assert(done);
  assertEquals(body.cancelled, ["stop it"]);
  assert(calls[0]!.init.signal!.aborted);
  assertEquals(count(), 0);
  assertFalse(time.next());
});

Deno.test("openCall() aborted between reads says so at the next one", async () => {
  using time = new FakeTime();
  const body = scriptBody([events(hello)], "stall");
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { signal, abort, count } = countListeners();
  const { source } = open({ fetch }, { signal });
  await source.read();

  abort();

  assertEquals(body.cancelled.length, 1);
  assertEquals(count(), 0);
  assertAborted((await source.read()).chunks);
  assertEquals(await source.read(), { chunks: [], done: true });
  assertFalse(time.next());
});

Deno.test("openCall() aborted when the cost is known tells it", async () => {
  using time = new FakeTime();
  const body = scriptBody([events({ choices: [], usage })], "stall");
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { signal, abort } = countListeners();
  const read = open({ fetch }, { signal }).source.read();
  await time.runMicrotasks();

  abort();
  const { chunks } = await read;

  assertEquals(chunks[0], {
    type: "usage",
    usage: { inputTokens: 10, outputTokens: 5 },
  });
  assertAborted(chunks);
});

Deno.test("openCall() aborted while it reads a failed answer is aborted", async () => {
  using time = new FakeTime();
  const body = scriptBody(["no hea"], "stall");
  const { fetch } = scriptFetch(() =>
    new Response(body.stream, { status: 503 })
  );
  const { signal, abort } = countListeners();
  const read = open({ fetch }, { signal }).source.read();
  await time.runMicrotasks();

  abort();

  assertAborted((await read).chunks);
  assertEquals(body.cancelled.length, 1);
  assertFalse(time.next());
});

Deno.test("openCall() is not bothered by an abort after the end", async () => {
  const { fetch } = scriptFetch(() => new Response(whole));
  const { signal, abort } = countListeners();
  const { source } = open({ fetch }, { signal });
  await drain(source);

  abort();

  assertEquals(await source.read(), { chunks: [], done: true });
});

Deno.test("openCall() aborted with a body that cannot be cancelled is aborted all the same", async () => {
  const cancelError = new Error("cannot");
  const body = scriptBody([events(hello)], "stall", { cancelError });
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { signal, abort } = countListeners();
  const { source } = open({ fetch }, { signal });
  await source.read();

  abort();

  assertAborted((await source.read()).chunks);
});

Deno.test("openCall() cancelled before its first read sends nothing", async () => {
  const { fetch, calls } = scriptFetch(() => new Response(whole));
  const { source } = open({ fetch });

  await source.cancel("enough");

  assertEquals(await source.read(), { chunks: [], done: true });
  assertEquals(calls, []);
});

Deno.test("openCall() cancelled before it has a key sends nothing", async () => {
  using time = new FakeTime();
  const { fetch, calls } = scriptFetch(() => new Response(whole));
  let give!: (key: string) => void;
  const apiKey = () => new Promise<string>((resolve) => give = resolve);
  const { source } = open({ fetch, apiKey });
  const read = source.read();

  await source.cancel("enough");
  give("sk-1");
  await time.runMicrotasks();

  assertEquals(await read, { chunks: [], done: true });
  assertEquals(calls, []);
  assertFalse(time.next());
});

Deno.test("openCall() cancelled before it has a key tells who looks for it", async () => {
  let told: AbortSignal | undefined;
  const apiKey = (signal?: AbortSignal) => {
    told = signal;
    return new Promise<string>(() => {});
  };
  const { source } = open({ apiKey });
  const read = source.read();

  await source.cancel("enough");

  assertEquals(await read, { chunks: [], done: true });
  assertEquals(told?.reason, "enough");
});

Deno.test("openCall() cancelled before the answer aborts the request", async () => {
  using time = new FakeTime();
  const { fetch, calls } = silentFetch();
  const { signal, count } = countListeners();
  const { source } = open({ fetch }, { signal });
  const read = source.read();
  await time.runMicrotasks();

  await source.cancel("enough");

  assertEquals(await read, { chunks: [], done: true });
  assertStrictEquals(calls[0]!.init.signal!.reason, "enough");
  assertEquals(count(), 0);
  assertFalse(time.next());
});

Deno.test("openCall() cancelled between reads cancels the body with the reason", async () => {
  using time = new FakeTime();
  const body = scriptBody([events(hello)], "stall");
  const { fetch, calls } = scriptFetch(() => new Response(body.stream));
  const { signal, count } = countListeners();
  const { source } = open({ fetch }, { signal });
  await source.read();

  await source.cancel("enough");

  assertEquals(body.cancelled, ["enough"]);
  assert(calls[0]!.init.signal!.aborted);
  assertEquals(count(), 0);
  assertFalse(time.next());
});

Deno.test("openCall() passes on that the body cannot be cancelled", async () => {
  const cancelError = new Error("cannot");
  const body = scriptBody([events(hello)], "stall", { cancelError });
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { source } = open({ fetch });
  await source.read();

  const error = await assertRejects(() => source.cancel("enough"));

  assertStrictEquals(error, cancelError);
});

Deno.test("openCall() cancels the body once, however often it is told", async () => {
  const body = scriptBody([events(hello)], "stall");
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { source } = open({ fetch });
  await source.read();

  await source.cancel("enough");
  await source.cancel("again");

  assertEquals(body.cancelled, ["enough"]);
});
