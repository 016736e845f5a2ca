import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  createAssistantMessage,
  createMessage,
  createUserMessage,
  deepFreeze,
} from "../../message.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { projectRequest } from "../../runtime/project_request.ts";
import { STOP, streamOf, stubAdapter } from "./_stub_adapter.ts";

const ADAPTER = stubAdapter(() => streamOf([STOP]));
const OTHER = stubAdapter(() => streamOf([STOP]));
const STATE = { response: { id: "r1" } };
const HI = createUserMessage({ content: "Hi" });
const ANSWER = createAssistantMessage({
  content: [{ type: "text", text: "Hello" }],
  source: { provider: "old", model: "m", replayState: STATE },
});

/** Projects a request for `ADAPTER`, with the given owners of the routes. */
function project(
  options: GenerateOptions,
  owners: Record<string, typeof ADAPTER> = {},
  fields: Partial<GenerateOptions> = {},
): GenerateOptions {
  return projectRequest(options, {
    fields,
    adapter: ADAPTER,
    ownerOf: (route) => owners[route],
  });
}

function request(): GenerateOptions {
  return { provider: "p", model: "m", messages: [HI, ANSWER] };
}

function statesOf({ messages }: GenerateOptions): unknown[] {
  return messages.map(({ source }) =>
    source.kind === "model" ? source.replayState : undefined
  );
}

Deno.test("projectRequest() returns the request itself where nothing changes", () => {
  const options = request();

  const projected = project(options, { p: ADAPTER, old: ADAPTER });

  assertStrictEquals(projected, options);
});

Deno.test("projectRequest() leaves foreign answers without state alone", () => {
  const answer = createAssistantMessage({
    content: "Hello",
    source: { provider: "old", model: "m" },
  });
  const options = { ...request(), messages: [HI, answer] };

  assertStrictEquals(project(options, { p: ADAPTER, old: OTHER }), options);
});

Deno.test("projectRequest() leaves a source of an application alone, whatever it holds", () => {
  const source = { kind: "archive", replayState: STATE } as never;
  const message = createMessage({
    role: "assistant",
    content: "Hello",
    source,
  });
  const options = { ...request(), messages: [message] };

  assertStrictEquals(project(options, { p: ADAPTER }), options);
});

Deno.test("projectRequest() hands state to the instance that owns both routes", () => {
  const projected = project(request(), { p: ADAPTER, old: ADAPTER });

  assertEquals(statesOf(projected), [undefined, STATE]);
});

for (
  const [name, owners] of Object.entries({
    "another instance owns the route it came from": { p: ADAPTER, old: OTHER },
    "nobody owns the route it came from any more": { p: ADAPTER },
    "another instance owns the route of the request by now": {
      p: OTHER,
      old: ADAPTER,
    },
    "nobody owns the route of the request any more": { old: ADAPTER },
  })
) {
  Deno.test(`projectRequest() takes state out where ${name}`, () => {
    const options = request();

    const projected = project(options, owners);

    assertEquals(statesOf(projected), [undefined, undefined]);
    assertEquals(statesOf(options), [undefined, STATE]);
  });
}

Deno.test("projectRequest() keeps everything of a message but the state", () => {
  const projected = project(request(), { p: ADAPTER });

  const [first, second] = projected.messages;
  assertStrictEquals(first, HI);
  assertEquals({ ...second, source: null }, { ...ANSWER, source: null });
  assertEquals(second?.source, { kind: "model", provider: "old", model: "m" });
  assertStrictEquals(Object.isFrozen(second), true);
  assertStrictEquals(Object.isFrozen(second?.source), true);
});

Deno.test("projectRequest() fills fields into a copy", () => {
  const options = request();

  const projected = project(options, { p: ADAPTER, old: ADAPTER }, {
    maxTokens: 7,
  });

  assertStrictEquals(projected.maxTokens, 7);
  assertStrictEquals("maxTokens" in options, false);
  assertStrictEquals(projected.messages, options.messages);
});

for (
  const [name, owners] of Object.entries({
    kept: { p: ADAPTER, old: ADAPTER },
    "taken out": {},
  })
) {
  Deno.test(`projectRequest() keeps a frozen request frozen, state ${name}`, () => {
    const options = deepFreeze({ ...request(), stop: ["END"] });

    const projected = project(options, owners, { maxTokens: 7 });

    assertStrictEquals(Object.isFrozen(projected), true);
    assertStrictEquals(Object.isFrozen(projected.messages), true);
    assertStrictEquals(projected.messages.every(Object.isFrozen), true);
    assertStrictEquals(Object.isFrozen(projected.stop), true);
  });
}

Deno.test("projectRequest() freezes no request that was not", () => {
  const projected = project(request(), {}, { maxTokens: 7 });

  assertStrictEquals(Object.isFrozen(projected), false);
  assertStrictEquals(Object.isFrozen(projected.messages), false);
});

Deno.test("projectRequest() freezes no list of messages of the caller", () => {
  const messages = [HI];
  const options = Object.freeze({ provider: "p", model: "m", messages });

  const projected = project(options, {}, { maxTokens: 7 });

  assertStrictEquals(Object.isFrozen(projected), true);
  assertStrictEquals(projected.messages, messages);
  assertStrictEquals(Object.isFrozen(messages), false);
});
