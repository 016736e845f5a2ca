/**
 * Prints what a browser or a worker would load: each program of `bench/entries/`
 * bundled, minified and compressed (gzip -9), beside the most it may weigh.
 *
 * Run with `deno task size`. Exits with 1 when one is over its limit.
 */

// deno-lint-ignore-file no-console
import { gzipSync } from "node:zlib";

const ENTRIES = new URL("../bench/entries/", import.meta.url);

/** What each program may weigh over the wire, in KB of 1,024 bytes. */
const LIMITS_KB: Readonly<Record<string, number>> = {
  "message.ts": 2,
  "meter.ts": 6,
  "page.ts": 14,
  "runtime.ts": 14,
  "worker.ts": 20,
  "deepseek.ts": 20,
  "deepseek_runtime.ts": 32,
};

async function bundle(name: string): Promise<Uint8Array> {
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["bundle", "--quiet", "--no-lock", "--minify", "--platform=browser"]
      .concat(new URL(name, ENTRIES).href),
  }).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return stdout;
}

function row(cells: readonly string[]): void {
  const [name = "", ...figures] = cells;
  console.log(
    name.padEnd(20) + figures.map((cell) => cell.padStart(12)).join(""),
  );
}

row(["entry", "minified", "gzipped", "at most", ""]);
for (const [name, limitKb] of Object.entries(LIMITS_KB)) {
  const bytes = await bundle(name);
  const size = gzipSync(bytes, { level: 9 }).length;
  const limit = limitKb * 1024;
  const met = size <= limit;
  if (!met) Deno.exitCode = 1;
  row([name, ...[bytes.length, size, limit].map(String), met ? "met" : "over"]);
}
