/**
 * A fault of a server, and what is made of it.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { DeepSeekAdapter } from "../../adapters/deepseek/mod.ts";
import {
  assemble,
  type BlockAssembler,
  type ContentBlock,
  createUserMessage,
  LlmRuntime,
  type TokenUsage,
} from "../../mod.ts";
import { type BodyFaults, faultyBody } from "../../testing/mod.ts";

/** One row of a table of faults. */
export interface Fault extends Pick<BodyFaults, "end" | "resetError"> {
  /** What the server does. */
  readonly fault: string;
  /** What it sends. */
  readonly body: string | Uint8Array;
  /** What comes out: blocks, usage if it is told, and the end. */
  readonly comes: readonly string[];
  /** Codes of what is reported beside it, in order. */
  readonly reports?: readonly string[];
  /** What the message of the failure holds. */
  readonly says?: string;
  /** Milliseconds the failure asks to wait. */
  readonly waits?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const READS: Readonly<Record<string, number>> = {
  "one read": Infinity,
  "single bytes": 1,
  "reads of 7 bytes": 7,
};

/** Registers a test of each fault: what comes out may not depend on the reads. */
export function testFaults(faults: readonly Fault[]): void {
  for (const row of faults) {
    Deno.test(`DeepSeekAdapter meets ${row.fault}`, async () => {
      for (const [reads, size] of Object.entries(READS)) {
        const { comes, reports, says, waits } = await meet(row, size);

        assertEquals(comes, row.comes, reads);
        assertEquals(reports, row.reports ?? [], reads);
        assertStringIncludes(says, row.says ?? "", reads);
        assertEquals(waits, row.waits, reads);
      }
    });
  }
}

/** What came out of one call. */
export interface Outcome {
  readonly comes: readonly string[];
  readonly reports: readonly string[];
  readonly says: string;
  readonly waits: number | undefined;
}

/** Meets a fault in reads of some size. */
export async function meet(
  row: Fault,
  size: number = Infinity,
): Promise<Outcome> {
  const { end, resetError, status = 200, headers = {} } = row;
  const bytes = typeof row.body === "string"
    ? new TextEncoder().encode(row.body)
    : row.body;
  const cuts: number[] = [];
  for (let at = size; at < bytes.length; at += size) cuts.push(at);
  const body = faultyBody([bytes], { cuts, end, resetError });
  const reports: string[] = [];
  const runtime = new LlmRuntime();
  runtime.on("llm/diagnostic", ({ code }) => {
    if (code !== "TRANSPORT_ACTIVITY") reports.push(code);
  });
  runtime.registerAdapter(
    ["any"],
    new DeepSeekAdapter({
      apiKey: "sk-of-the-fault",
      fetch: () => Promise.resolve(new Response(body, { status, headers })),
    }),
  );

  const answer = await assemble(runtime.stream({
    provider: "any",
    model: "m",
    messages: [createUserMessage({ content: "Hi" })],
  }));

  const { finish } = answer;
  const failure = finish.kind === "error" ? finish.failure : undefined;
  return {
    comes: describe(answer),
    reports,
    says: failure?.message ?? "",
    waits: failure?.providerRetryAfterMs,
  };
}

/** An answer in words. */
export function describe(answer: BlockAssembler): string[] {
  const { finish, usage } = answer;
  const failed = finish.kind === "error" || finish.kind === "aborted";
  const blocks = failed ? answer.interruptedBlocks() : answer.blocks();
  return [
    ...blocks.map(describeBlock),
    ...(usage === undefined ? [] : [describeUsage(usage)]),
    failed ? `${finish.kind} ${finish.failure.code}` : finish.kind,
  ];
}

function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
    case "reasoning":
      return `${block.type}: ${block.text}`;
    case "tool-call":
      return `call ${block.id}: ${block.name} ${block.arguments}`;
    default:
      return block.type;
  }
}

function describeUsage(usage: TokenUsage): string {
  const { inputTokens, outputTokens, cacheReadTokens, reasoningTokens } = usage;
  return [
    `usage: ${inputTokens} in`,
    ...(cacheReadTokens === undefined ? [] : [`${cacheReadTokens} cached`]),
    `${outputTokens} out`,
    ...(reasoningTokens === undefined ? [] : [`${reasoningTokens} thought`]),
  ].join(", ");
}
