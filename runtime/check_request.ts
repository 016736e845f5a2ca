/**
 * Refuses a malformed request at the call.
 *
 * @module
 */

import { isFilledString } from "./_failure_facts.ts";
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
    refuse("options.system", "no string");
  }
  if (tools !== undefined) checkEach(tools, "options.tools", checkTool);
  if (toolChoice !== undefined && !isToolChoice(toolChoice)) {
    refuse("options.toolChoice", "none of the choices");
  }
  if (responseFormat !== undefined) checkResponseFormat(responseFormat);
  if (topP !== undefined) {
    checkNumber(topP, "options.topP", (n) => n > 0 && n <= 1, "within (0, 1]");
  }
  if (seed !== undefined) {
    checkNumber(seed, "options.seed", Number.isSafeInteger, "an integer");
  }
  const { sessionId, purpose, providerOptions } = options;
  if (sessionId !== undefined && typeof sessionId !== "string") {
    refuse("options.sessionId", "no string");
  }
  if (
    purpose !== undefined && !["compaction", "session-title"].includes(purpose)
  ) refuse("options.purpose", "none of the purposes");
  if (providerOptions !== undefined && !isRecord(providerOptions)) {
    refuse("options.providerOptions", "no object");
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
  if (!isRecord(config)) refuse(path, "no object");
  const { provider, model, reasoningEffort, temperature, maxTokens, stop } =
    config;
  if (typeof provider !== "string") refuse(`${path}.provider`, "no string");
  if (typeof model !== "string") refuse(`${path}.model`, "no string");
  if (reasoningEffort !== undefined && typeof reasoningEffort !== "string") {
    refuse(`${path}.reasoningEffort`, "no string");
  }
  if (temperature !== undefined) {
    checkNumber(temperature, `${path}.temperature`, (n) => n >= 0, "0 or more");
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
  ) refuse(`${path}.stop`, "no array of non-empty strings");
}

/** Unlike `forEach`, does not skip the holes of an array. */
function checkEach(
  list: unknown,
  path: string,
  check: (item: unknown, path: string) => void,
): void {
  if (!Array.isArray(list)) refuse(path, "no array");
  for (let k = 0; k < list.length; k++) check(list[k], `${path}[${k}]`);
}

function checkMessage(message: unknown, path: string): void {
  if (!isRecord(message)) refuse(path, "no message");
  const { role, content } = message;
  if (role !== "system" && role !== "user" && role !== "assistant") {
    refuse(`${path}.role`, "none of the roles");
  }
  checkEach(content, `${path}.content`, (block, path) => {
    if (!isRecord(block) || typeof block.type !== "string") {
      refuse(path, "no content block");
    }
  });
}

function checkTool(tool: unknown, path: string): void {
  if (!isRecord(tool)) refuse(path, "no object");
  const { name, description, parameters } = tool;
  if (!isFilledString(name)) refuse(`${path}.name`, "empty or no string");
  if (typeof description !== "string") {
    refuse(`${path}.description`, "no string");
  }
  if (!isRecord(parameters)) refuse(`${path}.parameters`, "no object");
}

function checkResponseFormat(format: unknown): void {
  const path = "options.responseFormat";
  const { type, name, schema } = isRecord(format) ? format : {};
  if (type === "text" || type === "json") return;
  if (type !== "json-schema") refuse(path, "none of the formats");
  if (!isFilledString(name)) refuse(`${path}.name`, "empty or no string");
  if (!isRecord(schema)) refuse(`${path}.schema`, "no object");
}

function isToolChoice(choice: unknown): boolean {
  if (typeof choice === "string") {
    return ["auto", "none", "required"].includes(choice);
  }
  return isRecord(choice) && isFilledString(choice.name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function checkNumber(
  value: unknown,
  path: string,
  fits: (value: number) => boolean,
  range: string,
): void {
  if (typeof value !== "number") refuse(path, "no number");
  if (!Number.isFinite(value) || !fits(value)) {
    throw new RangeError(`Cannot call model: "${path}" is not ${range}`);
  }
}

function refuse(path: string, state: string): never {
  throw new TypeError(`Cannot call model: "${path}" is ${state}`);
}
