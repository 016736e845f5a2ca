import { assertEquals, assertStrictEquals } from "@std/assert";
import type {
  ConnectOptions,
  ConnectState,
} from "../../../runtime/wire/connect.ts";
import { endOf, failureIn, STOP, text } from "../_stub_adapter.ts";
import {
  events,
  numbered,
  readAll,
  type ScriptedAnswer,
  scriptedFetch,
  status,
} from "./_scripted_fetch.ts";

const CHUNKS = [text("a"), text("b"), STOP];
const ALL = numbered(CHUNKS);

/** How long a client waits before each further request, in milliseconds. */
async function delaysOf(
  script: readonly ScriptedAnswer[],
  options: ConnectOptions = {},
): Promise<number[]> {
  const times: number[] = [];
  const { fetch } = scriptedFetch(...script);
  await readAll({
    fetch: (...args) => {
      times.push(Date.now());
      return fetch(...args);
    },
  }, options);
  return times.slice(1).map((time, at) => time - times[at]!);
}

const refused = new TypeError("Connection refused");

const PASSING: [what: string, answer: ScriptedAnswer][] = [
  ["a server that cannot be reached", refused],
  ["a body that ends at once", events("")],
  ["a body that breaks at once", events("", { end: "reset" })],
  ["a body that breaks within an event", events("id: 1\ndata: {")],
  ...[408, 429, 500, 502, 503, 504, 599].map((code) =>
    [`status ${code}`, status(code)] as [string, Response]
  ),
  ["an answer that is opaque", Response.error()],
];

for (const [what, answer] of PASSING) {
  Deno.test(`connect() asks again after ${what}`, async () => {
    const server = scriptedFetch(answer, answer, events(ALL));

    const chunks = await readAll(server);

    assertEquals(chunks, CHUNKS);
    assertEquals(server.received(), [null, null, null]);
  });
}

Deno.test("connect() waits twice as long each time, up to a minute", async () => {
  const delays = await delaysOf([refused]);

  assertEquals(delays, [
    500,
    1_000,
    2_000,
    4_000,
    8_000,
    16_000,
    32_000,
    60_000,
    60_000,
  ]);
});

for (const [random, delay] of [[0, 250], [0.5, 500], [0.75, 625]] as const) {
  Deno.test(`connect() waits ${delay} ms where chance says ${random}`, async () => {
    const delays = await delaysOf([refused, events(ALL)], {
      random: () => random,
    });

    assertEquals(delays, [delay]);
  });
}

Deno.test("connect() begins with the shortest wait again after a chunk", async () => {
  const delays = await delaysOf([
    refused,
    refused,
    refused,
    events(numbered([text("a")])),
    refused,
    refused,
    events(ALL),
  ]);

  assertEquals(delays, [500, 1_000, 2_000, 500, 500, 1_000]);
});

Deno.test("connect() waits as long as the answer asks", async () => {
  const delays = await delaysOf([
    status(503, { "retry-after": "7" }),
    status(429, { "retry-after-ms": "1500" }),
    events(ALL),
  ]);

  assertEquals(delays, [7_000, 1_500]);
});

Deno.test("connect() gives up on a server that asks for more than a minute", async () => {
  const server = scriptedFetch(status(503, { "retry-after": "61" }));

  const chunks = await readAll(server);

  assertEquals(endOf(chunks), "error SERVER");
  assertStrictEquals(failureIn(chunks).providerRetryAfterMs, 61_000);
  assertStrictEquals(server.requests.length, 1);
});

Deno.test("connect() begins with the wait that events ask for", async () => {
  const delays = await delaysOf([
    events("retry: 3000\n\n" + numbered([text("a")])),
    refused,
    refused,
    events(ALL),
  ]);

  assertEquals(delays, [3_000, 3_000, 6_000]);
});

Deno.test("connect() waits a minute at most where events ask for more", async () => {
  const delays = await delaysOf([
    events("retry: 999999999\n\n" + numbered([text("a")])),
    events(ALL),
  ]);

  assertEquals(delays, [60_000]);
});

const FAILING: [what: string, answer: ScriptedAnswer, code: string][] = [
  ["refused connections", refused, "TRANSPORT"],
  ["bodies that end", events(": keep-alive\n\n"), "STREAM_CLOSED"],
  ["errors", status(502), "SERVER"],
];

for (const [what, answer, code] of FAILING) {
  Deno.test(`connect() gives up after ten ${what} in a row`, async () => {
    const server = scriptedFetch(answer);

    const chunks = await readAll(server);

    assertEquals(endOf(chunks), `error ${code}`);
    assertStrictEquals(server.requests.length, 10);
  });
}

Deno.test("connect() gives up after as many attempts as it is told", async () => {
  const server = scriptedFetch(
    refused,
    refused,
    events(numbered([text("a")])),
    refused,
    refused,
    refused,
    events(ALL),
  );

  const chunks = await readAll(server, { maxAttempts: 3 });

  assertEquals(endOf(chunks), "error TRANSPORT");
  assertStrictEquals(server.requests.length, 6);
});

Deno.test("connect() tells what it does", async () => {
  const states: ConnectState[] = [];
  const server = scriptedFetch(
    refused,
    events(numbered([text("a")])),
    events(ALL),
  );

  await readAll(server, { onState: (state) => void states.push(state) });

  assertEquals(states, [
    "connecting",
    "waiting",
    "connecting",
    "open",
    "waiting",
    "connecting",
    "open",
    "closed",
  ]);
});

for (
  const [what, onState] of [
    ["throws", () => {
      throw new Error("Broken");
    }],
    ["rejects", () => Promise.reject(new Error("Broken"))],
  ] as const
) {
  Deno.test(`connect() reads on though its listener ${what}`, async () => {
    const server = scriptedFetch(refused, events(ALL));

    assertEquals(await readAll(server, { onState }), CHUNKS);
  });
}
