import { assertEquals } from "@std/assert";
import type { PiAiApi } from "../../../adapters/pi_ai/protocols.ts";
import type { TokenUsage } from "../../../message.ts";
import { completionChunk, completionDelta, DONE } from "./_completions.ts";
import { messageBlock, messageEnd, messageStart } from "./_messages.ts";
import { play } from "./_play.ts";
import { reach } from "./_reach.ts";
import { responseFrames } from "./_responses.ts";
import { WIRES } from "./_wires.ts";

function completion(usage: object | null): string[] {
  return [
    completionDelta({ content: "Hi" }),
    completionDelta({}, "stop"),
    completionChunk({ choices: [], usage }),
    DONE,
  ];
}

function message(start: object, end: object): string[] {
  const text = { type: "text_delta", text: "Hi" };
  return [
    messageStart(start),
    ...messageBlock(0, { type: "text", text: "" }, text),
    ...messageEnd("end_turn", end),
  ];
}

const COSTS: [string, PiAiApi, string[], TokenUsage | undefined][] = [
  [
    "more cached tokens than there are",
    "openai-completions",
    completion({
      prompt_tokens: 100,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 6_552 },
    }),
    { inputTokens: 0, outputTokens: 5, cacheReadTokens: 6_552 },
  ],
  [
    "thinking that is not in the output",
    "openai-completions",
    completion({
      prompt_tokens: 307,
      completion_tokens: 26,
      completion_tokens_details: { reasoning_tokens: 227 },
    }),
    { inputTokens: 307, outputTokens: 253, reasoningTokens: 227 },
  ],
  [
    "counts that are null",
    "openai-completions",
    completion({ prompt_tokens: null, completion_tokens: null }),
    undefined,
  ],
  [
    "nothing but zeros",
    "openai-completions",
    completion({ total_tokens: 0, total_characters: 0 }),
    undefined,
  ],
  [
    "counts that are text",
    "openai-completions",
    completion({ prompt_tokens: "12", completion_tokens: "9" }),
    undefined,
  ],
  ["nothing", "openai-completions", completion(null), undefined],
  [
    "input at the end alone",
    "anthropic-messages",
    message({ input_tokens: 0 }, { input_tokens: 11, output_tokens: 5 }),
    { inputTokens: 11, outputTokens: 5 },
  ],
  [
    "input at the beginning alone",
    "anthropic-messages",
    message({ input_tokens: 9, output_tokens: 1 }, { output_tokens: 12 }),
    { inputTokens: 9, outputTokens: 12 },
  ],
  [
    "counts of the cache at the beginning alone",
    "anthropic-messages",
    message({
      input_tokens: 9,
      cache_read_input_tokens: 7,
      cache_creation_input_tokens: 3,
    }, { output_tokens: 12 }),
    {
      inputTokens: 9,
      outputTokens: 12,
      cacheReadTokens: 7,
      cacheWriteTokens: 3,
    },
  ],
  [
    "counts that are null at the end",
    "anthropic-messages",
    message({ input_tokens: 9 }, { input_tokens: null, output_tokens: 12 }),
    { inputTokens: 9, outputTokens: 12 },
  ],
  [
    "more cached tokens than there are",
    "openai-responses",
    responseFrames({
      text: ["Hi"],
      usage: {
        input_tokens: 10,
        output_tokens: 5,
        input_tokens_details: { cached_tokens: 99 },
      },
    }),
    { inputTokens: 0, outputTokens: 5, cacheReadTokens: 99 },
  ],
  [
    "nothing",
    "openai-responses",
    responseFrames({ text: ["Hi"] }),
    undefined,
  ],
];

for (const [what, api, pieces, usage] of COSTS) {
  Deno.test(`PiAiAdapter makes sense of ${what} by ${api}`, async () => {
    await using server = play({ pieces });

    const outcome = await reach(api, server.url).ask();

    assertEquals(outcome.finish, { kind: "stop" });
    assertEquals(outcome.usage, usage);
  });
}

for (const wire of WIRES) {
  const { api, frames, usage } = wire;

  // The request has 20 tokens.
  for (const [contextWindow, kind] of [[16, "error"], [32, "stop"]] as const) {
    Deno.test(`PiAiAdapter takes an answer to more than ${contextWindow} tokens for ${kind} by ${api}`, async () => {
      await using server = play({ pieces: frames({ text: ["Hi"], usage }) });
      const models = [{ id: "m", contextWindow }];

      const outcome = await reach(api, server.url, { models }).ask();

      assertEquals(outcome.finish.kind, kind);
      assertEquals(
        outcome.failure?.code,
        kind === "error" ? "CONTEXT_WINDOW_EXCEEDED" : undefined,
      );
      assertEquals(outcome.usage?.outputTokens, 9);
    });
  }

  Deno.test(`PiAiAdapter does not go by a guess at the context window by ${api}`, async () => {
    await using server = play({ pieces: frames({ text: ["Hi"], usage }) });

    const { finish } = await reach(api, server.url, {
      defaultContextWindow: 16,
    }).ask();

    assertEquals(finish, { kind: "stop" });
  });
}
