/**
 * The bytes every measurement runs on: one long streamed answer.
 *
 * @module
 */

/** How many events the answer has. */
export const EVENTS = 20_000;

const READ_BYTES = 16_384;
const EVENT_BYTES = 309;

/** The answer as a provider would send it, in reads of 16 KB. */
export function workload(events: number = EVENTS): Uint8Array[] {
  const encoder = new TextEncoder();
  let text = "";
  for (let k = 0; k < events; k++) text += event(k);
  text += payload({}, "stop") + "data: [DONE]\n\n";
  const bytes = encoder.encode(text);
  const reads: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += READ_BYTES) {
    reads.push(bytes.slice(at, at + READ_BYTES));
  }
  return reads;
}

function event(k: number): string {
  const bare = payload({ content: "" }, null).length;
  const word = `${k} lorem ipsum dolor sit amet `;
  // Padded to one size, so that a figure per event means the same everywhere.
  const content = word.padEnd(EVENT_BYTES - bare, ".").slice(
    0,
    EVENT_BYTES - bare,
  );
  return payload({ content }, null);
}

function payload(delta: object, finish_reason: string | null): string {
  return `data: ${
    JSON.stringify({
      id: "a7c1f0de-2f6e-4a5f-9f0e-3a1c5f7b9d21",
      object: "chat.completion.chunk",
      created: 1_764_460_800,
      model: "deepseek-v4-flash",
      system_fingerprint: "fp_bench_0001",
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    })
  }\n\n`;
}

/** A body that hands out one read for each pull. */
export function body(
  reads: readonly Uint8Array[],
  pulled?: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let k = 0;
  return new ReadableStream({
    pull(controller) {
      pulled?.();
      if (k < reads.length) {
        controller.enqueue(reads[k++] as Uint8Array<ArrayBuffer>);
      } else controller.close();
    },
  }, { highWaterMark: 0 });
}
