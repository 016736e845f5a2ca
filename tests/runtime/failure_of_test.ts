import { assert, assertEquals, assertNotStrictEquals } from "@std/assert";
import { type LlmFailure, ProviderRequestId } from "../../message.ts";
import { HarnessError, LlmError } from "../../runtime/error.ts";
import { copyFailure, failureOf } from "../../runtime/failure_of.ts";

const NO_MESSAGE = "Cannot complete call: the error tells nothing";

function trap(): never {
  throw new Error("trapped");
}

/** Throws whatever is done to it. */
function hostileProxy(target: object = {}): object {
  return new Proxy(target, {
    get: trap,
    getOwnPropertyDescriptor: trap,
    getPrototypeOf: trap,
    has: trap,
    ownKeys: trap,
  });
}

Deno.test("failureOf() keeps the facts of an LlmError", () => {
  const error = new LlmError("Cannot call model", "RATE_LIMIT", {
    status: 429,
    providerRetryAfterMs: 1_500,
    requestId: ProviderRequestId("req-1"),
  });

  const failure = failureOf(error);

  assertEquals(failure, error.failure);
});

Deno.test("failureOf() makes a new frozen object for each call", () => {
  const error = new LlmError("Cannot call model", "SERVER");

  const failure = failureOf(error);

  assertNotStrictEquals(failure, error.failure);
  assertNotStrictEquals(failure, failureOf(error));
  assert(Object.isFrozen(failure));
});

Deno.test("failureOf() freezes the facts of an error that carries none", () => {
  assert(Object.isFrozen(failureOf(new Error("boom"))));
});

Deno.test("failureOf() knows an error of another copy of the module by its shape", () => {
  const failure = { message: "Cannot call model", code: "SERVER", status: 500 };
  const error = Object.assign(new Error("other"), { code: "SERVER", failure });

  const result = failureOf(error);

  assertEquals(result, failure);
});

Deno.test("failureOf() leaves unknown fields of a failure behind", () => {
  const failure = { message: "boom", code: "SERVER", apiKey: "sk-1" };

  const result = failureOf({ code: "SERVER", failure });

  assertEquals(result, { message: "boom", code: "SERVER" });
});

Deno.test("failureOf() drops a failure that disagrees with the code", () => {
  const error = Object.assign(new Error("other"), {
    code: "AUTH",
    failure: { message: "boom", code: "SERVER" },
  });

  const result = failureOf(error);

  assertEquals(result, { message: "other", code: "UNKNOWN" });
});

const BAD_FAILURES: [what: string, failure: unknown][] = [
  ["that is not an object", "boom"],
  ["with an empty message", { message: "", code: "SERVER" }],
  ["with no message", { code: "SERVER" }],
  ["with no code", { message: "boom" }],
  ["with a bad status", { message: "boom", code: "SERVER", status: 9 }],
  [
    "with a bad delay",
    { message: "boom", code: "SERVER", providerRetryAfterMs: -1 },
  ],
  [
    "with a bad request id",
    { message: "boom", code: "SERVER", requestId: 5 },
  ],
  ["that is a hostile proxy", hostileProxy()],
];

for (const [what, failure] of BAD_FAILURES) {
  Deno.test(`failureOf() drops a failure ${what}`, () => {
    const error = Object.assign(new Error("other"), {
      code: "SERVER",
      failure,
    });

    const result = failureOf(error);

    assertEquals(result, { message: "other", code: "UNKNOWN" });
  });

  Deno.test(`copyFailure() is undefined for a failure ${what}`, () => {
    const result = copyFailure(failure);

    assertEquals(result, undefined);
  });
}

Deno.test("copyFailure() copies the known facts and freezes them", () => {
  const failure: LlmFailure = { message: "boom", code: "SERVER", status: 500 };

  const result = copyFailure({ ...failure, apiKey: "sk-1" });

  assertEquals(result, failure);
  assert(Object.isFrozen(result));
});

Deno.test("failureOf() keeps the code of a HarnessError", () => {
  const error = new HarnessError("Cannot open log", "LOG_FULL");

  const failure = failureOf(error);

  assertEquals(failure, { message: "Cannot open log", code: "LOG_FULL" });
});

Deno.test("failureOf() does not take the code of a foreign error", () => {
  const error = Object.assign(new Error("reset"), { code: "ECONNRESET" });

  const failure = failureOf(error);

  assertEquals(failure, { message: "reset", code: "UNKNOWN" });
});

Deno.test("failureOf() never invokes getters", () => {
  let invoked = 0;
  const count = { get: () => invoked++, enumerable: true };
  const value = Object.defineProperties(new Error(), {
    message: count,
    code: count,
    failure: count,
  });

  const failure = failureOf(value);

  assertEquals(invoked, 0);
  assertEquals(failure, { message: NO_MESSAGE, code: "UNKNOWN" });
});

Deno.test("failureOf() never invokes getters of the failure", () => {
  let invoked = 0;
  const failure = {
    message: "boom",
    get code() {
      invoked++;
      return "SERVER";
    },
  };

  const result = failureOf({ message: "other", code: "SERVER", failure });

  assertEquals(invoked, 0);
  assertEquals(result, { message: "other", code: "UNKNOWN" });
});

const MESSAGES: [what: string, value: unknown, message: string][] = [
  ["an error", new Error("boom"), "boom"],
  ["an error of the platform", new DOMException("gone", "AbortError"), "gone"],
  ["a plain object with a message", { message: "boom" }, "boom"],
  ["a string", "boom", "boom"],
  ["a number", 5, "5"],
  ["a symbol", Symbol("boom"), "Symbol(boom)"],
  ["an error without a message", new Error(), NO_MESSAGE],
  ["an error with a blank message", new Error(" \n"), NO_MESSAGE],
  ["an empty string", "", NO_MESSAGE],
  ["nothing", undefined, NO_MESSAGE],
  ["null", null, NO_MESSAGE],
  ["an object without a message", {}, NO_MESSAGE],
  ["an object without a prototype", Object.create(null), NO_MESSAGE],
  ["a function", () => "boom", NO_MESSAGE],
  ["an object whose toString throws", { toString: trap }, NO_MESSAGE],
  [
    "a message whose toString throws",
    { message: { toString: trap, [Symbol.toPrimitive]: trap } },
    NO_MESSAGE,
  ],
  [
    "an object whose Symbol.toPrimitive throws",
    { [Symbol.toPrimitive]: trap },
    NO_MESSAGE,
  ],
  ["a hostile proxy", hostileProxy(), NO_MESSAGE],
  [
    "a hostile proxy around an error of the platform",
    hostileProxy(new DOMException("gone")),
    NO_MESSAGE,
  ],
  ["a revoked proxy", revokedProxy(), NO_MESSAGE],
];

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

for (const [what, value, message] of MESSAGES) {
  Deno.test(`failureOf() finds the message of ${what}`, () => {
    const failure = failureOf(value);

    assertEquals(failure, { message, code: "UNKNOWN" });
  });
}

Deno.test("failureOf() keeps nothing that changes with the value", () => {
  const failure = { message: "boom", code: "SERVER" };
  const value = { code: "SERVER", failure };

  const result = failureOf(value);
  failure.message = "changed";

  assertEquals(result, { message: "boom", code: "SERVER" });
});
