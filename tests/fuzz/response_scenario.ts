/**
 * Any answer of a server, through the DeepSeek adapter and a runtime.
 *
 * @module
 */

import { DeepSeekAdapter } from "../../adapters/deepseek/mod.ts";
import {
  createUserMessage,
  errorChain,
  llmErrorOf,
  llmResponseOf,
  LlmRuntime,
  type StreamChunk,
} from "../../mod.ts";
import { checkEnd, checkGrammar } from "./check_chunks.ts";
import { consume, type Consumed, type Leave } from "./consume.ts";
import type { CountedBody } from "./counted_body.ts";
import { countParsing } from "./counted_parsing.ts";
import { drive } from "./drive.ts";
import { hostileValue } from "./hostile_value.ts";
import { type AnswerPlan, makeAnswer, responseOf } from "./make_answer.ts";
import type { Random } from "./random.ts";
import type { Scenario, Surroundings } from "./scenario.ts";
import { watchedSignal } from "./watched_signal.ts";

// How much may be read and made of a byte. Generous: what is not linear in the
// bytes soon exceeds any of them.
const MAX_CHUNKS = 3;
const MAX_CHARACTERS = 30;
const MAX_PARSED = 12;

// Shorter parts of a key are there by chance.
const SECRET_RUN = 12;

const FAULTY_MANNERS = [
  "throws",
  "rejects",
  "hangs",
  "returns nothing",
] as const;

type FaultyManner = (typeof FAULTY_MANNERS)[number];

/** What both ends of a connection do. */
interface Exchange {
  readonly plan: AnswerPlan;
  readonly leave: Leave;
  /** What `fetch` does. */
  readonly manner: FaultyManner | "answers";
  /** Whether it hears no abort once it has answered. */
  readonly deaf: boolean;
  /** The key of the call. */
  readonly secret: string;
}

/** Calls a server that answers as it likes. */
export const responseScenario: Scenario = async (surroundings) => {
  const { random, corpus, broken } = surroundings;
  const secret = `sk-${
    Array.from({ length: 24 }, () => random.pick([..."0123456789abcdef"]))
      .join("")
  }`;
  const plan = makeAnswer(random, corpus, secret);
  const leave = makeLeave(random);
  const manner = random.chance(0.95) ? "answers" : random.pick(FAULTY_MANNERS);
  const deaf = random.chance(0.5);
  const exchange: Exchange = { plan, leave, manner, deaf, secret };
  const seen = await call(surroundings, exchange);
  if (seen.error !== undefined) {
    broken(`nothing is thrown: ${errorChain(seen.error.value)}`);
  }
  if (!seen.stayed) return;
  checkEnd(seen.chunks, broken);
  checkGrammar(seen.chunks, broken);
  checkWork(seen.chunks, plan, broken);
  const decided = manner === "answers" && plan.end === "close";
  if (leave.how !== "read on" || !decided) return;
  // Other pieces of the same bytes.
  const again = await call(surroundings, exchange);
  const [one, other] = [seen, again].map(({ chunks }) =>
    JSON.stringify(chunks)
  );
  if (one !== other) broken(`the same wherever reads begin: ${one} ${other}`);
};

function makeLeave(random: Random): Leave {
  const how = random.chance(0.6)
    ? "read on"
    : random.pick(["cancel", "break", "abort", "close"] as const);
  return { after: random.below(random.pick([2, 12, 40])), how };
}

async function call(
  { random, time, broken }: Surroundings,
  { plan, leave, manner, deaf, secret }: Exchange,
): Promise<Consumed> {
  const { controller, signal, listeners } = watchedSignal();
  const abortAtRead = leave.how === "abort" && random.chance(0.5)
    ? 1 + random.below(20)
    : 0;
  const bodies: CountedBody[] = [];
  const told: unknown[] = [];
  const runtime = new LlmRuntime();
  runtime.on("llm/diagnostic", (diagnostic) => void told.push(diagnostic));
  const adapter = new DeepSeekAdapter({
    apiKey: secret,
    fetch: manner === "answers"
      ? answer(plan, { deaf, bodies }, (reads) => {
        if (reads === abortAtRead) controller.abort();
      })
      : noAnswer(manner, hostileValue(random)),
    streamIdleTimeoutMs: random.pick([10, 20_000, 300_000]),
    progressTimeoutMs: random.pick([50, 100_000]),
  });
  runtime.registerAdapter(["ds"], adapter);
  if (leave.how === "abort" && random.chance(0.1)) controller.abort();
  const stream = runtime.stream({
    provider: "ds",
    model: "m",
    messages: [createUserMessage({ content: "Hi" })],
    signal,
  });

  const seen: Consumed = { chunks: [], stayed: true };
  const abort = () => controller.abort(hostileValue(random));
  const work = consume(stream, seen, {
    leave: abortAtRead > 0 ? { after: -1, how: "read on" } : leave,
    abort,
    close: () => runtime.close(),
  });
  using parsing = countParsing();
  const ended = await drive(time, work, () => broken("an end"));
  if (!ended) abort();
  const parsed = parsing.characters();
  if (parsed > 5_000 + MAX_PARSED * plan.bytes.length) {
    broken(`little parsing a byte: ${parsed}`);
  }
  if (bodies.some((body) => body.isOpen())) broken("no open body");
  if (listeners() > 0) broken("no listener on the signal");
  if (time.next()) broken("no timer");
  for (const body of bodies) {
    const most = plan.bytes.length + 5_100;
    if (plan.end !== "keep-alive" && body.reads() > most) broken("reads");
  }
  // A body that has just failed cannot be cancelled.
  const cancelMayFail = plan.cancelThrows || plan.end === "error";
  if (seen.cancelError !== undefined && !cancelMayFail) {
    broken("a cancel that succeeds");
  }
  const { annotations: _content, ...facts } = llmResponseOf(stream) ?? {};
  checkSecret(secret, broken, [
    JSON.stringify(told),
    ...told.map((each) => errorChain((each as { error?: unknown }).error)),
    JSON.stringify(facts),
    JSON.stringify(reasonOf(seen.chunks.at(-1))),
    errorChain(llmErrorOf(stream)),
  ]);
  return seen;
}

function answer(
  plan: AnswerPlan,
  { deaf, bodies }: { deaf: boolean; bodies: CountedBody[] },
  onRead: (reads: number) => void,
): typeof fetch {
  return (_input, init) => {
    const signal = init!.signal!;
    const body = plan.body(onRead);
    const response = responseOf(plan, body);
    if (response.body !== null) bodies.push(body);
    signal.addEventListener("abort", () => {
      if (!deaf) body.abort(signal.reason);
    });
    return Promise.resolve(response);
  };
}

function noAnswer(manner: FaultyManner, value: unknown): typeof fetch {
  return (_input, init) => {
    const signal = init!.signal!;
    switch (manner) {
      case "throws":
        throw value;
      case "rejects":
        return Promise.reject(value);
      case "hangs":
        return new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason))
        );
      case "returns nothing":
        return Promise.resolve(undefined as never);
    }
  };
}

function checkWork(
  chunks: readonly StreamChunk[],
  { bytes }: AnswerPlan,
  broken: (rule: string) => void,
): void {
  const most = 100 + MAX_CHUNKS * bytes.length;
  if (chunks.length > most) broken(`few chunks a byte: ${chunks.length}`);
  const text = chunks.reduce((length, chunk) => {
    if ("text" in chunk) return length + chunk.text.length;
    return chunk.type === "tool-call-delta"
      ? length + chunk.argumentsDelta.length
      : length;
  }, 0);
  if (text > 1_000 + MAX_CHARACTERS * bytes.length) {
    broken("little text a byte");
  }
}

function reasonOf(chunk: StreamChunk | undefined): unknown {
  return chunk?.type === "finish" ? chunk.reason : undefined;
}

function checkSecret(
  secret: string,
  broken: (rule: string) => void,
  texts: readonly (string | undefined)[],
): void {
  for (let at = 0; at + SECRET_RUN <= secret.length; at++) {
    const run = secret.slice(at, at + SECRET_RUN);
    const text = texts.find((text) => text?.includes(run));
    if (text !== undefined) return broken(`no secret: ${text.slice(0, 500)}`);
  }
}
