import {
  assertEquals,
  assertFalse,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { StreamChunk } from "../../../message.ts";
import { connect, type ConnectOptions } from "../../../runtime/wire/connect.ts";
import { task } from "../_scripted_source.ts";
import { endOf, failureIn, STOP, text } from "../_stub_adapter.ts";
import {
  events,
  numbered,
  readAll,
  scriptedFetch,
  URL_OF_ANSWER,
} from "./_scripted_fetch.ts";

const CHUNKS = [text("a"), text("b"), text("c"), STOP];
const ALL = numbered(CHUNKS);

Deno.test("connect() reads a response", async () => {
  const server = scriptedFetch(events(ALL));

  const chunks = await readAll(server);

  assertEquals(chunks, CHUNKS);
  const [request, ...more] = server.requests;
  assertEquals(more, []);
  assertStrictEquals(request!.url, URL_OF_ANSWER);
  assertStrictEquals(request!.method, "GET");
  assertEquals(Object.fromEntries(request!.headers), {
    accept: "text/event-stream",
  });
});

Deno.test("connect() asks for nothing before the first read", async () => {
  const { fetch, requests } = scriptedFetch(events(ALL));

  const stream = connect(new URL(URL_OF_ANSWER), { fetch });
  await task();
  await stream.cancel();

  assertEquals(requests, []);
});

for (const end of ["close", "reset"] as const) {
  Deno.test(`connect() goes on after the last event when the body ends in a ${end}`, async () => {
    const server = scriptedFetch(
      events(numbered(CHUNKS.slice(0, 2)), { end }),
      events(numbered(CHUNKS.slice(2), 3)),
    );

    const chunks = await readAll(server);

    assertEquals(chunks, CHUNKS);
    assertEquals(server.received(), [null, "2"]);
  });
}

Deno.test("connect() goes on after any cut, within an event or between two", async () => {
  for (let length = 0; length < ALL.length; length++) {
    const server = scriptedFetch(
      events(ALL.slice(0, length)),
      ({ headers }) => {
        const received = Number(headers.get("last-event-id"));
        return events(numbered(CHUNKS.slice(received), received + 1))();
      },
    );

    const chunks = await readAll(server);

    assertEquals(chunks, CHUNKS);
    assertStrictEquals(server.requests.length, 2);
  }
});

Deno.test("connect() drops events that come again", async () => {
  const server = scriptedFetch(
    events(numbered(CHUNKS.slice(0, 2))),
    events(ALL),
  );

  assertEquals(await readAll(server), CHUNKS);
});

Deno.test("connect() refuses a gap", async () => {
  const server = scriptedFetch(
    events(numbered([text("a")]) + numbered([STOP], 3)),
  );

  const chunks = await readAll(server);

  assertEquals(chunks[0], text("a"));
  assertEquals(endOf(chunks), "error MALFORMED_RESPONSE");
  assertEquals(
    failureIn(chunks).message,
    "Cannot read response: an event has another id than 2",
  );
  assertStrictEquals(server.requests.length, 1);
});

for (const id of ["0", "01", "x", "1.0", "-1", ""]) {
  Deno.test(`connect() refuses "${id}" as the id of an event`, async () => {
    const server = scriptedFetch(
      events(`id: ${id}\ndata: ${JSON.stringify(STOP)}\n\n`),
    );

    const chunks = await readAll(server);

    assertEquals(endOf(chunks), "error MALFORMED_RESPONSE");
  });
}

Deno.test("connect() takes a finish without an id", async () => {
  const server = scriptedFetch(
    events(numbered([text("a")]) + `data: ${JSON.stringify(STOP)}\n\n`),
  );

  assertEquals(await readAll(server), [text("a"), STOP]);
});

Deno.test("connect() does not ask again for events without ids", async () => {
  const server = scriptedFetch(
    events(`data: ${JSON.stringify(text("a"))}\n\n`),
  );

  const chunks = await readAll(server);

  assertEquals(chunks[0], text("a"));
  assertEquals(endOf(chunks), "error STREAM_CLOSED");
  assertStrictEquals(server.requests.length, 1);
});

for (
  const [what, text] of [
    ["no JSON", "id: 1\ndata: {\n\n"],
    ["no chunk", 'id: 1\ndata: {"type":"odd"}\n\n'],
  ] as const
) {
  Deno.test(`connect() does not ask again for what is ${what}`, async () => {
    const server = scriptedFetch(events(text));

    const chunks = await readAll(server);

    assertEquals(endOf(chunks), "error MALFORMED_RESPONSE");
    assertStrictEquals(server.requests.length, 1);
  });
}

Deno.test("connect() holds events to the limits it is given", async () => {
  const server = scriptedFetch(events(ALL));

  const chunks = await readAll(server, { maxEventLength: 10 });

  assertEquals(endOf(chunks), "error MALFORMED_RESPONSE");
});

Deno.test("connect() takes the server's own failure as it is", async () => {
  const failure = { message: "Cannot", code: "STREAM_CLOSED" };
  const finish: StreamChunk = {
    type: "finish",
    reason: { kind: "error", failure },
  };
  const server = scriptedFetch(events(numbered([finish])));

  assertEquals(await readAll(server), [finish]);
  assertStrictEquals(server.requests.length, 1);
});

Deno.test("connect() reads nothing beyond the finish", async () => {
  const server = scriptedFetch(events(ALL + numbered([text("d")], 5)));

  assertEquals(await readAll(server), CHUNKS);
});

Deno.test("connect() lets go of a body that stays open after the finish", async () => {
  const server = scriptedFetch(events(ALL, { end: "hang" }));

  assertEquals(await readAll(server), CHUNKS);
});

Deno.test("connect() sends the caller's headers each time, and its own", async () => {
  const server = scriptedFetch(events(""), events(ALL));
  const headers = { authorization: "Bearer t", accept: "a/b" };

  await readAll(server, { headers });

  assertEquals(
    server.requests.map(({ headers }) => Object.fromEntries(headers)),
    [1, 2].map(() => ({
      accept: "text/event-stream",
      authorization: "Bearer t",
    })),
  );
});

Deno.test("connect() uses the global fetch of the time of the request", async () => {
  const { fetch } = globalThis;
  const server = scriptedFetch(events(ALL));
  const stream = connect(URL_OF_ANSWER);

  globalThis.fetch = server.fetch;
  try {
    assertEquals(await Array.fromAsync(stream), CHUNKS);
  } finally {
    globalThis.fetch = fetch;
  }
});

Deno.test("connect() passes on what one network read brought at once", async () => {
  const { fetch } = scriptedFetch(events(ALL, { end: "hang" }));
  const reader = connect(URL_OF_ANSWER, { fetch }).getReader();

  const chunks = [
    await reader.read(),
    await reader.read(),
    await reader.read(),
    await reader.read(),
  ].map(({ value }) => value);

  assertEquals(chunks, CHUNKS);
});

const WRONG: [
  what: string,
  url: unknown,
  options: object,
  path: string,
  type: ErrorConstructor,
][] = [
  ["no URL", undefined, {}, "url", TypeError],
  ["a signal that is none", "/", { signal: {} }, "options.signal", TypeError],
  [
    "a listener that is none",
    "/",
    { onState: {} },
    "options.onState",
    TypeError,
  ],
  ["a fetch that is none", "/", { fetch: {} }, "options.fetch", TypeError],
  ["randomness that is none", "/", { random: 1 }, "options.random", TypeError],
  [
    "headers that are none",
    "/",
    { headers: { "a b": "c" } },
    "options.headers",
    TypeError,
  ],
  [
    "attempts that are no number",
    "/",
    { maxAttempts: "1" },
    "options.maxAttempts",
    TypeError,
  ],
  ["no attempts", "/", { maxAttempts: 0 }, "options.maxAttempts", RangeError],
  [
    "half an attempt",
    "/",
    { maxAttempts: 1.5 },
    "options.maxAttempts",
    RangeError,
  ],
  ["no time", "/", { idleTimeoutMs: 0 }, "options.idleTimeoutMs", RangeError],
  ["no depth", "/", { maxDepth: 0 }, "options.maxDepth", RangeError],
];

for (const [what, url, options, path, type] of WRONG) {
  Deno.test(`connect() refuses ${what}`, () => {
    assertThrows(
      () => connect(url as string, options as ConnectOptions),
      type,
      `"${path}" must be`,
    );
  });
}

Deno.test("connect() refuses headers without telling them", () => {
  const headers = { authorization: "secret\n" + "more" };

  const error = assertThrows(() => connect("/", { headers }), TypeError);

  assertFalse(String((error as Error).message).includes("secret"));
});
