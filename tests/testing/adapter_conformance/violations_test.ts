// Each wrong adapter breaks the rule it is meant to break, and no other.
import { assert, assertEquals } from "@std/assert";
import type { StreamChunk } from "../../../message.ts";
import { adapterConformance } from "../../../testing/adapter_conformance/adapter_conformance.ts";
import { scriptedAdapter } from "../../../testing/scripted_adapter.ts";
import { BEHAVIOUR_VIOLATIONS } from "./_behaviour_violations.ts";
import { CHUNK_VIOLATIONS } from "./_chunk_violations.ts";
import {
  brokenRules,
  modelSubject,
  OVERLOADED,
  script,
  SCRIPTS,
  type Variant,
} from "./_model_subject.ts";
import { SCENARIO_VIOLATIONS } from "./_scenario_violations.ts";

const VIOLATIONS = {
  ...CHUNK_VIOLATIONS,
  ...SCENARIO_VIOLATIONS,
  ...BEHAVIOUR_VIOLATIONS,
};

const chart = [
  { type: "block-start", index: 1, blockType: "chart" },
  { type: "block-end", index: 1, block: { type: "chart", points: [1] } },
] as unknown as StreamChunk[];

function throwAtOnce(): never {
  throw OVERLOADED;
}

const SOUND: Readonly<Record<string, Variant>> = {
  "an adapter that waits forever, and says so": {},
  "an adapter that bounds a silence": { timed: true },
  "blocks of a type of its own": {
    scripts: {
      text: script(SCRIPTS.text.reads.flat().toSpliced(-1, 0, ...chart)),
    },
  },
  "an adapter whose provider tells nothing": {
    timed: true,
    subject: {
      async create(scenario) {
        const trial = await modelSubject({ timed: true }).create(scenario);
        return trial && { adapter: trial.adapter };
      },
    },
  },
  "an adapter that throws before there is a stream": {
    subject: {
      create: (scenario) =>
        scenario === "error-before-anything"
          ? { adapter: scriptedAdapter([throwAtOnce]) }
          : modelSubject().create(scenario),
    },
  },
  "an adapter that throws when it gives up": {
    timed: true,
    habit: "throws what ends a stall",
  },
};

for (const [what, variant] of Object.entries(SOUND)) {
  Deno.test(`adapterConformance() finds nothing wrong with ${what}`, async () => {
    const subject = modelSubject(variant);

    const broken = await brokenRules(subject);

    assertEquals([...broken], []);
  });
}

for (const [what, { breaks, ...variant }] of Object.entries(VIOLATIONS)) {
  Deno.test(`adapterConformance() finds ${what}`, async () => {
    const subject = modelSubject(variant);

    const broken = await brokenRules(subject);

    assertEquals([...broken.keys()].toSorted(), breaks.toSorted());
    for (const [rule, message] of broken) {
      assert(message.startsWith(`Cannot confirm that ${rule}: `), message);
    }
  });
}

Deno.test("adapterConformance() has no rule that nothing breaks", () => {
  const cases = adapterConformance(modelSubject({ timed: true }));
  const broken = new Set(
    Object.values(VIOLATIONS).flatMap(({ breaks }) => breaks),
  );

  const rules = cases.map(({ name }) => name.replace("model: ", ""));

  assertEquals(rules.filter((rule) => !broken.has(rule)), []);
});
