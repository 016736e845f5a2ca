import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  decodingFailure,
  timeoutFailure,
} from "../../../adapters/deepseek/call_failure.ts";
import { ProviderRequestId } from "../../../message.ts";
import { LlmError } from "../../../runtime/error.ts";
import { drain, open, scriptBody, scriptFetch } from "./_call.ts";
import { delta, events, finishOf } from "./_wire.ts";

const exchange = {
  requestId: ProviderRequestId("r1"),
  redact: (text: string) => text.replaceAll("sk-secret", "[redacted]"),
};

Deno.test("openCall() says that an answer broke off, not that there was none", async () => {
  const body = scriptBody([events(delta({ content: "Hel" }))], "error");
  const { fetch } = scriptFetch(() => new Response(body.stream));

  const reason = finishOf(await drain(open({ fetch }).source));

  assertEquals(reason, {
    kind: "error",
    failure: {
      message: "Cannot read response: terminated",
      code: "TRANSPORT",
    },
  });
});

Deno.test("decodingFailure() leaves a failure of its own kind alone", () => {
  const error = new LlmError("Cannot read response: it is a page", "X");

  assertStrictEquals(decodingFailure(error, exchange), error);
});

Deno.test("openCall() takes JSON too deep to read for a malformed response", async () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  const body = scriptBody([`data: ${deep}\n\n`]);
  const { fetch } = scriptFetch(() => new Response(body.stream));
  const { source } = open({ fetch });

  const error = await drain(source).then(() => undefined, (error) => error);

  assertEquals(error.code, "MALFORMED_RESPONSE");
});

for (const clock of ["idle", "progress"] as const) {
  Deno.test(`timeoutFailure() names the ${clock} clock and the request`, () => {
    const config = { streamIdleTimeoutMs: 1_234, progressTimeoutMs: 5_678 };

    const { failure } = timeoutFailure(clock, config, exchange);

    const [option, ms] = clock === "idle"
      ? ["streamIdleTimeoutMs", 1_234]
      : ["progressTimeoutMs", 5_678];
    assertEquals(failure.code, "TIMEOUT");
    assertEquals(failure.requestId, exchange.requestId);
    assertEquals(failure.message.includes(`the ${option} of ${ms} ms`), true);
  });
}
