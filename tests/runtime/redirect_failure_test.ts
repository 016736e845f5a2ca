import { assertEquals, assertFalse } from "@std/assert";
import { redactor } from "../../runtime/redactor.ts";
import { redirectFailure } from "../../runtime/redirect_failure.ts";

const KEY = "sk-AbCdEf0123456789";
const options = {
  url: "https://llm.example/v1/models",
  redact: redactor([KEY]),
};

function redirectTo(location: string): Response {
  return new Response(null, { status: 307, headers: { location } });
}

const TARGETS: readonly [location: string, target: string][] = [
  ["https://other.example/x?y", '"https://other.example"'],
  ["/elsewhere", '"https://llm.example"'],
  ["", "an unknown place"],
  ["http://[", "an unknown place"],
];

for (const [location, target] of TARGETS) {
  Deno.test(`redirectFailure() takes "${location}" for ${target}`, () => {
    assertEquals(
      redirectFailure(redirectTo(location), options)?.message,
      `Cannot call model: the server redirects to ${target}`,
    );
  });
}

Deno.test("redirectFailure() repeats no secret, whatever becomes of its letters", () => {
  const response = redirectTo(`https://${KEY}.example/${KEY}`);

  const error = redirectFailure(response, options);

  assertFalse(/abcd|0123/i.test(Deno.inspect(error)));
});

Deno.test("redirectFailure() keeps status and request id", () => {
  const response = new Response(null, {
    status: 302,
    headers: { "x-request-id": "r1" },
  });

  const error = redirectFailure(response, options);

  assertEquals(
    [error?.code, error?.failure.status, error?.failure.requestId as string],
    ["INVALID_REQUEST", 302, "r1"],
  );
});

Deno.test("redirectFailure() finds nothing wrong with another answer", () => {
  for (const status of [200, 299, 400]) {
    assertEquals(
      redirectFailure(new Response(null, { status }), options),
      undefined,
    );
  }
});

Deno.test("redirectFailure() lets go of a body that nobody reads", () => {
  let cancelled = false;
  const body = new ReadableStream({
    cancel() {
      cancelled = true;
      throw new Error("Cannot stop");
    },
  });

  redirectFailure(new Response(body, { status: 307 }), options);

  assertEquals(cancelled, true);
});
