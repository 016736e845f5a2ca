/**
 * Refuses a malformed request at the call.
 *
 * @module
 */

import {
  type Fault,
  type Fields,
  filled,
  findFault,
  must,
  object,
  refuse,
  type Rule,
  text,
} from "../message/find_fault.ts";
import { findMessageFault } from "../message/find_message_fault.ts";
import { checkSignal } from "./check_signal.ts";
import type {
  GenerateOptions,
  LlmCallConfig,
  ResponseFormat,
} from "./request.ts";
import { each, isCount, isNames, number, oneOf, optional } from "./rules.ts";

const WHAT = "call model";

/**
 * Checks the shape of a request.
 *
 * @param options What the caller passed.
 * @throws {TypeError} If a field is of another type, naming the field.
 * @throws {RangeError} If a number is out of its range, naming the field.
 */
export function checkRequest(options: GenerateOptions): void {
  const fault = findFault(options, "options", {
    ...configFields(),
    messages: each(findMessageFault),
    system: optional(text),
    tools: optional(
      each({ name: filled, description: text, parameters: object }),
    ),
    toolChoice: optional(findToolChoiceFault),
    responseFormat: optional(findFormatFault),
    topP: within("greater than 0 and at most 1", (n) => n > 0 && n <= 1),
    seed: within("an integer", Number.isSafeInteger),
    sessionId: optional(text),
    purpose: optional(
      oneOf(["compaction", "session-title"], '"compaction" or "session-title"'),
    ),
    providerOptions: optional(object),
  });
  refuse(fault, WHAT);
  checkSignal(options.signal, "options.signal");
}

/**
 * Checks the shape of a call config.
 *
 * @param config What the caller passed.
 * @param path What to call it in the message.
 * @throws {TypeError} If a field is of another type, naming the field.
 * @throws {RangeError} If a number is out of its range, naming the field.
 */
export function checkCallConfig(config: LlmCallConfig, path: string): void {
  refuse(findFault(config, path, configFields()), WHAT);
}

function configFields(): Fields {
  return {
    provider: text,
    model: text,
    reasoningEffort: optional(text),
    temperature: within(
      "a finite number, 0 or more",
      (n) => Number.isFinite(n) && n >= 0,
    ),
    maxTokens: within("a positive integer", isCount),
    stop: optional((stop, path) =>
      must(isNames(stop), path, "an array of non-empty strings")
    ),
  };
}

function within(wanted: string, fits: (value: number) => boolean): Rule {
  return optional(number({ wanted, fits, what: WHAT }));
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
