import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { createUserMessage, ReasoningEffortId } from "../../message.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { checkCallConfig, checkRequest } from "../../runtime/check_request.ts";

const HI = createUserMessage({ content: "Hi" });
const TOOL = { name: "ls", description: "Lists files", parameters: {} };
const REQUEST: GenerateOptions = { provider: "p", model: "m", messages: [HI] };

const CALL = { type: "tool-call", id: "c", name: "ls", arguments: "{}" };
const RESULT = { type: "tool-result", toolCallId: "c", content: [] };

type ErrorClass = typeof TypeError | typeof RangeError;

/** A field, a wrong value for it, and the path the error names. */
type Wrong = readonly [keyof GenerateOptions, unknown, string, ErrorClass];

function wrongMessage(path: string, fields: object): Wrong[] {
  const messages = [HI, { ...HI, ...fields }];
  return [["messages", messages, `options.messages[1].${path}`, TypeError]];
}

function wrongBlock(path: string, block: object): Wrong[] {
  return wrongMessage(`content[1].${path}`, {
    content: [...HI.content, block],
  });
}

const WRONG: readonly Wrong[] = [
  ["provider", undefined, "options.provider", TypeError],
  ["provider", 1, "options.provider", TypeError],
  ["model", undefined, "options.model", TypeError],
  ["model", null, "options.model", TypeError],
  ["reasoningEffort", 1, "options.reasoningEffort", TypeError],
  ["temperature", "1", "options.temperature", TypeError],
  ["temperature", null, "options.temperature", TypeError],
  ["temperature", -0.1, "options.temperature", RangeError],
  ["temperature", NaN, "options.temperature", RangeError],
  ["temperature", Infinity, "options.temperature", RangeError],
  ["maxTokens", "1", "options.maxTokens", TypeError],
  ["maxTokens", 0, "options.maxTokens", RangeError],
  ["maxTokens", 1.5, "options.maxTokens", RangeError],
  ["maxTokens", 2 ** 53, "options.maxTokens", RangeError],
  ["stop", "END", "options.stop", TypeError],
  ["stop", [""], "options.stop[0]", TypeError],
  ["stop", ["END", 1], "options.stop[1]", TypeError],
  ["stop", new Array(1), "options.stop[0]", TypeError],
  ["messages", undefined, "options.messages", TypeError],
  ["messages", "Hi", "options.messages", TypeError],
  ["messages", [HI, HI, null], "options.messages[2]", TypeError],
  ["messages", [HI, HI, "Hi"], "options.messages[2]", TypeError],
  // A hole, not an `undefined`.
  // deno-lint-ignore no-sparse-arrays
  ["messages", [HI, , HI], "options.messages[1]", TypeError],
  ...wrongMessage("role", { role: "tool" }),
  ...wrongMessage("content", { content: "Hi" }),
  [
    "messages",
    [HI, { ...HI, content: [...HI.content, null] }],
    "options.messages[1].content[1]",
    TypeError,
  ],
  [
    "messages",
    [{ ...HI, content: [{ text: "Hi" }] }],
    "options.messages[0].content[0].type",
    TypeError,
  ],
  ...wrongMessage("id", { id: undefined }),
  ...wrongMessage("source", { source: undefined }),
  ...wrongMessage("source", { source: "user" }),
  ...wrongMessage("source.kind", { source: {} }),
  ...wrongMessage("source.model", { source: { kind: "model", provider: "p" } }),
  ...wrongMessage("source.callId", { source: { kind: "tool" } }),
  ...wrongBlock("text", { type: "text" }),
  ...wrongBlock("text", { type: "text", text: 1 }),
  ...wrongBlock("text", { type: "reasoning" }),
  ...wrongBlock("attachment", { type: "image" }),
  ...wrongBlock("attachment.attachmentId", { type: "image", attachment: {} }),
  ...wrongBlock("id", { ...CALL, id: undefined }),
  ...wrongBlock("name", { ...CALL, name: 1 }),
  ...wrongBlock("arguments", { ...CALL, arguments: {} }),
  ...wrongBlock("toolCallId", { ...RESULT, toolCallId: undefined }),
  ...wrongBlock("content", { ...RESULT, content: "Done" }),
  ...wrongBlock("content[0].text", { ...RESULT, content: [{ type: "text" }] }),
  ...wrongBlock("content[0].content[0].name", {
    ...RESULT,
    content: [{ ...RESULT, content: [{ ...CALL, name: undefined }] }],
  }),
  ["system", ["Be brief"], "options.system", TypeError],
  ["tools", {}, "options.tools", TypeError],
  ["tools", [TOOL, null], "options.tools[1]", TypeError],
  // deno-lint-ignore no-sparse-arrays
  ["tools", [TOOL, , TOOL], "options.tools[1]", TypeError],
  ["tools", [{ ...TOOL, name: "" }], "options.tools[0].name", TypeError],
  [
    "tools",
    [{ ...TOOL, description: 1 }],
    "options.tools[0].description",
    TypeError,
  ],
  [
    "tools",
    [{ ...TOOL, parameters: [] }],
    "options.tools[0].parameters",
    TypeError,
  ],
  ["toolChoice", "some", "options.toolChoice", TypeError],
  ["toolChoice", null, "options.toolChoice", TypeError],
  ["toolChoice", { name: "" }, "options.toolChoice", TypeError],
  ["responseFormat", "json", "options.responseFormat", TypeError],
  ["responseFormat", null, "options.responseFormat", TypeError],
  ["responseFormat", { type: "xml" }, "options.responseFormat", TypeError],
  [
    "responseFormat",
    { type: "json-schema", schema: {} },
    "options.responseFormat.name",
    TypeError,
  ],
  [
    "responseFormat",
    { type: "json-schema", name: "n", schema: null },
    "options.responseFormat.schema",
    TypeError,
  ],
  ["topP", "1", "options.topP", TypeError],
  ["topP", 0, "options.topP", RangeError],
  ["topP", 1.1, "options.topP", RangeError],
  ["topP", NaN, "options.topP", RangeError],
  ["seed", 0.5, "options.seed", RangeError],
  ["seed", 1n, "options.seed", TypeError],
  ["sessionId", 1, "options.sessionId", TypeError],
  ["purpose", "chat", "options.purpose", TypeError],
  ["providerOptions", "a", "options.providerOptions", TypeError],
  ["providerOptions", null, "options.providerOptions", TypeError],
  ["providerOptions", [], "options.providerOptions", TypeError],
  ["signal", null, "options.signal", TypeError],
  ["signal", {}, "options.signal", TypeError],
  ["signal", new AbortController(), "options.signal", TypeError],
];

for (const [k, [field, value, path, errorClass]] of WRONG.entries()) {
  Deno.test(`checkRequest() refuses wrong value ${k} of ${path}`, () => {
    const options = { ...REQUEST, [field]: value };

    const error = assertThrows(() => checkRequest(options), errorClass);

    assertStringIncludes(
      error.message,
      `: "${path}" must be `,
    );
  });
}

for (const value of [undefined, null, "request", []]) {
  Deno.test(`checkRequest() refuses ${JSON.stringify(value)} for a request`, () => {
    assertThrows(
      () => checkRequest(value as never),
      TypeError,
      '"options" must be an object',
    );
  });
}

/** What the check says of a request with these fields. */
function verdict(fields: object): string {
  try {
    checkRequest({ ...REQUEST, ...fields });
    return "accepted";
  } catch (error) {
    return String(error);
  }
}

Deno.test("checkRequest() accepts a request with every field", () => {
  const said = verdict({
    reasoningEffort: "high" as never,
    temperature: 0,
    maxTokens: 1,
    stop: ["END"],
    system: "",
    tools: [TOOL],
    signal: new AbortController().signal,
    sessionId: "s" as never,
    purpose: "compaction",
    toolChoice: { name: "ls" },
    responseFormat: { type: "json-schema", name: "n", schema: {} },
    topP: 1,
    seed: -1,
    providerOptions: {},
  });

  assertStrictEquals(said, "accepted");
});

for (const choice of ["auto", "none", "required", { name: "ls" }] as const) {
  Deno.test(`checkRequest() accepts the tool choice ${JSON.stringify(choice)}`, () => {
    assertStrictEquals(verdict({ toolChoice: choice }), "accepted");
  });
}

for (const type of ["text", "json"] as const) {
  Deno.test(`checkRequest() accepts the response format ${type}`, () => {
    assertStrictEquals(verdict({ responseFormat: { type } }), "accepted");
  });
}

Deno.test("checkRequest() accepts undefined for every optional field", () => {
  const said = verdict({
    reasoningEffort: undefined,
    temperature: undefined,
    maxTokens: undefined,
    stop: undefined,
    system: undefined,
    tools: undefined,
    signal: undefined,
    sessionId: undefined,
    purpose: undefined,
    toolChoice: undefined,
    responseFormat: undefined,
    topP: undefined,
    seed: undefined,
    providerOptions: undefined,
  });

  assertStrictEquals(said, "accepted");
});

Deno.test("checkRequest() accepts block types of an application", () => {
  const message = { ...HI, content: [{ type: "chart", points: [] }] };

  assertStrictEquals(verdict({ messages: [message] }), "accepted");
});

Deno.test("checkRequest() accepts source kinds of an application", () => {
  const message = { ...HI, source: { kind: "sensor" } };

  assertStrictEquals(verdict({ messages: [message] }), "accepted");
});

Deno.test("checkRequest() accepts each kind of block", () => {
  const image = { type: "image", attachment: { attachmentId: "a" } };
  const reasoning = { type: "reasoning", text: "" };
  const content = [reasoning, CALL, { ...RESULT, content: [image] }];

  assertStrictEquals(verdict({ messages: [{ ...HI, content }] }), "accepted");
});

Deno.test("checkRequest() ends on cyclic tool results", () => {
  const content: unknown[] = [];
  content.push({ ...RESULT, content });

  assertStrictEquals(verdict({ messages: [{ ...HI, content }] }), "accepted");
});

Deno.test("checkCallConfig() names the path it was given", () => {
  const config = { provider: "p", model: "m", maxTokens: -1 };

  assertThrows(
    () => checkCallConfig(config, "config"),
    RangeError,
    '"config.maxTokens" must be a positive integer',
  );
});

Deno.test("checkCallConfig() copies the six fields and no other", () => {
  const config = {
    provider: "p",
    model: "m",
    reasoningEffort: ReasoningEffortId("high"),
    temperature: 1,
    maxTokens: 10,
    stop: ["a", "b"],
  };

  const copy = checkCallConfig({ ...config, messages: [] } as never, "config");

  assertEquals(copy, config);
  assertNotStrictEquals(copy.stop, config.stop);
});

Deno.test("checkRequest() tells who brings a role with a text what makes messages", () => {
  const messages = [HI, { role: "user", content: "Hi" }];

  assertThrows(
    () => checkRequest({ ...REQUEST, messages } as unknown as GenerateOptions),
    TypeError,
    'Cannot call model: "options.messages[1]" must be a message with "id" and "source", such as createUserMessage makes',
  );
});
