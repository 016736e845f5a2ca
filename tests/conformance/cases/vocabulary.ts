/** Messages, ids and errors. @module */

import {
  boundContextSummary,
  CallId,
  createMessage,
  createToolResultMessage,
  createUserMessage,
  deepFreeze,
  errorChain,
  freezeMessage,
  isHarnessError,
  LlmError,
  MessageId,
  parseToolArguments,
  textOf,
} from "@dsh/llm";
import type { ConformanceCase } from "../case.ts";
import { check, equal, includes, throws } from "../check.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Cases of the vocabulary. */
export const VOCABULARY: readonly ConformanceCase[] = [
  {
    name: "createMessage() copies what it is given, and freezes it deeply",
    run() {
      const content = [{ type: "text" as const, text: "Hi" }];

      const message = createMessage({
        role: "user",
        content,
        source: { kind: "user" },
      });
      content[0]!.text = "changed";

      equal(textOf(message), "Hi");
      check(Object.isFrozen(message), "the message is not frozen");
      check(Object.isFrozen(message.content[0]), "its block is not frozen");
    },
  },
  {
    name: "createUserMessage() gives every message a UUID of its own",
    run() {
      const ids = Array.from(
        { length: 100 },
        () => createUserMessage({ content: "Hi" }).id,
      );

      equal(new Set(ids).size, 100);
      equal(ids.filter((id) => !UUID.test(id)), []);
    },
  },
  {
    name:
      "createUserMessage() makes UUIDs where crypto.randomUUID() is missing",
    run() {
      // As on a page that came over plain HTTP.
      Object.defineProperty(crypto, "randomUUID", {
        value: undefined,
        configurable: true,
      });
      let ids: string[];
      try {
        ids = [1, 2].map(() => createUserMessage({ content: "Hi" }).id);
      } finally {
        Reflect.deleteProperty(crypto, "randomUUID");
      }

      equal(ids.map((id) => UUID.test(id)), [true, true]);
      check(ids[0] !== ids[1], "two messages have the same id");
      equal(typeof crypto.randomUUID, "function");
    },
  },
  {
    name: "freezeMessage() keeps the id that a message has",
    run() {
      const message = freezeMessage({
        id: MessageId("m-1"),
        role: "user",
        content: [{ type: "text", text: "Hi" }],
        source: { kind: "user" },
      });

      equal(message.id, "m-1");
      check(Object.isFrozen(message.content), "its content is not frozen");
    },
  },
  {
    name: "createToolResultMessage() holds one result, from a tool",
    run() {
      const { role, source, content } = createToolResultMessage({
        callId: CallId("c-1"),
        content: "Rain",
      });

      equal([role, source.kind, content.length], ["user", "tool", 1]);
    },
  },
  {
    name: "deepFreeze() survives values that hold themselves",
    run() {
      const value: Record<string, unknown> = {};
      value["self"] = value;

      check(deepFreeze(value) === value, "it returns something else");
      check(Object.isFrozen(value), "the value is not frozen");
    },
  },
  {
    name: "deepFreeze() freezes values that are 100,000 levels deep",
    run() {
      const innermost: unknown[] = [];
      let value = innermost;
      for (let i = 0; i < 100_000; i++) value = [value];

      deepFreeze(value);

      check(Object.isFrozen(innermost), "the innermost value is not frozen");
    },
  },
  {
    name: "deepFreeze() leaves signals and bytes alone",
    run() {
      const bytes = new Uint8Array(2);
      const { signal } = new AbortController();

      deepFreeze({ bytes, signal });
      bytes[0] = 7;

      equal(bytes[0], 7);
      equal(Object.isFrozen(signal), false);
    },
  },
  {
    name: "boundContextSummary() never cuts a character in half",
    run() {
      const summary = boundContextSummary(`${"a".repeat(118)}😀😀`);

      equal(summary, `${"a".repeat(118)}…`);
    },
  },
  {
    name: "parseToolArguments() names the call whose arguments are no JSON",
    run() {
      const error = throws(() =>
        parseToolArguments({
          type: "tool-call",
          id: CallId("c-1"),
          name: "add",
          arguments: '{"a":',
        })
      );

      check(error instanceof TypeError, "it is no TypeError");
      includes(error.message, "c-1");
    },
  },
  {
    name: "LlmError carries its facts, frozen",
    run() {
      const error = new LlmError("Cannot call", "RATE_LIMIT", { status: 429 });

      check(isHarnessError(error), "isHarnessError() does not know it");
      check(Object.isFrozen(error.failure), "its failure is not frozen");
      equal(error.name, "LlmError");
      equal(error.failure, {
        message: "Cannot call",
        code: "RATE_LIMIT",
        status: 429,
      });
    },
  },
  {
    name: "errorChain() joins causes, circular and hostile ones too",
    run() {
      const circular = new Error("a");
      circular.cause = circular;
      const hostile = new Proxy({}, {
        get() {
          throw new Error("never seen");
        },
      });

      equal(errorChain(new Error("a", { cause: new Error("b") })), "a: b");
      equal(errorChain(circular), "a: <circular cause>");
      equal(errorChain(hostile), "<unrenderable value>");
    },
  },
];
