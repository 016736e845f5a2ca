/**
 * What a transcript amounts to.
 *
 * @module
 */

import type { ContentBlock, FinishChunk, LlmFailure } from "../../message.ts";
import { BlockAssembler } from "../../runtime/block_assembler.ts";
import { failureOf } from "../../runtime/failure_of.ts";
import type { Transcript } from "./_call.ts";

/** The first finish, if one came. */
export function finishOf({ chunks }: Transcript): FinishChunk | undefined {
  return chunks.find((chunk) => chunk?.type === "finish");
}

/** Kind of the end: that of the finish, or `error` where there is none. */
export function endOf(transcript: Transcript): string {
  const finish = finishOf(transcript);
  return transcript.error !== undefined || finish === undefined
    ? "error"
    : finish.reason?.kind;
}

/** Whether the call claims to be a success. */
export function succeeded(transcript: Transcript): boolean {
  const end = endOf(transcript);
  return end !== "error" && end !== "aborted";
}

/** The facts of the failure, in-band or thrown. */
export function failureIn(transcript: Transcript): LlmFailure | undefined {
  if (transcript.error !== undefined) return failureOf(transcript.error.value);
  const reason = finishOf(transcript)?.reason;
  return reason?.kind === "error" || reason?.kind === "aborted"
    ? reason.failure
    : undefined;
}

/** Says how a call ended. */
export function describeEnd(transcript: Transcript): string {
  const code = failureIn(transcript)?.code;
  if (transcript.error !== undefined) return `an error of code "${code}"`;
  const kind = finishOf(transcript)?.reason?.kind;
  if (kind === undefined) return "a stream that closes without a finish";
  return `a finish "${kind}"${code === undefined ? "" : ` of code "${code}"`}`;
}

/** Says what blocks a call brought. */
export function describeBlocks(transcript: Transcript): string {
  const blocks = blocksOf(transcript).map((block) =>
    block.type === "tool-call"
      ? `call "${block.id}" ${block.name}(${JSON.stringify(block.arguments)})`
      : block.type
  );
  return blocks.length === 0 ? "no blocks" : `blocks: ${blocks.join(", ")}`;
}

/** Folds the chunks, as far as they can be. */
export function fold({ chunks }: Transcript): BlockAssembler {
  const assembler = new BlockAssembler();
  for (const chunk of chunks) {
    try {
      assembler.push(chunk);
    } catch {
      // What a chunk lacks is a matter of another rule.
    }
  }
  return assembler;
}

/** The blocks, as far as there are any. */
export function blocksOf(transcript: Transcript): ContentBlock[] {
  try {
    return fold(transcript).blocks();
  } catch {
    return [];
  }
}
