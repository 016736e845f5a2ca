/**
 * What a process takes that goes on with a long session.
 *
 * In a process of its own, as it would be: what other measurements have left
 * behind does not count. Run with `deno run --no-lock bench/session_memory.ts`, or
 * as the last part of `deno task bench`.
 *
 * @module
 */

import process from "node:process";
import {
  createAssistantMessage,
  createToolResultMessage,
  createUserMessage,
  LlmRuntime,
  textOf,
} from "../mod.ts";
import { CallId } from "../message.ts";
import { Session } from "../runtime/session/mod.ts";
import { type Figure, print } from "./report.ts";

const LOG_BYTES = 100 * 1024 * 1024;
const CHUNKS_A_TURN = 1_000;
const MB = 1024 * 1024;

/** Reads a log of 100 MB back, and looks at the memory of the process meanwhile. */
export async function sessionMemory(): Promise<Figure[]> {
  const log = writeLog();
  let peak = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      peak = Math.max(peak, process.memoryUsage().rss);
      const { done, value } = log.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
  const session = await Session.from(source, { runtime: new LlmRuntime() });
  const after = process.memoryUsage().rss;
  check(session);
  return [
    {
      name: "memory of a process that has read a log of 100 MB back",
      value: after / MB,
      target: 300,
      unit: "MB",
    },
    {
      name: "the most it took meanwhile",
      value: Math.max(peak, after) / MB,
      target: 300,
      unit: "MB",
    },
  ];
}

/** A figure of less than the whole log is no figure. */
function check(session: Session): void {
  const [last] = session.eventsFrom(session.revision);
  const answer = session.messages.at(-1);
  if (
    last?.type !== "assistant/message" || answer === undefined ||
    textOf(answer).length < CHUNKS_A_TURN
  ) throw new Error("Cannot measure: the log was not read whole");
}

/** A session of turns with a tool result and a streamed answer each, as reads. */
function* writeLog(): Generator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  let seq = 0;
  let lines = "";
  function log(type: string, data: object, rest: object = {}): void {
    const time = 1_764_460_800_000 + seq;
    lines += `${JSON.stringify({ seq: ++seq, time, type, data, ...rest })}\n`;
  }
  const append = { surfaceOp: { op: "append" } };
  log("session/start", { version: 1, sessionId: "bench" });
  let bytes = 0;
  for (let turn = 1; bytes < LOG_BYTES; turn++) {
    const ref = { turn, step: 1 };
    const question = createUserMessage({ content: `${turn}? `.repeat(40) });
    const result = createToolResultMessage({
      callId: CallId(`call-${turn}`),
      content: `${turn} lorem ipsum `.repeat(250),
    });
    let text = "";
    log("user/message", { message: question }, append);
    log("tool/result", { message: result }, append);
    log("turn/start", { turn });
    log("step/start", ref);
    for (let k = 0; k < CHUNKS_A_TURN; k++) {
      const word = `${k} `;
      text += word;
      const chunk = { type: "text-delta", index: 0, text: word };
      log("assistant/chunk", { ...ref, chunk });
    }
    const message = createAssistantMessage({
      content: text,
      source: { provider: "p", model: "m" },
    });
    log("step/end", ref);
    log("turn/end", { turn, outcome: "done" });
    log("assistant/message", { message }, append);
    const read = encoder.encode(lines);
    lines = "";
    bytes += read.length;
    yield read;
  }
}

if (import.meta.main) {
  for (const figure of await sessionMemory()) print(figure);
}
