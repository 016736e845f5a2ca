/**
 * The command line of the demo.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { DEEPSEEK_EFFORTS } from "../../adapters/deepseek/mod.ts";

// Any word may stand on a command line.
const EFFORTS: readonly string[] = DEEPSEEK_EFFORTS;

/** What the command line asks for. */
export interface DemoOptions {
  /** What to ask the model. */
  readonly prompt: string;
  /** Model id. */
  readonly model: string;
  /** Reasoning effort. Absent: the adapter's default. */
  readonly effort: string | undefined;
  /** Where the API is. Absent: DeepSeek with a key, else the mock. */
  readonly baseURL: string | undefined;
  /** Whether to print chunks as JSON lines and nothing else. */
  readonly json: boolean;
  /** Whether to print the help and nothing else. */
  readonly help: boolean;
}

const PROMPT = "What should I pack for three days in Lisbon?";
const MODEL = "deepseek-v4-flash";

/** What `--help` prints. */
export const HELP: string = `Streams one answer into the terminal.

Usage: deno task demo [options] [prompt]

Options:
  --prompt <text>      What to ask, in place of the bare words.
  --model <id>         Model to ask. Default: ${MODEL}
  --effort <level>     Reasoning effort: ${EFFORTS.join(", ")}
  --base-url <url>     Server that speaks DeepSeek's format. Deno asks before it
                       reaches one that is not on this machine.
  --json               Print chunks as JSON lines, and nothing else.
  --help               Print this.

Environment:
  DEEPSEEK_API_KEY     Key of the service. Without one, and without --base-url,
                       a mock provider on this machine answers.
  NO_COLOR             Print without colours.

Exit codes: 0 done, 1 the call failed, 2 wrong arguments, 130 stopped by Ctrl-C.
`;

/**
 * Reads the command line.
 *
 * @param args The arguments.
 * @returns The options, or one line that tells what is wrong.
 */
export function parseOptions(
  args: readonly string[],
): { options: DemoOptions } | { problem: string } {
  const found = split(args);
  if ("problem" in found) return found;
  const { values, positionals } = found;
  const { model = MODEL, effort, "base-url": baseURL } = values;
  const words = positionals.length > 0 ? positionals.join(" ") : undefined;

  if (words !== undefined && values.prompt !== undefined) {
    return {
      problem: "Cannot ask two things: --prompt and bare words are given",
    };
  }
  const prompt = values.prompt ?? words ?? PROMPT;
  if (prompt.trim() === "") {
    return { problem: "Cannot ask nothing: the prompt is empty" };
  }
  if (model.trim() === "") {
    return { problem: 'Cannot use "--model": it is empty' };
  }
  if (effort !== undefined && !EFFORTS.includes(effort)) {
    const known = EFFORTS.join(", ");
    return {
      problem: `Cannot use "--effort": "${effort}" is none of ${known}`,
    };
  }
  const fault = baseURL === undefined ? undefined : faultOf(baseURL);
  if (fault !== undefined) {
    return { problem: `Cannot use "--base-url": ${fault}` };
  }
  const { json = false, help = false } = values;
  return { options: { prompt, model, effort, baseURL, json, help } };
}

interface Found {
  readonly values: {
    readonly prompt?: string;
    readonly model?: string;
    readonly effort?: string;
    readonly "base-url"?: string;
    readonly json?: boolean;
    readonly help?: boolean;
  };
  readonly positionals: readonly string[];
}

function split(args: readonly string[]): Found | { problem: string } {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "prompt": { type: "string" },
        "model": { type: "string" },
        "effort": { type: "string" },
        "base-url": { type: "string" },
        "json": { type: "boolean" },
        "help": { type: "boolean" },
      },
    });
  } catch (error) {
    return { problem: describe(error as Error & { code: string }) };
  }
}

function describe({ code, message }: Error & { code: string }): string {
  const option = /--?[^\s']+/.exec(message)?.[0];
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    return `Cannot use "${option}": there is no such option`;
  }
  if (message.includes("does not take")) {
    return `Cannot use "${option}": it takes no value`;
  }
  return message.includes("ambiguous")
    ? `Cannot use "${option}": its value is missing, or needs "${option}=…"`
    : `Cannot use "${option}": its value is missing`;
}

function faultOf(baseURL: string): string | undefined {
  const url = URL.parse(baseURL);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return `"${baseURL}" is no http or https URL`;
  }
  return url.username || url.password || /[?#]/.test(url.href)
    ? "it holds credentials, a query or a fragment"
    : undefined;
}
