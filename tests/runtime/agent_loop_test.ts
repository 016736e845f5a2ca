import {
  assert,
  assertFalse,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  isAgentLoopRequest,
  markAgentLoopRequest,
} from "../../runtime/agent_loop.ts";
import type { GenerateOptions } from "../../runtime/request.ts";

function request(): GenerateOptions {
  return { provider: "p", model: "m", messages: [] };
}

Deno.test("markAgentLoopRequest() returns the request it marked", () => {
  const options = request();

  assertStrictEquals(markAgentLoopRequest(options), options);
});

Deno.test("markAgentLoopRequest() marks a frozen request", () => {
  const options = Object.freeze(request());

  markAgentLoopRequest(options);

  assert(isAgentLoopRequest(options));
});

Deno.test("markAgentLoopRequest() refuses what is no object", () => {
  assertThrows(
    () => markAgentLoopRequest(null as unknown as GenerateOptions),
    TypeError,
    'Cannot mark request: "request" must be an object',
  );
});

Deno.test("isAgentLoopRequest() knows no request that was not marked", () => {
  assertFalse(isAgentLoopRequest(request()));
});

Deno.test("isAgentLoopRequest() knows no copy of a marked request", () => {
  const options = markAgentLoopRequest(request());

  assertFalse(isAgentLoopRequest({ ...options }));
  assertFalse(isAgentLoopRequest(structuredClone(options)));
  assertFalse(isAgentLoopRequest(Object.create(options)));
});
