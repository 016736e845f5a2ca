// A worker that asks a model and passes the answer on.

import { createUserMessage, LlmRuntime } from "@dsh/llm";
import { DeepSeekAdapter } from "@dsh/llm/deepseek";
import { mockDeepSeek } from "@dsh/llm/testing";
import { toResponse } from "@dsh/llm/wire";

export default {
  fetch({ signal }) {
    const { fetch } = mockDeepSeek([{ text: ["Hello", " there"] }]);
    const runtime = new LlmRuntime();
    const adapter = new DeepSeekAdapter({ apiKey: "sk-1", fetch });
    runtime.registerAdapter(["deepseek"], adapter);
    const chunks = runtime.stream({
      provider: "deepseek",
      model: "deepseek-v4-flash",
      messages: [createUserMessage({ content: "Hi" })],
    });
    return toResponse(chunks, { signal });
  },
};
