/**
 * Refuses a malformed request at the call.
 *
 * @module
 */

import type { Message } from "../message.ts";
import { findMessageFault } from "../message/find_message_fault.ts";
import { isFilledString } from "./_is_filled_string.ts";
import { isRecord } from "./_is_record.ts";
import { checkSignal } from "./check_signal.ts";
import type { GenerateOptions, LlmCallConfig } from "./request.ts";

/**
 * Checks the shape of a request.
 *
 * @param options What the caller passed.
 * @throws {TypeError} If a field is of another type, naming the field.
 * @throws {RangeError} If a number is out of its range, naming the field.
 */
export function checkRequest(options: GenerateOptions): void {
  checkCallConfig(options, "options");
  checkEach(options.messages, "options.messages", checkMessage);
  const { system, tools, toolChoice, responseFormat, topP, seed } = options;
  if (system !== undefined && typeof system !== "string") {
    refuse("options.system", "a string");
  }
  if (tools !== undefined) checkEach(tools, "options.tools", checkTool);
  if (toolChoice !== undefined && !isToolChoice(toolChoice)) {
    refuse(
      "options.toolChoice",
      '"auto", "none", "required" or an object with the name of a tool',
    );
  }
  if (responseFormat !== undefined) checkResponseFormat(responseFormat);
  if (topP !== undefined) {
    checkNumber(
      topP,
      "options.topP",
      (n) => n > 0 && n <= 1,
      "greater than 0 and at most 1",
    );
  }
  if (seed !== undefined) {
    checkNumber(seed, "options.seed", Number.isSafeInteger, "an integer");
  }
  const { sessionId, purpose, providerOptions } = options;
  if (sessionId !== undefined && typeof sessionId !== "string") {
    refuse("options.sessionId", "a string");
  }
  if (
    purpose !== undefined && !["compaction", "session-title"].includes(purpose)
  ) refuse("options.purpose", '"compaction" or "session-title"');
  if (providerOptions !== undefined && !isRecord(providerOptions)) {
    refuse("options.providerOptions", "an object");
  }
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
  if (!isRecord(config)) refuse(path, "an object");
  const { provider, model, reasoningEffort, temperature, maxTokens, stop } =
    config;
  if (typeof provider !== "string") refuse(`${path}.provider`, "a string");
  if (typeof model !== "string") refuse(`${path}.model`, "a string");
  if (reasoningEffort !== undefined && typeof reasoningEffort !== "string") {
    refuse(`${path}.reasoningEffort`, "a string");
  }
  if (temperature !== undefined) {
    checkNumber(
      temperature,
      `${path}.temperature`,
      (n) => n >= 0,
      "a finite number, 0 or more",
    );
  }
  if (maxTokens !== undefined) {
    checkNumber(
      maxTokens,
      `${path}.maxTokens`,
      (n) => Number.isSafeInteger(n) && n > 0,
      "a positive integer",
    );
  }
  if (
    stop !== undefined &&
    !(Array.isArray(stop) && Array.from(stop).every(isFilledString))
  ) refuse(`${path}.stop`, "an array of non-empty strings");
}

/** Unlike `forEach`, does not skip the holes of an array. */
function checkEach(
  list: unknown,
  path: string,
  check: (item: unknown, path: string) => void,
): void {
  if (!Array.isArray(list)) refuse(path, "an array");
  for (let k = 0; k < list.length; k++) check(list[k], `${path}[${k}]`);
}

function checkMessage(message: unknown, path: string): void {
  if (!isRecord(message)) refuse(path, "an object");
  const fault = findMessageFault(message as unknown as Message);
  if (fault !== undefined) refuse(`${path}.${fault.path}`, fault.wanted);
}

function checkTool(tool: unknown, path: string): void {
  if (!isRecord(tool)) refuse(path, "an object");
  const { name, description, parameters } = tool;
  if (!isFilledString(name)) refuse(`${path}.name`, "a non-empty string");
  if (typeof description !== "string") {
    refuse(`${path}.description`, "a string");
  }
  if (!isRecord(parameters)) refuse(`${path}.parameters`, "an object");
}

function checkResponseFormat(format: unknown): void {
  const path = "options.responseFormat";
  const { type, name, schema } = isRecord(format) ? format : {};
  if (type === "text" || type === "json") return;
  if (type !== "json-schema") {
    refuse(path, 'an object of type "text", "json" or "json-schema"');
  }
  if (!isFilledString(name)) refuse(`${path}.name`, "a non-empty string");
  if (!isRecord(schema)) refuse(`${path}.schema`, "an object");
}

function isToolChoice(choice: unknown): boolean {
  if (typeof choice === "string") {
    return ["auto", "none", "required"].includes(choice);
  }
  return isRecord(choice) && isFilledString(choice.name);
}

function checkNumber(
  value: unknown,
  path: string,
  fits: (value: number) => boolean,
  range: string,
): void {
  if (typeof value !== "number") refuse(path, "a number");
  if (!Number.isFinite(value) || !fits(value)) {
    throw new RangeError(`Cannot call model: "${path}" must be ${range}`);
  }
}

function refuse(path: string, wanted: string): never {
  throw new TypeError(`Cannot call model: "${path}" must be ${wanted}`);
}
