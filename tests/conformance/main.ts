/**
 * Runs the suite in every runtime, prints one table, and exits with 1 if anything
 * is not as it should be.
 *
 * Run with `deno task test:everywhere`, or with the names of some runtimes behind
 * it. What is missing is installed: packages of npm into `.ci/everywhere`, browsers
 * with `apt-get` where this is root.
 */

// deno-lint-ignore-file no-console
import type { Verdict } from "./judge.ts";
import { LACKS } from "./lacks.ts";
import { BUN } from "./run/bun.ts";
import { bundlePiAi } from "./run/bundle_pi_ai.ts";
import { DENO } from "./run/deno.ts";
import {
  installBrowsers,
  installPackage,
  installRuntimes,
} from "./run/install.ts";
import { NODE_20, NODE_24 } from "./run/node.ts";
import { CHROMIUM, FIREFOX } from "./run/puppeteer.ts";
import type { Need, Runtime } from "./run/runtime.ts";
import { WEBKIT } from "./run/webkit.ts";
import { WORKERD } from "./run/workerd.ts";
import { runRuntime } from "./run_runtime.ts";
import { startConformanceServer } from "./server/conformance_server.ts";
import { WHOLE_SUITE } from "./suite.ts";
import { summarize } from "./summarize.ts";

const RUNTIMES: readonly Runtime[] = [
  DENO,
  NODE_20,
  NODE_24,
  BUN,
  WORKERD,
  CHROMIUM,
  FIREFOX,
  WEBKIT,
];
const TOOLS = new URL("../../.ci/everywhere", import.meta.url).pathname;
// A whole suite takes some 15 seconds, and on a busy machine many times that.
const LIMIT_MS = 300_000;
const AT_ONCE = 2;

const runtimes = Deno.args.length === 0 ? RUNTIMES : Deno.args.map(find);
const folder = await Deno.makeTempDir({ prefix: "dsh-llm-everywhere-" });
const piAi = `${folder}/pi_ai.mjs`;
try {
  await install();
  const { text, ok } = summarize(await runAll());
  console.log(text);
  Deno.exitCode = ok ? 0 : 1;
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function install(): Promise<void> {
  const installers: Record<Need, () => Promise<void>> = {
    npm: () => installRuntimes(TOOLS),
    package: () => installPackage(`${folder}/package`),
    browsers: installBrowsers,
  };
  const needs = new Set(runtimes.flatMap(({ needs }) => needs));
  await Promise.all([
    bundlePiAi(piAi),
    ...Array.from(needs, (need) => installers[need]()),
  ]);
}

/** Runs the suite in all runtimes, some at once. The verdicts are in order. */
async function runAll(): Promise<Record<string, Verdict>> {
  await using server = await startConformanceServer();
  const { url } = server;
  const verdicts: Record<string, Verdict> = Object.fromEntries(
    runtimes.map((
      { name },
    ) => [name, { tallies: {}, complaints: [], lacking: [] }]),
  );
  // The slow ones first: they are last in the list.
  const waiting = [...runtimes];

  async function runSome(): Promise<void> {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { name } = next;
      const run = keyOf(name);
      const started = Date.now();
      verdicts[name] = await runRuntime(next, {
        run,
        url,
        tools: TOOLS,
        folder,
        piAi,
        server,
        suite: WHOLE_SUITE,
        lacks: LACKS[run],
        limitMs: LIMIT_MS,
      });
      const seconds = (Date.now() - started) / 1_000;
      console.log(`${name}: ${seconds.toFixed(1)} s`);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, runSome));
  return verdicts;
}

function find(wanted: string): Runtime {
  const runtime = RUNTIMES.find(({ name }) =>
    keyOf(name) === wanted.toLowerCase()
  );
  if (runtime !== undefined) return runtime;
  const known = RUNTIMES.map(({ name }) => keyOf(name)).join(", ");
  throw new Error(`"${wanted}" must be one of ${known}`);
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "");
}
