/**
 * How the cost grows with the size: an answer twice as long may cost twice as
 * much.
 *
 * @module
 */

import { assemble, textOf } from "../mod.ts";
import { client, REQUEST } from "./client.ts";
import { cpu, type Figure, median } from "./report.ts";
import { body } from "./workload.ts";

const FACTORS = [1, 2, 4] as const;
const ROUNDS = 5;
const WARM_UP = 1;

// The square would be 4. Some more than 2 is what memory costs that no cache holds.
const MOST = 3;

const LINE_BYTES = 8 * 1024 * 1024;
// What fits into a packet.
const READ_BYTES = 1_460;
const EVENTS = 50_000;

const DONE =
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n' +
  "data: [DONE]\n\n";

/** Measures one long line in small reads, and many events in one read. */
export async function growth(): Promise<Figure[]> {
  return [
    await figure(
      "8 MiB in one line in small reads, growth for each doubling",
      (factor) => pieces(event("x".repeat(factor * LINE_BYTES))),
    ),
    await figure(
      "50,000 events in one read, growth for each doubling",
      (factor) => [encode(event("x").repeat(factor * EVENTS) + DONE)],
    ),
  ];
}

async function figure(
  name: string,
  reads: (factor: number) => Uint8Array[],
): Promise<Figure> {
  const sizes = FACTORS.map(reads);
  const costs = FACTORS.map((): number[] => []);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [k, size] of sizes.entries()) {
      const cost = await cpu(() => answer(size));
      if (round >= 0) costs[k]!.push(cost);
    }
  }
  const [least, most] = [median(costs[0]!), median(costs.at(-1)!)];
  const doublings = Math.log2(FACTORS.at(-1)!);
  return {
    name,
    value: (most / least) ** (1 / doublings),
    target: MOST,
    unit: "x",
  };
}

/** Runs one call and checks that something came: else it is no figure. */
async function answer(reads: readonly Uint8Array[]): Promise<void> {
  const assembler = await assemble(
    client(() => body(reads), 0).stream(REQUEST),
  );
  if (assembler.finish.kind !== "stop" || textOf(assembler.message()) === "") {
    throw new Error("Cannot measure: it failed");
  }
}

function event(content: string): string {
  return `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;
}

function pieces(text: string): Uint8Array[] {
  const bytes = encode(text + DONE);
  const reads: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += READ_BYTES) {
    reads.push(bytes.slice(at, at + READ_BYTES));
  }
  return reads;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
