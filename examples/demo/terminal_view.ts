/**
 * What the demo shows of a response.
 *
 * @module
 */

import {
  assertNever,
  type BlockAssembler,
  type ContentBlock,
  type StreamChunk,
  type TokenUsage,
} from "../../mod.ts";
import { printable } from "./printable.ts";
import { write } from "./write.ts";

/** Shows a response as it arrives. */
export interface TerminalView {
  /**
   * Shows one chunk.
   *
   * @param chunk The chunk.
   */
  show(chunk: StreamChunk): void;
}

/** What is asked of whom. */
export interface ViewOptions {
  /** Model that answers. */
  readonly model: string;
  /** Where it runs. */
  readonly provider: string;
  /** What it is asked. */
  readonly prompt: string;
}

/** What the listeners found out. */
export interface CallFacts {
  /** How many e-mail addresses were masked. */
  readonly masked: number;
  /** Milliseconds to the first token, if there was one. */
  readonly firstTokenMs: number | undefined;
}

// `Deno.noColor` reads NO_COLOR, and needs no permission to do so.
const colors = Deno.stdout.isTerminal() && !Deno.noColor;
const dim = style(2, 22);
const bold = style(1, 22);
const cyan = style(36, 39);

/**
 * Prints the question, and returns what shows the answer.
 *
 * @param options What is asked of whom.
 * @returns The view.
 */
export function startView(options: ViewOptions): TerminalView {
  const { model, provider, prompt } = options;
  print(`${bold(printable(prompt))}\n`);
  print(`${dim(printable(`${model} · ${provider} · Ctrl-C stops it`))}\n`);
  // The block the cursor is in: parallel tool calls take turns.
  let current: number | undefined;

  function enter(index: number, label: string): void {
    if (index === current) return;
    print(current === undefined ? `\n${label}` : `\n\n${label}`);
    current = index;
  }

  return {
    show(chunk) {
      switch (chunk.type) {
        case "reasoning-delta":
          enter(chunk.index, dim("thinking  "));
          return print(dim(printable(chunk.text)));
        case "text-delta":
          enter(chunk.index, "");
          return print(printable(chunk.text));
        case "tool-call-delta":
          enter(chunk.index, cyan("tool call  "));
          if (chunk.name) print(cyan(`${printable(chunk.name)} `));
          return print(printable(chunk.argumentsDelta));
        case "block-start":
        case "block-end":
        case "usage":
        case "finish":
          // The summary tells these.
          return;
        default:
          assertNever(chunk);
      }
    },
  };
}

/**
 * Tells what came of a call: its numbers, then the message block by block.
 *
 * @param answer The response, whole or as far as it came.
 * @param facts What the listeners found out.
 * @returns The text.
 */
export function describeMessage(
  answer: BlockAssembler,
  facts: CallFacts,
): string {
  const { finish, usage } = answer;
  const { masked, firstTokenMs } = facts;
  const failed = finish.kind === "aborted" || finish.kind === "error";
  // A call cut short in the middle of its arguments must not look callable.
  const blocks = failed ? answer.interruptedBlocks() : answer.blocks();
  const numbers = [
    ...(usage === undefined ? [] : [describeUsage(usage)]),
    ...(firstTokenMs === undefined
      ? []
      : [`first token after ${Math.round(firstTokenMs)} ms`]),
    ...(masked === 0 ? [] : [`${masked} masked`]),
  ];
  const title = `${
    failed ? "Interrupted message" : "Message"
  } (${finish.kind})`;
  return [
    ...(numbers.length === 0 ? [] : ["\n", dim(numbers.join(" · "))]),
    ...(blocks.length === 0 ? [] : ["", bold(title)]),
    ...blocks.map(describeBlock),
    "",
  ].join("\n");
}

function describeUsage(usage: TokenUsage): string {
  const { inputTokens, outputTokens, cacheReadTokens, reasoningTokens } = usage;
  const cached = cacheReadTokens === undefined
    ? ""
    : ` + ${cacheReadTokens} cached`;
  const thought = reasoningTokens === undefined
    ? ""
    : ` (${reasoningTokens} reasoning)`;
  return `usage ${inputTokens}${cached} in, ${outputTokens}${thought} out`;
}

function describeBlock(block: ContentBlock): string {
  const label = `  ${cyan(block.type.padEnd(11))}`;
  switch (block.type) {
    case "text":
    case "reasoning":
      return `${label}${printable(block.text.replaceAll(/\s+/g, " "))}`;
    case "tool-call":
      return `${label}${printable(`${block.name} ${block.arguments}`)}`;
    default:
      return label;
  }
}

function style(on: number, off: number): (text: string) => string {
  return (text) => colors ? `\x1b[${on}m${text}\x1b[${off}m` : text;
}

function print(text: string): void {
  write(Deno.stdout, text);
}
