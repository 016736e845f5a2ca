/**
 * Measures how long the first token takes.
 *
 * @module
 */

import { isTokenDelta, type LlmStreamTransformerFactory } from "../../mod.ts";

/**
 * Makes a listener that measures every call. As a transformer it costs one
 * function call a chunk: it needs no stream of its own.
 *
 * @param onFirst Told how many milliseconds the first token took.
 * @returns The listener.
 */
export function timeToFirstToken(
  onFirst: (ms: number) => void,
): LlmStreamTransformerFactory {
  return {
    transformer() {
      const start = performance.now();
      let waiting = true;
      return {
        transform(chunk, controller) {
          if (waiting && isTokenDelta(chunk)) {
            waiting = false;
            onFirst(performance.now() - start);
          }
          controller.enqueue(chunk);
        },
      };
    },
  };
}
