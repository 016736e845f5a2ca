import {
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { asFetch } from "../../testing/as_fetch.ts";
import { faultyBody } from "../../testing/faulty_body.ts";

const URL_ = "https://example.test/path";

Deno.test("asFetch() hands over method, headers and body", async () => {
  const fetch = asFetch(async (request) =>
    Response.json({
      method: request.method,
      header: request.headers.get("x-a"),
      body: await request.text(),
    })
  );

  const response = await fetch(URL_, {
    method: "POST",
    headers: { "x-a": "1" },
    body: "hello",
  });

  assertEquals(await response.json(), {
    method: "POST",
    header: "1",
    body: "hello",
  });
});

Deno.test("asFetch() takes a Request", async () => {
  const fetch = asFetch((request) => new Response(request.url));

  const response = await fetch(new Request(URL_));

  assertEquals(await response.text(), URL_);
});

Deno.test("asFetch() keeps status, headers and reads", async () => {
  const fetch = asFetch(() =>
    new Response(faultyBody(["ab", "c"]), {
      status: 503,
      headers: { "retry-after": "1" },
    })
  );

  const response = await fetch(URL_);

  assertEquals(response.status, 503);
  assertEquals(response.headers.get("retry-after"), "1");
  const reads = await Array.fromAsync(response.body!);
  assertEquals(reads.map((read) => read.length), [2, 1]);
});

Deno.test("asFetch() passes a response without a body through", async () => {
  const answer = new Response(null, { status: 204 });
  const fetch = asFetch(() => answer);

  assertStrictEquals(await fetch(URL_), answer);
});

Deno.test("asFetch() rejects with what the handler throws", async () => {
  const error = new TypeError("refused");
  const fetch = asFetch(() => {
    throw error;
  });

  const caught = await assertRejects(() => fetch(URL_));

  assertStrictEquals(caught, error);
});

Deno.test("asFetch() does not call the handler for an aborted signal", async () => {
  let calls = 0;
  const fetch = asFetch(() => {
    calls++;
    return new Response();
  });

  const caught = await fetch(URL_, { signal: AbortSignal.abort("no") })
    .catch((error) => error);

  assertEquals(caught, "no");
  assertEquals(calls, 0);
});

Deno.test("asFetch() aborts a handler that has not answered", async () => {
  const abort = new AbortController();
  let seen: unknown;
  const fetch = asFetch((request) => {
    request.signal.addEventListener("abort", () => {
      seen = request.signal.reason;
    });
    return new Promise(() => {});
  });
  const pending = fetch(URL_, { signal: abort.signal })
    .catch((error) => error);

  abort.abort("stop");

  assertEquals(await pending, "stop");
  assertEquals(seen, "stop");
});

Deno.test("asFetch() cancels the body of an answer that comes too late", async () => {
  const abort = new AbortController();
  const { promise: cancelled, resolve: onCancel } = Promise.withResolvers();
  const { promise: late, resolve: answer } = Promise.withResolvers<Response>();
  const fetch = asFetch(() => late);
  const pending = fetch(URL_, { signal: abort.signal })
    .catch((error) => error);
  abort.abort("stop");
  await pending;

  answer(new Response(faultyBody(["a"], { onCancel })));

  assertEquals(await cancelled, "stop");
});

Deno.test("asFetch() fails a read in flight with the reason and cancels the source", async () => {
  const abort = new AbortController();
  const reasons: unknown[] = [];
  const fetch = asFetch(() =>
    new Response(faultyBody(["a"], {
      end: "stall",
      onCancel: (reason) => reasons.push(reason),
    }))
  );
  const response = await fetch(URL_, { signal: abort.signal });
  const reader = response.body!.getReader();
  await reader.read();
  const pending = reader.read().catch((error) => error);

  abort.abort("stop");

  assertEquals(await pending, "stop");
  assertEquals(reasons, ["stop"]);
});

Deno.test("asFetch() passes a cancel of the body on", async () => {
  const reasons: unknown[] = [];
  const fetch = asFetch(() =>
    new Response(faultyBody(["a"], {
      onCancel: (reason) => reasons.push(reason),
    }))
  );
  const response = await fetch(URL_);

  await response.body!.cancel("enough");

  assertEquals(reasons, ["enough"]);
});

Deno.test("asFetch() passes a failing read on", async () => {
  const resetError = new Error("terminated");
  const fetch = asFetch(() =>
    new Response(faultyBody([], { end: "reset", resetError }))
  );
  const response = await fetch(URL_);

  const error = await response.body!.getReader().read().catch((e) => e);

  assertStrictEquals(error, resetError);
});

Deno.test("asFetch() refuses what is no function", () => {
  assertThrows(
    () => asFetch({} as never),
    TypeError,
    'Cannot make fetch: "handler" must be a function',
  );
});
