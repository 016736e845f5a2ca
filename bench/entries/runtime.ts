/** A runtime for adapters of the program's own. */

import {
  assemble,
  createUserMessage,
  type LlmAdapter,
  LlmRuntime,
  textOf,
} from "../../mod.ts";

/** Answers one question. */
export async function ask(
  question: string,
  adapter: LlmAdapter,
): Promise<string> {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["own"], adapter);
  const stream = runtime.stream({
    provider: "own",
    model: "own",
    messages: [createUserMessage({ content: question })],
  });
  return textOf((await assemble(stream)).message());
}
