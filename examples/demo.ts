/**
 * Streams one answer into the terminal.
 *
 * ```sh
 * deno task demo
 * deno task demo --json
 * DEEPSEEK_API_KEY=… deno task demo "What should I pack for Lisbon?"
 * ```
 *
 * Without a key a mock provider on the loopback interface answers, so this runs
 * without a network: request, events and chunks are real all the same.
 *
 * @module
 */

import { DeepSeekAdapter } from "../adapters/deepseek/mod.ts";
import {
  AUTH_CODE,
  BlockAssembler,
  createUserMessage,
  INVALID_CREDENTIAL_CODE,
  LlmRuntime,
  MISSING_CREDENTIAL_CODE,
  ReasoningEffortId,
  type StreamChunk,
  type ToolSchema,
  TRANSPORT_CODE,
} from "../mod.ts";
import { interruptHandler } from "./demo/interrupt_handler.ts";
import { maskAddresses } from "./demo/mask_addresses.ts";
import { type DemoOptions, HELP, parseOptions } from "./demo/parse_options.ts";
import { printable } from "./demo/printable.ts";
import { openProvider } from "./demo/provider.ts";
import { describeMessage, startView } from "./demo/terminal_view.ts";
import { timeToFirstToken } from "./demo/time_to_first_token.ts";
import { write } from "./demo/write.ts";

const ROUTE = "deepseek-official";
const FORECAST: ToolSchema = {
  name: "get_forecast",
  description: "Weather forecast for a city.",
  parameters: {
    type: "object",
    properties: {
      city: { type: "string" },
      days: { type: "integer" },
      units: { enum: ["metric", "imperial"] },
    },
    required: ["city"],
  },
};

const CHECK_KEY = "check DEEPSEEK_API_KEY, or unset it to talk to the mock";
const ADVICE: ReadonlyMap<string, string> = new Map([
  [AUTH_CODE, CHECK_KEY],
  [INVALID_CREDENTIAL_CODE, CHECK_KEY],
  [MISSING_CREDENTIAL_CODE, CHECK_KEY],
  [TRANSPORT_CODE, "check the network and --base-url"],
]);

if (import.meta.main) Deno.exitCode = await main(Deno.args);

/**
 * Runs the demo.
 *
 * @param args Command-line arguments.
 * @returns Exit code: 0, 1 for a failed call, 2 for wrong arguments, 130 for
 * Ctrl-C.
 */
async function main(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args);
  if ("problem" in parsed) {
    write(Deno.stderr, `demo: ${parsed.problem} (try --help)\n`);
    return 2;
  }
  if (parsed.options.help) {
    write(Deno.stdout, HELP);
    return 0;
  }

  const denied = await deniedHost(parsed.options.baseURL);
  if (denied !== undefined) {
    const line = `demo: Cannot reach "${denied}": Deno may not (run ` +
      `"deno run --allow-net --allow-env=DEEPSEEK_API_KEY examples/demo.ts")\n`;
    write(Deno.stderr, line);
    return 2;
  }

  const abort = new AbortController();
  const interrupt = interruptHandler({
    stop: () => abort.abort(),
    exit: () => Deno.exit(130),
  });
  Deno.addSignalListener("SIGINT", interrupt);
  try {
    return await run(parsed.options, abort.signal);
  } catch (error) {
    // `demo --json | head` closes the pipe: nobody is left to read the rest.
    if (error instanceof Deno.errors.BrokenPipe) return 0;
    throw error;
  } finally {
    Deno.removeSignalListener("SIGINT", interrupt);
  }
}

async function run(
  options: DemoOptions,
  signal: AbortSignal,
): Promise<number> {
  const apiKey = Deno.env.get("DEEPSEEK_API_KEY") || undefined;
  await using provider = openProvider({ apiKey, baseURL: options.baseURL });
  let masked = 0;
  let firstTokenMs: number | undefined;

  const runtime = new LlmRuntime();
  runtime.registerAdapter([ROUTE], new DeepSeekAdapter(provider.options));
  runtime.on("llm/stream", timeToFirstToken((ms) => firstTokenMs = ms));
  runtime.on(
    "llm/stream",
    (_options, next) => next().pipeThrough(maskAddresses(() => masked++)),
  );

  const view = options.json ? jsonView() : startView({
    model: options.model,
    provider: provider.name,
    prompt: options.prompt,
  });
  const answer = new BlockAssembler();
  const stream = runtime.stream({
    provider: ROUTE,
    model: options.model,
    messages: [createUserMessage({ content: options.prompt })],
    tools: [FORECAST],
    signal,
    reasoningEffort: options.effort === undefined
      ? undefined
      : ReasoningEffortId(options.effort),
  });
  for await (const chunk of stream) {
    answer.push(chunk);
    view.show(chunk);
  }

  if (!options.json) {
    write(Deno.stdout, describeMessage(answer, { masked, firstTokenMs }));
  }
  switch (answer.finish.kind) {
    case "aborted":
      return 130;
    case "error": {
      const { code, message } = answer.finish.failure;
      const advice = ADVICE.get(code);
      const todo = advice === undefined ? "" : ` (${advice})`;
      write(Deno.stderr, printable(`demo: ${code}: ${message}${todo}\n`));
      return 1;
    }
    default:
      return 0;
  }
}

/** Asks for leave to reach a server, and tells which one if it is refused. */
async function deniedHost(
  baseURL: string | undefined,
): Promise<string | undefined> {
  if (baseURL === undefined) return undefined;
  const { host } = new URL(baseURL);
  const { state } = await Deno.permissions.request({ name: "net", host });
  return state === "granted" ? undefined : host;
}

function jsonView(): { show(chunk: StreamChunk): void } {
  return {
    show: (chunk) => write(Deno.stdout, `${JSON.stringify(chunk)}\n`),
  };
}
