// A few seeds, always the same: the fuzzer itself takes others.
import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { loadCorpus } from "./corpus.ts";
import { createRandom } from "./random.ts";
import { runSeed } from "./run_seed.ts";

const RECORDINGS = new URL("../recordings", import.meta.url).pathname;
const SEEDS = 200;

Deno.test(`runSeed() breaks no rule with the first ${SEEDS} seeds`, async () => {
  const corpus = loadCorpus([RECORDINGS]);
  using time = new FakeTime(0);

  const broken: Record<number, string[]> = {};
  for (let seed = 0; seed < SEEDS; seed++) {
    const rules = await runSeed(seed, { time, corpus });
    if (rules.length > 0) broken[seed] = rules;
  }

  assertEquals(broken, {});
});

Deno.test("createRandom() makes the same choices of the same seed", () => {
  const choices = () => {
    const { below, bytes, list } = createRandom(7);
    return [below(1_000), bytes(9), list(5, () => below(3))];
  };

  assertEquals(choices(), choices());
});

Deno.test("createRandom() makes other choices of another seed", () => {
  const first = Array.from(
    { length: 100 },
    (_, seed) => createRandom(seed).below(2 ** 30),
  );

  assertEquals(new Set(first).size, 100);
});
