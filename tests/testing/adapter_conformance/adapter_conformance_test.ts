import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { adapterConformance } from "../../../testing/adapter_conformance/adapter_conformance.ts";
import {
  ADAPTER_SCENARIOS,
  type AdapterSubject,
} from "../../../testing/adapter_conformance/adapter_subject.ts";
import { toolCallChunks } from "../../../testing/chunks.ts";
import {
  brokenRules,
  fakeTime,
  modelSubject,
  script,
} from "./_model_subject.ts";

function namesOf(subject: AdapterSubject): string[] {
  return adapterConformance(subject).map(({ name }) => name);
}

async function rejection(
  subject: AdapterSubject,
  rule: string,
): Promise<Error> {
  const found = adapterConformance(subject).find(({ name }) =>
    name.endsWith(rule)
  );
  assert(found);
  return await assertRejects(() => found.run(), Error);
}

const WRONG: Record<string, [wrong: unknown, message: string]> = {
  "no subject": [null, '"subject" must be an object'],
  "an empty name": [{ name: "" }, '"name" must be a non-empty string'],
  "a blank route": [{ provider: " " }, '"provider" must be a non-empty string'],
  "no model": [{ model: undefined }, '"model" must be a non-empty string'],
  "nothing to make adapters": [{ create: 1 }, '"create" must be a function'],
  "an unknown scenario": [
    { unsupported: [{ scenario: "texts", why: "none" }] },
    '"unsupported[0].scenario" must be a known scenario',
  ],
  "a scenario left out without a reason": [
    { unsupported: [{ scenario: "cut", why: "" }] },
    '"unsupported[0].why" must be a non-empty string',
  ],
  "an empty secret": [
    { secrets: ["a", ""] },
    '"secrets[1]" must be a non-empty string',
  ],
};

for (const [what, [wrong, message]] of Object.entries(WRONG)) {
  Deno.test(`adapterConformance() refuses ${what}`, () => {
    const subject = wrong && { ...modelSubject(), ...wrong as object };

    assertThrows(
      () => adapterConformance(subject as AdapterSubject),
      TypeError,
      `Cannot make cases: ${message}`,
    );
  });
}

const OUT_OF_RANGE: Record<string, [wrong: object, message: string]> = {
  "no time at all for a stall": [{ stallMs: 0 }, '"stallMs" must be greater'],
  "a stall that is no number": [{ stallMs: NaN }, '"stallMs" must be greater'],
  "minutes of real time": [
    { stallMs: undefined },
    '"stallMs" must be Infinity, or 10000 at most where time is not faked',
  ],
  "no patience": [{ patienceMs: 0 }, '"patienceMs" must be greater than 0'],
  "endless patience": [{ patienceMs: Infinity }, "and finite"],
};

for (const [what, [wrong, message]] of Object.entries(OUT_OF_RANGE)) {
  Deno.test(`adapterConformance() refuses ${what}`, () => {
    const subject = { ...modelSubject(), ...wrong };

    assertThrows(() => adapterConformance(subject), RangeError, message);
  });
}

Deno.test("adapterConformance() names each case after the adapter and its rule", () => {
  const names = namesOf(modelSubject());

  assertEquals(new Set(names).size, names.length);
  assertEquals(names[0], 'model: "text" comes to text and a finish "stop"');
});

Deno.test("adapterConformance() leaves out the cases of an unsupported scenario", () => {
  const unsupported = [{ scenario: "stall", why: "no such server" }] as const;

  const names = namesOf(modelSubject({ subject: { unsupported } }));

  const all = namesOf(modelSubject());
  const left = all.filter((name) => !names.includes(name));
  assertEquals(left.length, 6);
  assert(left.includes("model: an abort stops the provider"));
});

for (const supported of [["text"], ["stall"], []]) {
  const what = supported.join() || "nothing";
  Deno.test(
    `adapterConformance() makes adapters for ${what} where the rest is unsupported`,
    async () => {
      const made = new Set<string>();
      const unsupported = ADAPTER_SCENARIOS
        .filter((scenario) => !supported.includes(scenario))
        .map((scenario) => ({ scenario, why: "not wanted" }));
      const subject = modelSubject({ timed: true, subject: { unsupported } });
      const { create } = subject;
      const cases = adapterConformance({
        ...subject,
        create: (scenario) => (made.add(scenario), create(scenario)),
      });

      for (const { run } of cases) await run();

      assertEquals([...made], supported);
    },
  );
}

for (const missing of ["text", "stall", "cut"]) {
  Deno.test(`adapterConformance() fails one case if "${missing}" is neither made nor listed`, async () => {
    const sound = modelSubject({ timed: true });
    const { create } = sound;
    const subject: AdapterSubject = {
      ...sound,
      create: (scenario) => scenario === missing ? undefined : create(scenario),
    };

    const broken = await brokenRules(subject);

    const [message = ""] = broken.values();
    assertEquals(broken.size, 1);
    assertStringIncludes(message, `Cannot confirm that "${missing}" comes to `);
    assertStringIncludes(
      message,
      `expected a trial of "${missing}", or a reason in "unsupported", got neither`,
    );
  });
}

Deno.test("adapterConformance() passes on what the author's own code throws", async () => {
  const error = new Error("of the mock");
  const subject = modelSubject({
    subject: { create: () => Promise.reject(error) },
  });

  const caught = await rejection(subject, "usage comes at most once");

  assertStrictEquals(caught, error);
});

Deno.test("adapterConformance() gives up on an adapter that does not go on", async () => {
  const scripts = { text: { reads: [], end: "stall" } } as const;
  const subject = modelSubject({ scripts, hangs: true });

  const { message } = await rejection(subject, "usage comes at most once");

  assertEquals(
    message,
    'Cannot confirm that usage comes at most once: expected an answer to "text" that goes on or ends, got nothing in 100 ms',
  );
});

Deno.test("adapterConformance() gives up on an adapter that never ends", async () => {
  const reads = Array.from({ length: 100_000 }, () => [
    { type: "text-delta", index: 0, text: "" } as const,
  ]);
  const subject = modelSubject({ scripts: { text: { reads } } });

  const { message } = await rejection(subject, "usage comes at most once");

  assertEquals(
    message,
    'Cannot confirm that usage comes at most once: with "text", expected an answer that ends, got 100000 chunks',
  );
});

Deno.test("adapterConformance() says what came in the place of a stream", async () => {
  const subject = modelSubject({ habit: "returns no stream" });

  const { message } = await rejection(subject, "a new stream at once");

  assertEquals(
    message,
    "Cannot confirm that a call returns a new stream at once: expected two streams that can be read, got something else",
  );
});

Deno.test("adapterConformance() says which calls came in the place of others", async () => {
  const chunks = toolCallChunks([{ id: "a", name: "list", arguments: "" }], {
    text: "Well",
  });
  const subject = modelSubject({
    scripts: { "tool-call-without-arguments": script(chunks) },
  });

  const [message] = (await brokenRules(subject)).values();

  assertStringIncludes(
    message!,
    'got a finish "tool-calls" and blocks: text, call "a" list("")',
  );
});

Deno.test("adapterConformance() never says the secret it found", async () => {
  const subject = modelSubject({
    subject: { secrets: ["overloaded"] },
  });

  const { message } = await rejection(subject, "in what a call reports");

  assertEquals(
    message,
    'Cannot confirm that no secret shows in what a call reports: with "error-before-anything", expected no secret, got one',
  );
});

Deno.test("adapterConformance() judges a stall in real time where time is not faked", async () => {
  const subject = modelSubject({ hangs: true, subject: { stallMs: 1 } });

  const { message } = await rejection(subject, "and is stopped");

  assertEquals(
    message,
    "Cannot confirm that a silent provider ends the call, and is stopped: expected an end after 1 ms of silence, got an answer that waits on",
  );
});

Deno.test("adapterConformance() brings real time back after a case that fails", async () => {
  const { setTimeout } = globalThis;
  const subject = modelSubject({
    habit: "waits forever",
    timed: true,
    hangs: true,
  });

  await rejection(subject, "and is stopped");

  assertStrictEquals(globalThis.setTimeout, setTimeout);
});

Deno.test("adapterConformance() takes no arguments of a test runner", async () => {
  const [first] = adapterConformance(modelSubject());
  const run = first!.run as (...args: unknown[]) => Promise<void>;

  const result = await run({ name: "a context" }, () => {});

  assertEquals(result, undefined);
});

Deno.test("adapterConformance() judges timers only where they can be counted", async () => {
  const subject = modelSubject({
    habit: "keeps its timer",
    timed: true,
    subject: {
      fakeTime() {
        const { advance, restore } = fakeTime();
        return { advance, restore };
      },
    },
  });
  const found = adapterConformance(subject).find(({ name }) =>
    name.endsWith("no timer outlives its call")
  );

  const result = await found?.run();

  assert(found);
  assertEquals(result, undefined);
});
