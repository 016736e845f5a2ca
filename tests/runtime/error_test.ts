import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { ProviderRequestId } from "../../message.ts";
import {
  HarnessError,
  isHarnessError,
  LlmError,
  type LlmErrorOptions,
} from "../../runtime/error.ts";

Deno.test("HarnessError() keeps its message, code and cause", () => {
  const cause = new Error("disk is full");

  const error = new HarnessError("Cannot open log", "LOG_FULL", { cause });

  assertInstanceOf(error, Error);
  assertEquals(error.message, "Cannot open log");
  assertEquals(error.code, "LOG_FULL");
  assertStrictEquals(error.cause, cause);
});

Deno.test("HarnessError() has no cause unless one is given", () => {
  const error = new HarnessError("Cannot open log", "LOG_FULL", {
    cause: undefined,
  });

  assertFalse("cause" in error);
});

Deno.test("HarnessError() names its class whatever a minifier renames", () => {
  const Renamed = class extends HarnessError {};

  const error = new Renamed("Cannot open log", "LOG_FULL");

  assertEquals(error.name, "HarnessError");
});

for (const message of ["", undefined, 5]) {
  Deno.test(`HarnessError() refuses the message ${JSON.stringify(message)}`, () => {
    assertThrows(
      () => new HarnessError(message as string, "LOG_FULL"),
      TypeError,
      '"message"',
    );
  });
}

for (const code of ["", undefined, 5]) {
  Deno.test(`HarnessError() refuses the code ${JSON.stringify(code)}`, () => {
    assertThrows(
      () => new HarnessError("Cannot open log", code as string),
      TypeError,
      '"code"',
    );
  });
}

Deno.test("LlmError() is a HarnessError with a name of its own", () => {
  const error = new LlmError("Cannot call model", "SERVER");

  assertInstanceOf(error, HarnessError);
  assertEquals(error.name, "LlmError");
});

Deno.test("LlmError() gathers what the provider told in its failure", () => {
  const requestId = ProviderRequestId("req-1");

  const error = new LlmError("Cannot call model", "RATE_LIMIT", {
    status: 429,
    providerRetryAfterMs: 0.5,
    requestId,
  });

  assertEquals(error.failure, {
    message: "Cannot call model",
    code: "RATE_LIMIT",
    status: 429,
    providerRetryAfterMs: 0.5,
    requestId,
  });
});

Deno.test("LlmError() leaves facts that are not present out of its failure", () => {
  const error = new LlmError("Cannot call model", "SERVER", {
    cause: new Error("reset"),
    status: undefined,
    providerRetryAfterMs: undefined,
    requestId: undefined,
  });

  assertEquals(Object.keys(error.failure), ["message", "code"]);
});

Deno.test("LlmError() freezes its failure", () => {
  const error = new LlmError("Cannot call model", "SERVER");

  assert(Object.isFrozen(error.failure));
});

Deno.test("LlmError() has the code of its failure", () => {
  const error = new LlmError("Cannot call model", "SERVER");

  assertEquals(error.code, error.failure.code);
});

Deno.test("LlmError() keeps its cause", () => {
  const cause = new Error("reset");

  const error = new LlmError("Cannot call model", "TRANSPORT", { cause });

  assertStrictEquals(error.cause, cause);
});

for (const status of [100, 599]) {
  Deno.test(`LlmError() takes the status ${status}`, () => {
    const error = new LlmError("Cannot call model", "SERVER", { status });

    assertEquals(error.failure.status, status);
  });
}

const BAD_FACTS: [
  fact: keyof LlmErrorOptions,
  value: unknown,
  type: typeof TypeError | typeof RangeError,
][] = [
  ["status", 99, RangeError],
  ["status", 600, RangeError],
  ["status", 200.5, RangeError],
  ["status", NaN, RangeError],
  ["status", "200", TypeError],
  ["status", null, TypeError],
  ["providerRetryAfterMs", 0, RangeError],
  ["providerRetryAfterMs", -1, RangeError],
  ["providerRetryAfterMs", Infinity, RangeError],
  ["providerRetryAfterMs", NaN, RangeError],
  ["providerRetryAfterMs", "5", TypeError],
  ["requestId", "", TypeError],
  ["requestId", 5, TypeError],
];

for (const [fact, value, type] of BAD_FACTS) {
  Deno.test(`LlmError() refuses the ${fact} ${typeof value} ${value}`, () => {
    assertThrows(
      () => new LlmError("Cannot call model", "SERVER", { [fact]: value }),
      type,
      `"options.${fact}"`,
    );
  });
}

Deno.test("isHarnessError() knows instances of the class and of subclasses", () => {
  class LogError extends HarnessError {}

  const results = [
    new HarnessError("Cannot open log", "LOG_FULL"),
    new LlmError("Cannot call model", "SERVER"),
    new LogError("Cannot open log", "LOG_FULL"),
  ].map(isHarnessError);

  assertEquals(results, [true, true, true]);
});

const STRANGERS: [what: string, value: unknown][] = [
  ["an error", new Error("boom")],
  ["a look-alike", { name: "HarnessError", message: "boom", code: "X" }],
  ["an object with the prototype alone", Object.create(HarnessError.prototype)],
  ["a primitive", "boom"],
  ["null", null],
  ["nothing", undefined],
  [
    "a proxy whose traps throw",
    new Proxy({}, {
      getPrototypeOf() {
        throw new Error("trapped");
      },
    }),
  ],
];

for (const [what, value] of STRANGERS) {
  Deno.test(`isHarnessError() is false for ${what}`, () => {
    const result = isHarnessError(value);

    assertFalse(result);
  });
}
