/**
 * A deployment that changes its key without a restart.
 *
 * Run with `deno run examples/changing_key.ts`.
 *
 * @module
 */

import { deepEqual } from "node:assert/strict";
import { assemble, createUserMessage, LlmRuntime } from "../mod.ts";
import {
  DeepSeekAdapter,
  type DeepSeekOptions,
} from "../adapters/deepseek/mod.ts";
import { mockDeepSeek } from "../testing/mod.ts";

const provider = mockDeepSeek();

// Stands for whatever the deployment reads its settings from.
let settings: DeepSeekOptions = {
  apiKey: "sk-first-key",
  fetch: provider.fetch,
};

// Asked once for each call: a call begins and ends under the same settings.
const runtime = new LlmRuntime();
runtime.registerAdapter(["deepseek"], new DeepSeekAdapter(() => settings));

async function call(): Promise<void> {
  await assemble(runtime.stream({
    provider: "deepseek",
    model: "deepseek-v4-flash",
    messages: [createUserMessage({ content: "Hi" })],
  }));
}

await call();
settings = { ...settings, apiKey: "sk-second-key" };
await call();

deepEqual(
  provider.requests.map(({ headers }) => headers.get("authorization")),
  ["Bearer sk-first-key", "Bearer sk-second-key"],
);
