import {
  assertEquals,
  assertFalse,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { resolveResponseOptions } from "../../../runtime/wire/response_options.ts";

const OWN_HEADERS = {
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

function headersOf(
  ...args: Parameters<typeof resolveResponseOptions>
): Record<string, string> {
  return Object.fromEntries(resolveResponseOptions(...args).headers);
}

Deno.test("resolveResponseOptions() fills in what is left out", () => {
  const { headers: _, ...options } = resolveResponseOptions({});

  assertEquals(options, {
    format: "sse",
    keepAlive: ": keep-alive\n\n",
    status: 200,
    keepAliveMs: 5_000,
    replayState: false,
    signal: undefined,
  });
});

Deno.test("resolveResponseOptions() keeps what is given", () => {
  const { signal } = new AbortController();
  const given = {
    format: "ndjson",
    status: 201,
    keepAliveMs: 1,
    replayState: true,
    signal,
  } as const;

  const { headers: _, ...options } = resolveResponseOptions(given);

  assertEquals(options, { ...given, keepAlive: "\n" });
});

for (
  const [format, type] of [
    ["sse", "text/event-stream; charset=utf-8"],
    ["ndjson", "application/x-ndjson; charset=utf-8"],
  ] as const
) {
  Deno.test(`resolveResponseOptions() makes ${format} a stream for proxies and browsers`, () => {
    const headers = headersOf({ format });

    assertEquals(headers, { ...OWN_HEADERS, "content-type": type });
  });
}

for (
  const init of [
    { "X-Trace": "1" },
    [["x-trace", "1"]] as [string, string][],
    new Headers({ "x-trace": "1" }),
  ]
) {
  Deno.test(`resolveResponseOptions() adds the headers of a ${init.constructor.name}`, () => {
    const headers = headersOf({ headers: init });

    assertEquals(headers, {
      ...OWN_HEADERS,
      "content-type": "text/event-stream; charset=utf-8",
      "x-trace": "1",
    });
  });
}

Deno.test("resolveResponseOptions() changes no headers of the caller's", () => {
  const headers = new Headers();

  resolveResponseOptions({ headers });

  assertEquals([...headers], []);
});

for (
  const name of [
    "Cache-Control",
    "X-Accel-Buffering",
    "X-Content-Type-Options",
    "Content-Encoding",
    "Content-Length",
    "Content-Type",
    "Transfer-Encoding",
  ]
) {
  Deno.test(`resolveResponseOptions() refuses to replace ${name}`, () => {
    const error = assertThrows(
      () => resolveResponseOptions({ headers: { [name]: "1" } }),
      TypeError,
    );

    assertStrictEquals(
      error.message,
      `Cannot make response: "options.headers" must be without "${name.toLowerCase()}"`,
    );
  });
}

Deno.test("resolveResponseOptions() quotes no header that is none", () => {
  const error = assertThrows(
    () => resolveResponseOptions({ headers: { "x-key": "secret\n" + "é€" } }),
    TypeError,
  );

  assertStrictEquals(
    error.message,
    'Cannot make response: "options.headers" must be valid headers',
  );
  assertStrictEquals(error.cause, undefined);
});

for (
  const [options, Kind, message] of [
    [
      { format: "xml" },
      TypeError,
      '"options.format" must be "sse" or "ndjson"',
    ],
    [{ format: null }, TypeError, '"options.format" must be "sse" or "ndjson"'],
    [{ format: "toString" }, TypeError, '"options.format" must be "sse" or'],
    [{ status: "200" }, TypeError, '"options.status" must be a number'],
    [
      { status: 199 },
      RangeError,
      '"options.status" must be an integer from 200',
    ],
    [
      { status: 300 },
      RangeError,
      '"options.status" must be an integer from 200',
    ],
    [{ status: 200.5 }, RangeError, '"options.status" must be an integer'],
    [{ status: NaN }, RangeError, '"options.status" must be an integer'],
    [{ status: 204 }, RangeError, "but not 204 or 205"],
    [{ status: 205 }, RangeError, "but not 204 or 205"],
    [{ keepAliveMs: "1" }, TypeError, '"options.keepAliveMs" must be a number'],
    [
      { keepAliveMs: true },
      TypeError,
      '"options.keepAliveMs" must be a number',
    ],
    [{ keepAliveMs: 0 }, RangeError, '"options.keepAliveMs" must be a number'],
    [{ keepAliveMs: Infinity }, RangeError, '"options.keepAliveMs" must be a'],
    [{ replayState: 1 }, TypeError, '"options.replayState" must be a boolean'],
    [{ signal: {} }, TypeError, '"options.signal" must be an AbortSignal'],
  ] as [Record<string, unknown>, typeof TypeError, string][]
) {
  const [[name, value] = []] = Object.entries(options);
  Deno.test(`resolveResponseOptions() refuses ${name} ${String(value)}`, () => {
    assertThrows(() => resolveResponseOptions(options), Kind, message);
  });
}

for (const status of [200, 202, 299]) {
  Deno.test(`resolveResponseOptions() takes status ${status}`, () => {
    const options = resolveResponseOptions({ status });

    assertStrictEquals(options.status, status);
  });
}

Deno.test("resolveResponseOptions() takes false for keepAliveMs", () => {
  const { keepAliveMs } = resolveResponseOptions({ keepAliveMs: false });

  assertFalse(keepAliveMs);
});
