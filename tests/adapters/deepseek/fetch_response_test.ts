import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { fetchResponse } from "../../../adapters/deepseek/fetch_response.ts";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";
import { LlmError } from "../../../runtime/error.ts";
import { scriptBody } from "./_call.ts";

function ask(response: Response): Promise<Response> {
  return fetchResponse({
    config: resolveDeepSeekOptions({ fetch: () => Promise.resolve(response) }),
    path: "/models",
    apiKey: undefined,
    signal: new AbortController().signal,
    redact: (text) => text,
  });
}

Deno.test("fetchResponse() hands over an answer, good or bad", async () => {
  const response = new Response("busy", { status: 503 });

  assertStrictEquals(await ask(response), response);
});

Deno.test("fetchResponse() cancels the body of a redirect", async () => {
  const { stream, cancelled } = scriptBody(["Moved"], "stall");
  const headers = { location: "https://other.example/x?key=1" };

  const error = await assertRejects(
    () => ask(new Response(stream, { status: 302, headers })),
    LlmError,
  );

  assertEquals(cancelled.length, 1);
  assertEquals(error.failure, {
    code: "INVALID_REQUEST",
    message:
      'Cannot call model: the server redirects to "https://other.example"',
    status: 302,
  });
});

Deno.test("fetchResponse() refuses a redirect that a browser hides", async () => {
  const response = new Response(null);
  Object.defineProperty(response, "type", { value: "opaqueredirect" });
  Object.defineProperty(response, "status", { value: 0 });

  const error = await assertRejects(() => ask(response), LlmError);

  assertEquals(error.failure, {
    code: "INVALID_REQUEST",
    message: "Cannot call model: the server redirects to an unknown place",
  });
});
