/**
 * Runs the suite in every runtime, prints one table, and exits with 1 if anything
 * is not as it should be.
 *
 * Run with `deno task test:everywhere`, or with the names of some runtimes behind
 * it. What is missing is installed: packages of npm into `.ci/everywhere`, browsers
 * with `apt-get` where this is root.
 */

// deno-lint-ignore-file no-console
import { judge, type Verdict } from "./judge.ts";
import { LACKS } from "./lacks.ts";
import { BUN } from "./run/bun.ts";
import { DENO } from "./run/deno.ts";
import {
  installBrowsers,
  installPackage,
  installRuntimes,
} from "./run/install.ts";
import { NODE_20, NODE_24 } from "./run/node.ts";
import { WORKERD } from "./run/workerd.ts";
import { CHROMIUM, FIREFOX } from "./run/puppeteer.ts";
import { WEBKIT } from "./run/webkit.ts";
import type { Need, Runtime } from "./run/runtime.ts";
import { startConformanceServer } from "./server/conformance_server.ts";
import { WHOLE_SUITE } from "./suite.ts";
import { drawTable, sum } from "./table.ts";

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
const FOLDER = new URL("../../.ci/everywhere/", import.meta.url).pathname;
// A whole suite takes some 15 seconds.
const LIMIT_MS = 180_000;
const AT_ONCE = 2;

const wanted = Deno.args.map((name) => name.toLowerCase());
const runtimes = RUNTIMES.filter(({ name }) =>
  wanted.length === 0 || wanted.includes(keyOf(name))
);

await install();
await using server = await startConformanceServer();
const verdicts: Record<string, Verdict> = {};
const waiting = [...runtimes];
await Promise.all(Array.from({ length: AT_ONCE }, async () => {
  let next: Runtime | undefined;
  while ((next = waiting.shift())) verdicts[next.name] = await verdictOn(next);
}));
report();

async function install(): Promise<void> {
  const installers: Record<Need, () => Promise<void>> = {
    npm: () => installRuntimes(FOLDER),
    package: () => installPackage(`${FOLDER}package`),
    browsers: installBrowsers,
  };
  const needs = new Set(runtimes.flatMap(({ needs }) => needs));
  await Promise.all(Array.from(needs, (need) => installers[need]()));
}

/** Runs the suite in a runtime. */
async function verdictOn(runtime: Runtime): Promise<Verdict> {
  const { reports, url } = server;
  const { name } = runtime;
  const run = keyOf(name);
  const started = Date.now();
  let ended: string;
  try {
    await using running = await runtime.start({ run, url, folder: FOLDER });
    const late = delay(LIMIT_MS, `it is not over after ${LIMIT_MS} ms`);
    const early = running.ended.then((why) => delay(500, why));
    ended = await Promise.race([reports.ended(run), early, late]);
  } catch (error) {
    ended = `${error}`;
  }
  console.log(`${name}: ${((Date.now() - started) / 1_000).toFixed(1)} s`);
  return judge(reports.results(run), {
    suite: WHOLE_SUITE,
    lacks: LACKS[run],
    ended,
  });
}

function report(): void {
  const ordered = Object.fromEntries(
    runtimes.map(({ name }) => [name, verdicts[name]!]),
  );
  console.log(`\n${drawTable(ordered)}\n`);
  let [passed, lacking, failed] = [0, 0, 0];
  for (const [name, verdict] of Object.entries(ordered)) {
    const total = sum(verdict);
    passed += total.passed;
    lacking += total.lacking;
    failed += verdict.complaints.length;
    for (const { group, name: rule, message } of verdict.complaints) {
      console.log(`${name}, ${group}: ${rule}\n    ${message}`);
    }
  }
  if (passed === 0) failed++;
  const result = failed === 0 ? "ok" : "FAILED";
  console.log(
    `${result} | ${passed} passed | ${failed} failed | ${lacking} lacking`,
  );
  Deno.exitCode = failed === 0 ? 0 : 1;
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "");
}

async function delay<T>(ms: number, value: T): Promise<T> {
  await new Promise<void>((resolve) => {
    Deno.unrefTimer(setTimeout(resolve, ms) as unknown as number);
  });
  return value;
}
