import { assertFalse, assertThrows } from "@std/assert";
import { fromResponse } from "../../../runtime/wire/from_response.ts";

const headers = new Headers();

for (
  const [what, value] of [
    ["nothing", undefined],
    ["null", null],
    ["a stream", new ReadableStream()],
    ["a request", new Request("http://localhost/")],
    ["a promise", Promise.resolve(new Response())],
    ["a status without headers", { status: 200, body: null }],
    ["headers without a status", { headers, body: null }],
    ["a body that is no stream", { status: 200, headers, body: {} }],
  ] as const
) {
  Deno.test(`fromResponse() refuses ${what} for a response`, () => {
    assertThrows(
      () => fromResponse(value as Response),
      TypeError,
      'Cannot read response: "response" must be a Response',
    );
  });
}

// Whatever the response: who gives a wrong option should not have to wait for it
// to matter.
for (const status of [200, 500]) {
  Deno.test(`fromResponse() refuses a wrong limit at status ${status}`, () => {
    const response = new Response("", { status });

    assertThrows(
      () => fromResponse(response, { maxEvents: 0 }),
      RangeError,
      'maxEvents" must be',
    );
    assertFalse(response.body?.locked);
  });

  Deno.test(`fromResponse() refuses a wrong signal at status ${status}`, () => {
    const response = new Response("", { status });

    assertThrows(
      () => fromResponse(response, { signal: {} as AbortSignal }),
      TypeError,
      '"options.signal" must be an AbortSignal',
    );
    assertFalse(response.body?.locked);
  });
}

Deno.test("fromResponse() refuses a body that was read", async () => {
  const response = new Response("");
  const reader = response.body!.getReader();
  await reader.read();
  reader.releaseLock();

  assertThrows(
    () => fromResponse(response),
    TypeError,
    "Cannot read response: its body is already in use",
  );
});

Deno.test("fromResponse() refuses a body that is locked", () => {
  const response = new Response("", { status: 500 });
  response.body?.getReader();

  assertThrows(
    () => fromResponse(response),
    TypeError,
    "Cannot read response: its body is already in use",
  );
});
