/**
 * Payloads as servers write them.
 *
 * @module
 */

/** The end marker, as an event. */
export const DONE = "data: [DONE]\n\n";

/** Usage in a payload of its own. */
export const USAGE: unknown = {
  choices: [],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
};

/** A payload with one delta. */
export function delta(delta: unknown, finish_reason: unknown = null): unknown {
  return {
    id: "r1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m1",
    choices: [{ index: 0, delta, finish_reason }],
  };
}

/** A payload with text. */
export function text(content: string, finishReason?: unknown): unknown {
  return delta({ content }, finishReason);
}

/** A payload with thinking. */
export function thought(reasoning_content: string): unknown {
  return delta({ reasoning_content });
}

/** A payload with parts of tool calls. */
export function calls(...tool_calls: unknown[]): unknown {
  return delta({ tool_calls });
}

/** A payload with a whole tool call. */
export function call(id: string, name: unknown, args: unknown): unknown {
  return calls({
    index: 0,
    id,
    type: "function",
    function: { name, arguments: args },
  });
}

/** A payload with nothing but a finish reason. */
export function end(finishReason: unknown): unknown {
  return delta({}, finishReason);
}

/** Payloads as events, without the end marker. */
export function events(...payloads: unknown[]): string {
  return payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`)
    .join("");
}

/** Payloads as events, the end marker included. */
export function answer(...payloads: unknown[]): string {
  return events(...payloads) + DONE;
}
