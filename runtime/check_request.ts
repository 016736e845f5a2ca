/**
 * Refuses a malformed request at the call.
 *
 * @module
 */

import {
  type Fault,
  filled,
  findFault,
  must,
  object,
  text,
} from "../message/find_fault.ts";
import { findMessageFault } from "../message/find_message_fault.ts";
import { checkSignal } from "./check_signal.ts";
import { COUNT, readShape, refusal, type Shape } from "./read_shape.ts";
import type {
  GenerateOptions,
  LlmCallConfig,
  ResponseFormat,
} from "./request.ts";

const CONFIG: Shape = {
  provider: text,
  model: text,
  "reasoningEffort?": text,
  "temperature?": [
    (n: number) => n >= 0 && n < Infinity,
    "a finite number, 0 or more",
  ],
  "maxTokens?": COUNT,
  "stop?": [filled],
};

// What a request has beyond its config.
const REQUEST: Shape = {
  messages: [findEntryFault],
  "system?": text,
  "tools?": [{ name: filled, description: text, parameters: object }],
  "toolChoice?": findToolChoiceFault,
  "responseFormat?": findFormatFault,
  "topP?": [(n: number) => n > 0 && n <= 1, "greater than 0 and at most 1"],
  "seed?": [(n: number) => Number.isSafeInteger(n), "an integer"],
  "sessionId?": text,
  "purpose?": ["compaction", "session-title"],
  "providerOptions?": object,
};

/**
 * Checks the shape of a request.
 *
 * @param options What the caller passed.
 * @throws {TypeError} If a field is of another type, naming the field.
 * @throws {RangeError} If a number is out of its range, naming the field.
 */
export function checkRequest(options: GenerateOptions): void {
  checkCallConfig(options, "options");
  readShape(options, REQUEST, {
    path: "options",
    error: refusal("call model"),
  });
  checkSignal(options.signal, "options.signal");
}

/**
 * Checks the shape of a call config.
 *
 * @param config What the caller passed.
 * @param path What to call it in the message.
 * @returns A copy of its fields.
 * @throws {TypeError} If a field is of another type, naming the field.
 * @throws {RangeError} If a number is out of its range, naming the field.
 */
export function checkCallConfig(
  config: LlmCallConfig,
  path: string,
): LlmCallConfig {
  return readShape(config, CONFIG, { path, error: refusal("call model") });
}

// Other libraries call a role with a text a message: who comes from there is told
// more than the first field that is not there.
function findEntryFault(entry: unknown, path: string): Fault | undefined {
  const { id, role, source } = Object(entry);
  return must(
    (id ?? source) !== undefined || role === undefined,
    path,
    'a message with "id" and "source", such as createUserMessage makes',
  ) ?? findMessageFault(entry, path);
}

function findToolChoiceFault(choice: unknown, path: string): Fault | undefined {
  return must(
    ["auto", "none", "required"].includes(choice as string) ||
      !findFault(choice, path, { name: filled }),
    path,
    '"auto", "none", "required" or an object with the name of a tool',
  );
}

function findFormatFault(format: unknown, path: string): Fault | undefined {
  const { type } = Object(format) as Partial<ResponseFormat>;
  return type === "json-schema"
    ? findFault(format, path, { name: filled, schema: object })
    : must(
      type === "text" || type === "json",
      path,
      'an object of type "text", "json" or "json-schema"',
    );
}
