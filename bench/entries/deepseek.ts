/** A provider that is called without a runtime. */

import { assemble, createUserMessage, textOf } from "../../mod.ts";
import { DeepSeekAdapter } from "../../adapters/deepseek/mod.ts";

/** Answers one question. */
export async function ask(question: string, apiKey: string): Promise<string> {
  const stream = new DeepSeekAdapter({ apiKey }).stream({
    provider: "deepseek",
    model: "deepseek-v4-flash",
    messages: [createUserMessage({ content: question })],
  });
  return textOf((await assemble(stream)).message());
}
