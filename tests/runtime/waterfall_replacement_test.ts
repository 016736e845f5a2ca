// What `next()` makes of a replacement, rule by rule.
import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  isAgentLoopRequest,
  markAgentLoopRequest,
} from "../../runtime/agent_loop.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import {
  runWaterfall,
  type WaterfallListener,
} from "../../runtime/waterfall.ts";
import { scriptedSource } from "./_scripted_source.ts";

function request(): GenerateOptions {
  return { provider: "p", model: "m", messages: [], stop: ["END"] };
}

/** Runs a waterfall whose first listener replaces the request. */
function replaceIn(
  options: GenerateOptions,
  replacement: GenerateOptions,
  ...inner: WaterfallListener[]
): GenerateOptions {
  let reached!: GenerateOptions;
  runWaterfall(options, {
    listeners: [(_options, next) => next(replacement), ...inner],
    runtime: new LlmRuntime(),
    innermost(request) {
      reached = request;
      return scriptedSource([]);
    },
  });
  return reached;
}

Deno.test("next() shows a replacement to inner listeners and the adapter", () => {
  const replacement = { ...request(), model: "other" };
  const seen: GenerateOptions[] = [];

  const reached = replaceIn(request(), replacement, (options, next) => {
    seen.push(options);
    return next();
  }, {
    transformer(options) {
      seen.push(options);
      return undefined;
    },
  });

  assertStrictEquals(seen[0], replacement);
  assertStrictEquals(seen[1], replacement);
  assertStrictEquals(reached, replacement);
});

Deno.test("next() leaves the caller's request as it is", () => {
  const options = request();

  replaceIn(options, { ...options, model: "other" });

  assertEquals(options, request());
});

Deno.test("next() freezes the replacement of a frozen request, all the way down", () => {
  const reached = replaceIn(Object.freeze(request()), request());

  assert(Object.isFrozen(reached));
  assert(Object.isFrozen(reached.stop));
});

Deno.test("next() freezes nothing a frozen request shares with its replacement", () => {
  const options = Object.freeze(request());

  const reached = replaceIn(options, { ...options, system: "Be brief" });

  assert(Object.isFrozen(reached));
  assertFalse(Object.isFrozen(options.messages));
  assertFalse(Object.isFrozen(options.stop));
});

Deno.test("next() leaves the signal of a frozen replacement working", () => {
  const controller = new AbortController();
  const reached = replaceIn(Object.freeze(request()), {
    ...request(),
    signal: controller.signal,
  });

  controller.abort();

  assertEquals(reached.signal?.aborted, true);
});

Deno.test("next() freezes no replacement of an unfrozen request", () => {
  assertFalse(Object.isFrozen(replaceIn(request(), request())));
});

Deno.test("next() keeps the request where there is no replacement", () => {
  const options = Object.freeze(request());

  assertStrictEquals(
    replaceIn(options, undefined as unknown as GenerateOptions),
    options,
  );
});

Deno.test("next() copies no loop mark", () => {
  const options = markAgentLoopRequest(request());
  const reached = replaceIn(options, {
    ...options,
    signal: new AbortController().signal,
  });

  assertFalse(isAgentLoopRequest(reached));
});

Deno.test("next() lets the signal of a loop's request be replaced, added and left out", () => {
  const { signal } = new AbortController();
  const other = new AbortController().signal;
  const plain = request();

  for (
    const [before, after] of [
      [{ ...plain, signal }, { ...plain, signal: other }],
      [{ ...plain }, { ...plain, signal }],
      [{ ...plain, signal }, { ...plain }],
    ] as [GenerateOptions, GenerateOptions][]
  ) {
    assertStrictEquals(replaceIn(markAgentLoopRequest(before), after), after);
  }
});

const CHANGES: Record<string, Partial<GenerateOptions>> = {
  provider: { provider: "other" },
  model: { model: "other" },
  messages: { messages: [] },
  system: { system: "Be brief" },
  temperature: { temperature: 0 },
  stop: { stop: undefined },
};

for (const [field, change] of Object.entries(CHANGES)) {
  Deno.test(`next() refuses another ${field} for a loop's request, and names it`, () => {
    const options = markAgentLoopRequest(request());

    assertThrows(
      () => replaceIn(options, { ...options, ...change }),
      TypeError,
      `"${field}"`,
    );
  });
}

Deno.test("next() refuses a replacement that leaves a field of a loop's request out", () => {
  const options = markAgentLoopRequest(request());
  const { stop: _, ...rest } = options;

  assertThrows(
    () => replaceIn(options, rest),
    TypeError,
    'Cannot replace request: "stop" must be as it was: a conversation loop has it logged',
  );
});

Deno.test("next() refuses a replacement that is not a request, and names what is wrong", () => {
  assertThrows(
    () => replaceIn(request(), { ...request(), model: 5 as never }),
    TypeError,
    "options.model",
  );
  assertThrows(
    () => replaceIn(request(), null as never),
    TypeError,
    "options",
  );
});
