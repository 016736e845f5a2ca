/** A server that answers pages, and may ask other servers. */

import {
  assemble,
  type GenerateOptions,
  type LlmAdapter,
  LlmRuntime,
  textOf,
} from "../../mod.ts";
import { fromResponse, toResponse } from "../../runtime/wire/mod.ts";

/** Makes the handler of requests. */
export function handler(
  adapter: LlmAdapter,
): (options: GenerateOptions) => Response {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["own"], adapter);
  return (options) => toResponse(runtime.stream(options));
}

/** Takes what another server answers. */
export async function answerOf(response: Response): Promise<string> {
  return textOf((await assemble(fromResponse(response))).message());
}
