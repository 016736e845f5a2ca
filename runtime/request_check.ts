/**
 * Refuses a malformed request at the call.
 *
 * @module
 */

import { checkSignal } from "./registration.ts";
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
  if (!Array.isArray(options.messages)) refuse("messages", "it is no array");
  options.messages.forEach((message, k) => {
    if (
      typeof message !== "object" || message === null ||
      !Array.isArray(message.content)
    ) refuse(`messages[${k}]`, "it is no message");
  });
  const { system, tools, toolChoice, responseFormat, topP, seed } = options;
  if (system !== undefined && typeof system !== "string") {
    refuse("system", "it is no string");
  }
  if (tools !== undefined) {
    if (!Array.isArray(tools)) refuse("tools", "it is no array");
    tools.forEach((tool, k) => {
      if (typeof tool?.name !== "string" || tool.name === "") {
        refuse(`tools[${k}].name`, "it is empty or no string");
      }
    });
  }
  if (toolChoice !== undefined && !isToolChoice(toolChoice)) {
    refuse("toolChoice", "it is none of the choices");
  }
  if (
    responseFormat !== undefined &&
    !["text", "json", "json-schema"].includes(responseFormat?.type)
  ) refuse("responseFormat", "it is none of the formats");
  if (topP !== undefined) {
    checkNumber(topP, "options.topP", (n) => n > 0 && n <= 1, "within (0, 1]");
  }
  if (seed !== undefined) {
    checkNumber(seed, "options.seed", Number.isSafeInteger, "an integer");
  }
  const { providerOptions } = options;
  if (
    providerOptions !== undefined &&
    (typeof providerOptions !== "object" || providerOptions === null)
  ) refuse("providerOptions", "it is no object");
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
  if (typeof config !== "object" || config === null) {
    throw new TypeError(`Cannot call model: \`${path}\` is no object`);
  }
  const { provider, model, reasoningEffort, temperature, maxTokens, stop } =
    config;
  for (const [name, value] of Object.entries({ provider, model })) {
    if (typeof value !== "string") {
      throw new TypeError(
        `Cannot call model: \`${path}.${name}\` is no string`,
      );
    }
  }
  if (reasoningEffort !== undefined && typeof reasoningEffort !== "string") {
    throw new TypeError(
      `Cannot call model: \`${path}.reasoningEffort\` is no string`,
    );
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
    !(Array.isArray(stop) &&
      stop.every((item) => typeof item === "string" && item !== ""))
  ) {
    throw new TypeError(
      `Cannot call model: \`${path}.stop\` is no array of non-empty strings`,
    );
  }
}

function isToolChoice(choice: unknown): boolean {
  if (typeof choice === "string") {
    return ["auto", "none", "required"].includes(choice);
  }
  const name = (choice as { name?: unknown } | null)?.name;
  return typeof name === "string" && name !== "";
}

function checkNumber(
  value: unknown,
  path: string,
  fits: (value: number) => boolean,
  range: string,
): void {
  if (typeof value !== "number") {
    throw new TypeError(`Cannot call model: \`${path}\` is no number`);
  }
  if (!Number.isFinite(value) || !fits(value)) {
    throw new RangeError(`Cannot call model: \`${path}\` is not ${range}`);
  }
}

function refuse(field: string, state: string): never {
  throw new TypeError(`Cannot call model: \`options.${field}\`: ${state}`);
}
