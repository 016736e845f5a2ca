import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { LlmFailure } from "../../../message.ts";
import { fromResponse } from "../../../runtime/wire/from_response.ts";
import { toResponse } from "../../../runtime/wire/to_response.ts";
import { task } from "../_scripted_source.ts";
import {
  endOf,
  failureIn,
  STOP,
  streamOf,
  text,
  watchedSignal,
} from "../_stub_adapter.ts";

const SSE = { headers: { "content-type": "text/event-stream" } };
const TEXT = '{"type":"text-delta","index":0,"text":"a"}';
const FINISH = '{"type":"finish","reason":{"kind":"stop"}}';

async function failureOf(response: Response): Promise<LlmFailure> {
  const chunks = await Array.fromAsync(fromResponse(response));
  assertStrictEquals(chunks.length, 1);
  return failureIn(chunks);
}

/** A body that says nothing, and tells what it is cancelled with. */
function watchedBody(): {
  body: ReadableStream<Uint8Array>;
  cancels: unknown[];
  pulls: () => number;
} {
  let pulls = 0;
  const cancels: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    pull() {
      pulls++;
      return new Promise(() => {});
    },
    cancel: (reason) => void cancels.push(reason),
  }, { highWaterMark: 0 });
  return { body, cancels, pulls: () => pulls };
}

for (const format of ["sse", "ndjson"] as const) {
  Deno.test(`fromResponse() reads what toResponse() writes in ${format}`, async () => {
    const response = toResponse(streamOf([text("a"), STOP]), { format });

    const chunks = await Array.fromAsync(fromResponse(response));

    assertEquals(chunks, [text("a"), STOP]);
  });
}

for (
  const [type, body] of [
    ["text/event-stream", `data: ${FINISH}\n\n`],
    ["Text/Event-Stream ; charset=UTF-8", `data: ${FINISH}\n\n`],
    ["application/x-ndjson", `${FINISH}\n`],
    ["application/ndjson;charset=utf-8", `${FINISH}\n`],
  ] as const
) {
  Deno.test(`fromResponse() knows the content type ${type}`, async () => {
    const headers = { "content-type": type };

    const chunks = await Array.fromAsync(
      fromResponse(new Response(body, { headers })),
    );

    assertEquals(chunks, [STOP]);
  });
}

for (
  const [type, state] of [
    ["text/html; charset=utf-8", '"text/html; charset=utf-8"'],
    ['a/"b"', '"a/\\"b\\""'],
    ["x".repeat(500), `"${"x".repeat(99)}…"`],
  ] as const
) {
  Deno.test(`fromResponse() fails at the content type ${type.slice(0, 20)}`, async () => {
    const { body, cancels, pulls } = watchedBody();
    const headers = { "content-type": type };

    const failure = await failureOf(new Response(body, { headers }));

    assertEquals(failure, {
      code: "MALFORMED_RESPONSE",
      message: `Cannot read response: its content type is ${state}`,
    });
    assertStrictEquals(cancels.length, 1);
    assertStrictEquals(pulls(), 0);
  });
}

Deno.test("fromResponse() fails at a response without a content type", async () => {
  const failure = await failureOf(new Response(new Uint8Array()));

  assertEquals(failure, {
    code: "MALFORMED_RESPONSE",
    message: 'Cannot read response: its content type is ""',
  });
});

for (
  const [status, code] of [
    [302, "HTTP_302"],
    [400, "INVALID_REQUEST"],
    [401, "AUTH"],
    [402, "QUOTA_EXCEEDED"],
    [404, "HTTP_404"],
    [429, "RATE_LIMIT"],
    [503, "SERVER"],
  ] as const
) {
  Deno.test(`fromResponse() tells status ${status} as ${code}`, async () => {
    const failure = await failureOf(new Response(null, { ...SSE, status }));

    assertEquals(failure, {
      code,
      message:
        `Cannot read response: the server answered with status ${status}`,
      status,
    });
  });
}

Deno.test("fromResponse() tells what the headers of a refusal tell", async () => {
  const headers = { "retry-after": "2", "x-request-id": "req-1" };

  const failure = await failureOf(new Response("no", { status: 429, headers }));

  assertStrictEquals(failure.providerRetryAfterMs, 2_000);
  assertStrictEquals(failure.requestId as string, "req-1");
  assert(Object.isFrozen(failure));
});

Deno.test("fromResponse() lets the body of a refusal go at once, unread", async () => {
  const { body, cancels, pulls } = watchedBody();

  const stream = fromResponse(new Response(body, { ...SSE, status: 500 }));

  assertStrictEquals(cancels.length, 1);
  assertStrictEquals(pulls(), 0);
  await stream.cancel();
});

Deno.test("fromResponse() leaves no rejection behind if a body cannot be let go", async () => {
  const body = new ReadableStream({
    cancel() {
      throw new Error("stuck");
    },
  });

  const failure = await failureOf(new Response(body, { status: 500 }));
  await task();

  assertStrictEquals(failure.code, "SERVER");
});

Deno.test("fromResponse() tells a response without a status as TRANSPORT", async () => {
  const failure = await failureOf(Response.error());

  assertEquals(failure, {
    code: "TRANSPORT",
    message: "Cannot read response: it is opaque",
  });
});

Deno.test("fromResponse() takes a status beyond all classes", async () => {
  const { headers } = new Response();
  const response = {
    status: 999,
    ok: false,
    headers,
    body: null,
    bodyUsed: false,
  };

  const failure = await failureOf(response as Response);

  assertEquals(failure, {
    code: "HTTP_999",
    message: "Cannot read response: the server answered with status 999",
  });
});

Deno.test("fromResponse() tells a response without a body as STREAM_CLOSED", async () => {
  const failure = await failureOf(new Response(null, SSE));

  assertEquals(failure, {
    code: "STREAM_CLOSED",
    message: "Cannot read response: it has no body",
  });
});

Deno.test("fromResponse() tells an empty body as STREAM_CLOSED", async () => {
  const failure = await failureOf(new Response("", SSE));

  assertStrictEquals(failure.code, "STREAM_CLOSED");
});

Deno.test("fromResponse() keeps what came of a body that is cut short", async () => {
  const response = new Response(`data: ${TEXT}\n\n`, SSE);

  const chunks = await Array.fromAsync(fromResponse(response));

  assertEquals(chunks[0], text("a"));
  assertStrictEquals(endOf(chunks), "error STREAM_CLOSED");
});

Deno.test("fromResponse() never tells a failed stream as finished", async () => {
  const stream = streamOf([text("a")], () => {
    throw new Error("of a listener");
  });

  const chunks = await Array.fromAsync(fromResponse(toResponse(stream)));

  assertEquals(chunks[0], text("a"));
  assertStrictEquals(endOf(chunks), "error STREAM_CLOSED");
});

Deno.test("fromResponse() reads over what keeps the connection alive", async () => {
  using time = new FakeTime();
  const gate = Promise.withResolvers<void>();
  const stream = streamOf([], async (controller) => {
    await gate.promise;
    controller.enqueue(STOP);
    controller.close();
  });

  const reading = Array.fromAsync(fromResponse(toResponse(stream)));
  await time.tickAsync(5_000);
  await time.tickAsync(5_000);
  gate.resolve();

  assertEquals(await reading, [STOP]);
  assertFalse(time.next());
});

Deno.test("fromResponse() cancels the body with its stream", async () => {
  const { body, cancels } = watchedBody();
  const stream = fromResponse(new Response(body, SSE));

  await stream.cancel("enough");

  assertEquals(cancels, ["enough"]);
});

Deno.test("fromResponse() ends as aborted with its signal", async () => {
  const { body, cancels } = watchedBody();
  const watched = watchedSignal();
  const { signal } = watched;
  const stream = fromResponse(new Response(body, SSE), { signal });

  const reading = Array.fromAsync(stream);
  await task();
  watched.abort("enough");

  assertStrictEquals(endOf(await reading), "aborted ABORTED");
  assertEquals(cancels, ["enough"]);
  assertStrictEquals(watched.listeners(), 0);
});

Deno.test("fromResponse() holds the body to the limits it is given", async () => {
  const response = new Response(`data: ${TEXT}\n\n`.repeat(2), SSE);

  const chunks = await Array.fromAsync(
    fromResponse(response, { maxEvents: 1 }),
  );

  assertStrictEquals(endOf(chunks), "error MALFORMED_RESPONSE");
});
