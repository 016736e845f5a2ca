import {
  assertEquals,
  assertLess,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { errorChain } from "../../runtime/error_chain.ts";

function trap(): never {
  throw new Error("trapped");
}

function errorWith(properties: PropertyDescriptorMap): Error {
  return Object.defineProperties(new Error("top"), properties);
}

function circular(): Error {
  const error = new Error("top");
  error.cause = new Error("inner", { cause: error });
  return error;
}

function circularAggregate(): Error {
  const errors: unknown[] = [];
  const error = new AggregateError([], "top");
  errors.push(new Error("inner", { cause: error }));
  error.errors = errors;
  return error;
}

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const ROWS: [what: string, value: unknown, chain: string][] = [
  ["an error by its message", new Error("top"), "top"],
  ["an error without a message by its name", new TypeError(), "TypeError"],
  [
    "each cause after a colon",
    new Error("top", { cause: new Error("mid", { cause: new Error("end") }) }),
    "top: mid: end",
  ],
  ["a cause that is a string", new Error("top", { cause: "end" }), "top: end"],
  ["a cause that is a number", new Error("top", { cause: 0 }), "top: 0"],
  ["a cause that is null as none", new Error("top", { cause: null }), "top"],
  [
    "a cause that repeats the message once",
    new Error("top", { cause: new Error("top", { cause: "end" }) }),
    "top: end",
  ],
  [
    "a cause the message ends with once",
    new Error("top: end", { cause: new Error("end") }),
    "top: end",
  ],
  [
    "a cause that shares no more than its last letters",
    new Error("stop", { cause: new Error("top") }),
    "stop: top",
  ],
  [
    "the members of an AggregateError in brackets",
    new AggregateError([new Error("a"), new Error("b")], "top"),
    "top [a; b]",
  ],
  [
    "the causes of members and of their AggregateError",
    new AggregateError([new Error("a", { cause: "b" })], "top", {
      cause: "end",
    }),
    "top [a: b]: end",
  ],
  [
    "members of members",
    new AggregateError([new AggregateError([new Error("a")], "in")], "top"),
    "top [in [a]]",
  ],
  ["an AggregateError without members", new AggregateError([], "top"), "top"],
  [
    "an AggregateError of another realm",
    { name: "AggregateError", message: "top", errors: ["a", "b"] },
    "top [a; b]",
  ],
  [
    "no errors of what is no AggregateError",
    Object.assign(new Error("top"), { errors: ["a"] }),
    "top",
  ],
  ["a cause that comes round", circular(), "top: inner: <circular cause>"],
  [
    "a member that comes round",
    circularAggregate(),
    "top [inner: <circular cause>]",
  ],
  [
    "one error twice that does not come round",
    new AggregateError([new Error("a"), new Error("a")], "top"),
    "top [a; a]",
  ],
  ["a string", "top", "top"],
  ["undefined", undefined, "undefined"],
  ["null", null, "null"],
  ["a symbol", Symbol("top"), "Symbol(top)"],
  ["an object with a message", { message: "top", cause: "end" }, "top: end"],
  ["an object that says what it is", { toString: () => "top" }, "top"],
  [
    "an object whose toString throws",
    { toString: trap },
    "<unrenderable value>",
  ],
  [
    "an object without a prototype",
    Object.create(null),
    "<unrenderable value>",
  ],
  ["a revoked proxy", revokedProxy(), "<unrenderable value>"],
  [
    "a message that throws",
    errorWith({ message: { get: trap } }),
    "<unrenderable value>",
  ],
  [
    "a cause that throws",
    errorWith({ cause: { get: trap } }),
    "top: <unrenderable value>",
  ],
  [
    "members that throw",
    Object.defineProperty(new AggregateError(["a"], "top"), "errors", {
      value: new Proxy(["a"], { get: trap }),
    }),
    "top [<unrenderable value>]",
  ],
];

for (const [what, value, expected] of ROWS) {
  Deno.test(`errorChain() renders ${what}`, () => {
    const chain = errorChain(value);

    assertEquals(chain, expected);
  });
}

Deno.test("errorChain() ends where causes never do", () => {
  let count = 0;
  function makeLink(): object {
    return {
      message: `link ${count++}`,
      get cause() {
        return makeLink();
      },
    };
  }

  const chain = errorChain(makeLink());

  assertLess(count, 10_000);
  assertMatch(chain, /^link 0: link 1: .*: …$/);
});

Deno.test("errorChain() ends where shared members multiply", () => {
  let error: Error = new Error("leaf");
  for (let level = 0; level < 60; level++) {
    error = new AggregateError([error, error], "both");
  }

  const chain = errorChain(error);

  assertLess(chain.length, 100_000);
});

Deno.test("errorChain() survives a chain of 100,000 causes", () => {
  let error = new Error("end");
  for (let link = 0; link < 100_000; link++) {
    error = new Error(`link ${link}`, { cause: error });
  }

  const chain = errorChain(error);

  assertStringIncludes(chain, "link 99999: link 99998: ");
});
