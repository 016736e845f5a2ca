import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  decodeSessionNdjson,
  encodeSessionNdjson,
} from "../../../runtime/session/session_ndjson.ts";
import { SessionLogError } from "../../../runtime/session/session_log_error.ts";
import { history, inReads, toLines } from "./_events.ts";

Deno.test("encodeSessionNdjson() writes an event a line", async () => {
  const bytes = ReadableStream.from(history()).pipeThrough(
    encodeSessionNdjson(),
  );

  assertEquals(await new Response(bytes).text(), toLines(history()));
});

for (const size of [1, 7, 1_000]) {
  Deno.test(`decodeSessionNdjson() reads what was written, in reads of ${size} bytes`, async () => {
    const events = await Array.fromAsync(
      decodeSessionNdjson(inReads(toLines(history()), size)),
    );

    assertEquals(events, history());
    assert(events.every(({ data }) => Object.isFrozen(data)));
  });
}

Deno.test("decodeSessionNdjson() begins wherever the events do", async () => {
  const rest = history().slice(2);

  const events = await Array.fromAsync(
    decodeSessionNdjson(inReads(toLines(rest))),
  );

  assertEquals(events, rest);
});

Deno.test("decodeSessionNdjson() reads no further than it is asked for", async () => {
  let reads = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const event = history()[reads++]!;
      controller.enqueue(new TextEncoder().encode(toLines([event])));
    },
  }, { highWaterMark: 0 });
  const reader = decodeSessionNdjson(body).getReader();

  const before = reads;
  await reader.read();
  await reader.read();
  await reader.cancel();

  assertEquals([before, reads], [0, 2]);
});

Deno.test("decodeSessionNdjson() hands out what comes before a corrupt line, then fails and leaves the body", async () => {
  const left: unknown[] = [];
  const [start, second] = history();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(
        new TextEncoder().encode(`${toLines([start, second])}no\n`),
      );
    },
    cancel(reason) {
      left.push(reason);
      throw new Error("cannot be left");
    },
  }, { highWaterMark: 0 });
  const reader = decodeSessionNdjson(body).getReader();

  assertEquals((await reader.read()).value, start);
  // A failure that was not held back would have come by now.
  for (let k = 0; k < 10; k++) await Promise.resolve();
  assertEquals((await reader.read()).value, second);
  const error = await assertRejects(
    () => reader.read(),
    SessionLogError,
    "line 3",
  );
  assertEquals(left, [error]);
});

Deno.test("decodeSessionNdjson() fails with what the body fails with", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: () => Promise.reject(new Error("connection lost")),
  });

  await assertRejects(
    () => Array.fromAsync(decodeSessionNdjson(body)),
    Error,
    "connection lost",
  );
});

Deno.test("decodeSessionNdjson() cancels the body, and brings back how that went", async () => {
  const left: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    cancel(reason) {
      left.push(reason);
      throw new Error("cannot be left");
    },
  });

  await assertRejects(
    () => decodeSessionNdjson(body).cancel("enough"),
    Error,
    "cannot be left",
  );
  assertEquals(left, ["enough"]);
});

Deno.test("decodeSessionNdjson() ends after the event it is asked for, and leaves the body", async () => {
  let left = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(new TextEncoder().encode(toLines(history()))),
    cancel: () => void (left = true),
  });

  const events = await Array.fromAsync(decodeSessionNdjson(body, { upTo: 2 }));

  assertEquals(events.map(({ seq }) => seq), [1, 2]);
  assert(left);
});

Deno.test("decodeSessionNdjson() tells of what it leaves out", async () => {
  const kinds: string[] = [];
  const body = inReads(`${toLines([history()[0], history()[0]])}{"seq"`);

  const events = await Array.fromAsync(
    decodeSessionNdjson(body, { onProblem: ({ kind }) => kinds.push(kind) }),
  );

  assertEquals(events.length, 1);
  assertEquals(kinds, ["repeated", "torn"]);
});

Deno.test("decodeSessionNdjson() tells nothing of an empty body", async () => {
  assertEquals(await Array.fromAsync(decodeSessionNdjson(inReads(""))), []);
});

Deno.test("decodeSessionNdjson() refuses what it cannot read", () => {
  const locked = inReads("");
  locked.getReader();

  for (const body of [undefined, "text", locked]) {
    assertThrows(
      () => decodeSessionNdjson(body as never),
      TypeError,
      'Cannot decode body: "body" must be a ReadableStream that is not locked',
    );
  }
});
