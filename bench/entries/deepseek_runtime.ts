/** A runtime with a provider. */

import { assemble, createUserMessage, LlmRuntime, textOf } from "../../mod.ts";
import { DeepSeekAdapter } from "../../adapters/deepseek/mod.ts";

/** Answers one question. */
export async function ask(question: string, apiKey: string): Promise<string> {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["deepseek"], new DeepSeekAdapter({ apiKey }));
  const stream = runtime.stream({
    provider: "deepseek",
    model: "deepseek-v4-flash",
    messages: [createUserMessage({ content: question })],
  });
  return textOf((await assemble(stream)).message());
}
