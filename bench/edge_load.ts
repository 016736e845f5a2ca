/**
 * Prints what a thousand answers at once are to the worker of the edge chat: over
 * real connections, to one process of Deno, of 200 events each.
 *
 * Memory is compared once nothing is under way and what was kept is gone: after
 * the first hundred answers, and after each thousand. Run with
 * `deno task bench:edge`.
 *
 * @module
 */

// deno-lint-ignore-file no-console

import { assemble, textOf } from "../mod.ts";
import { connect } from "../runtime/wire/mod.ts";
import { EVENTS, RETAIN_MS, STREAMS, TEXT } from "./edge_workload.ts";
import { type Figure, print } from "./report.ts";

const ROUNDS = 2;
const QUESTION = JSON.stringify({
  messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
});

/** Megabytes of the server. */
interface Memory {
  /** All that it takes. */
  readonly rss: number;
  /** What it uses of the heap. */
  readonly heap: number;
}

/** What a number of answers came to. */
interface Round {
  /** How many were not what the provider had sent. */
  readonly lost: number;
  /** Seconds from the first question to the last end. */
  readonly seconds: number;
  /** The most memory meanwhile. */
  readonly peak: Memory;
}

/** Asks one question, and tells whether the answer came whole. */
async function ask(url: string): Promise<boolean> {
  const response = await fetch(`${url}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: QUESTION,
  });
  const { id } = await response.json();
  const answer = await assemble(connect(`${url}/chat/${id}`));
  return answer.finish.kind === "stop" && textOf(answer.message()) === TEXT;
}

async function memory(url: string): Promise<Memory> {
  return await (await fetch(`${url}/memory`)).json();
}

/** Asks so many at once. */
async function round(url: string, streams: number): Promise<Round> {
  const startedAt = performance.now();
  let peak = await memory(url);
  let over = false;
  const watched = (async () => {
    while (!over) {
      const { rss, heap } = await memory(url);
      peak = { rss: Math.max(rss, peak.rss), heap: Math.max(heap, peak.heap) };
      await pause(2_000);
    }
  })();
  const whole = await Promise.all(
    Array.from({ length: streams }, () => ask(url).catch(() => false)),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  over = true;
  await watched;
  return { lost: whole.filter((whole) => !whole).length, seconds, peak };
}

/** Lets the server forget, and weighs what is left. */
async function settle(url: string): Promise<Memory> {
  await pause(RETAIN_MS + 500);
  // The next answer takes the place of those that have expired.
  await ask(url);
  return await memory(url);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Starts the server, and finds out where it listens. */
async function start(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = new Deno.Command("deno", {
    args: ["run", "--no-lock", "--unstable-no-legacy-abort"].concat(
      "--v8-flags=--expose-gc",
      "--allow-net=127.0.0.1",
      new URL("edge_server.ts", import.meta.url).pathname,
    ),
    stdout: "piped",
  }).spawn();
  let text = "";
  for await (const part of server.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("\n")) break;
  }
  const [url] = text.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
  if (url === undefined) throw new Error("Cannot measure: no server");
  return {
    url,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

await using server = await start();
const { url } = server;
const first = await round(url, 100);
const before = await settle(url);
const figures: Figure[] = [];
let lost = first.lost;
for (let k = 1; k <= ROUNDS; k++) {
  const { lost: missing, seconds, peak } = await round(url, STREAMS);
  const after = await settle(url);
  lost += missing;
  const events = (STREAMS * EVENTS) / seconds;
  console.log(
    `${STREAMS} answers of ${EVENTS} events in ${seconds.toFixed(1)} s, ` +
      `${events.toFixed(0)} events a second; heap ${peak.heap.toFixed(0)} MB ` +
      `at most, process ${peak.rss.toFixed(0)} MB`,
  );
  figures.push({
    name: `heap after thousand ${k}, more than after the first hundred`,
    value: after.heap - before.heap,
    target: 4,
    unit: "MB",
  });
}
figures.push({
  name: `answers lost or changed, of ${100 + ROUNDS * STREAMS}`,
  value: lost,
  target: 0,
  unit: "",
});
for (const figure of figures) {
  print(figure);
  if (figure.value > figure.target) Deno.exitCode = 1;
}
console.log(`heap after the first hundred: ${before.heap.toFixed(1)} MB`);
