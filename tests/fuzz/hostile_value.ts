/**
 * Values nobody should throw, and that somebody does.
 *
 * @module
 */

import {
  ABORTED_CODE,
  LlmError,
  RATE_LIMIT_CODE,
  TRANSPORT_CODE,
} from "../../mod.ts";
import type { Random } from "./random.ts";

function refuse(): never {
  throw new Error("Trap");
}

const HOSTILE: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => "",
  () => "text",
  () => 0,
  () => Symbol("s"),
  () => 1n,
  () => () => {},
  () => new Error(""),
  () => new TypeError("Failed"),
  () => new LlmError("Busy", RATE_LIMIT_CODE, { status: 429 }),
  () => new LlmError("Reset", TRANSPORT_CODE, { cause: new Error("ECONN") }),
  () => new LlmError("Stopped", ABORTED_CODE),
  () => new DOMException("Aborted", "AbortError"),
  () => Object.create(null),
  () => ({ message: "plain", code: "PLAIN" }),
  () => ({ code: "A", failure: { code: "A", message: "m" } }),
  () => ({ code: "A", failure: { code: "B", message: "" } }),
  () => ({ failure: null, code: "" }),
  () => ({ code: "A", failure: { code: "A", message: "m", status: 7 } }),
  () => ({ toString: refuse, [Symbol.toPrimitive]: refuse }),
  () => ({
    get message() {
      return refuse();
    },
    get code() {
      return refuse();
    },
    get failure() {
      return refuse();
    },
  }),
  () => Object.defineProperty(new Error("a"), "message", { get: refuse }),
  () => Object.defineProperty(new Error("a"), "cause", { get: refuse }),
  () => Object.assign(new Error("a"), { message: 7, name: null }),
  () => {
    const error = new Error("circle");
    error.cause = error;
    return error;
  },
  () => {
    const error = new Error("far circle", { cause: new Error("b") });
    (error.cause as Error).cause = new AggregateError([error], "many");
    return error;
  },
  () => {
    let error: Error = new Error("deep");
    for (let k = 0; k < 500; k++) error = new Error(`${k}`, { cause: error });
    return error;
  },
  () => new AggregateError([], ""),
  () => new AggregateError([null, undefined, Symbol("s")], "mixed"),
  () =>
    new Proxy({}, {
      get: refuse,
      has: refuse,
      ownKeys: refuse,
      getPrototypeOf: refuse,
      getOwnPropertyDescriptor: refuse,
    }),
  () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  () => new Proxy(new Error("behind a proxy"), {}),
];

/** One of them. */
export function hostileValue(random: Random): unknown {
  return random.pick(HOSTILE)();
}
