import { assert, assertEquals, assertFalse } from "@std/assert";
import fc from "../../fast_check.ts";
import { PayloadReader } from "../../../adapters/deepseek/payload_reader.ts";
import { PayloadTemplates } from "../../../adapters/deepseek/payload_templates.ts";

type Call = readonly [what: string, value: unknown];

/** Reads payloads by parsing each. */
function readPlainly(payloads: readonly string[]): Call[] {
  const calls: Call[] = [];
  const read = readerInto(calls);
  for (const data of payloads) attempt(calls, () => read(JSON.parse(data)));
  return calls;
}

/** Reads payloads by their templates where it can. Counts how often it could. */
function readByTemplate(
  payloads: readonly string[],
): { calls: Call[]; hits: number } {
  const calls: Call[] = [];
  const read = readerInto(calls);
  const templates = new PayloadTemplates({
    text: (text) => calls.push(["text", text]),
    reasoning: (text) => calls.push(["reasoning", text]),
  });
  let hits = 0;
  for (const data of payloads) {
    attempt(calls, () => {
      if (templates.read(data)) {
        hits++;
        return;
      }
      const before = calls.length;
      read(JSON.parse(data));
      const [call] = calls.slice(before);
      if (calls.length !== before + 1 || call === undefined) return;
      const [kind, text] = call;
      if (kind === "text" || kind === "reasoning") {
        templates.learn(data, kind, String(text));
      }
    });
  }
  return { calls, hits };
}

function readerInto(calls: Call[]): (payload: unknown) => void {
  const into = (what: string) => (value: unknown) =>
    void calls.push([what, value]);
  const reader = new PayloadReader({
    text: into("text"),
    reasoning: into("reasoning"),
    toolCall: into("toolCall"),
    identity: () => {},
    annotations: into("annotations"),
    finishReason: into("finishReason"),
    usage: into("usage"),
    failed() {
      throw new Error("failed");
    },
  }, into("odd"));
  return (payload) => reader.read(payload);
}

function attempt(calls: Call[], read: () => void): void {
  try {
    read();
  } catch {
    calls.push(["thrown", undefined]);
  }
}

const NOBODY = { text: () => {}, reasoning: () => {} };

function payload(delta: unknown, others: object = {}): string {
  return JSON.stringify({
    id: "x1",
    choices: [{ index: 0, delta, finish_reason: null }],
    usage: null,
    ...others,
  });
}

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom(
    "content",
    "x1",
    "stop",
    '"',
    '","',
    "\\",
    '\\"',
    "a\nb",
    "\u0000",
    "\ud800",
    '"},"finish_reason":"stop"',
  ),
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, 0, [], {}, "", true),
);

const delta = fc.oneof(
  { weight: 6, arbitrary: text.map((content) => ({ content })) },
  { weight: 3, arbitrary: text.map((content) => ({ role: "", content })) },
  {
    weight: 3,
    arbitrary: text.map((reasoning) => ({
      content: null,
      reasoning_content: reasoning,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      content: value,
      reasoning: value,
      reasoning_content: value,
      reasoning_text: value,
      tool_calls: value,
      refusal: value,
    }, { requiredKeys: [] }),
  },
);

const anyPayload = fc.oneof(
  { weight: 12, arbitrary: delta.map((it) => payload(it)) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      delta,
      fc.record({
        id: value,
        created: fc.nat(),
        choices: value,
        usage: value,
        error: value,
        obfuscation: text,
      }, { requiredKeys: [] }),
    ).map(([it, others]) => payload(it, others)),
  },
  {
    // Whole messages, and choices that nobody reads.
    weight: 2,
    arbitrary: fc.tuple(
      delta,
      fc.constantFrom("delta", "message"),
      fc.constantFrom(0, 1),
    ).map(([it, field, index]) =>
      JSON.stringify({ choices: [{ index, [field]: it }] })
    ),
  },
  {
    // Cut, spliced and doubled text.
    weight: 1,
    arbitrary: fc.tuple(delta, delta, fc.nat(120), fc.nat(120)).map((
      [a, b, from, to],
    ) => payload(a).slice(0, from) + payload(b).slice(to)),
  },
);

Deno.test("PayloadTemplates reads exactly what parsing reads", () => {
  fc.assert(
    fc.property(fc.array(anyPayload, { maxLength: 24 }), (payloads) => {
      const { calls } = readByTemplate(payloads);

      assertEquals(calls, readPlainly(payloads));
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("PayloadTemplates reads all but the first of many alike", () => {
  const payloads = Array.from(
    { length: 50 },
    (_, k) => payload({ content: `word ${k}` }),
  );

  const { calls, hits } = readByTemplate(payloads);

  assertEquals(hits, 49);
  assertEquals(calls.at(-1), ["text", "word 49"]);
});

Deno.test("PayloadTemplates follows a change from reasoning to text", () => {
  const payloads = [
    ...Array.from({ length: 5 }, () => payload({ reasoning_content: "hm" })),
    ...Array.from({ length: 5 }, () => payload({ content: "so" })),
  ];

  assertEquals(readByTemplate(payloads).hits, 8);
});

Deno.test("PayloadTemplates leaves whole messages to a parser: after deltas they say nothing", () => {
  const whole = (content: string) =>
    JSON.stringify({ choices: [{ message: { content } }] });
  const payloads = [
    whole("a"),
    whole("b"),
    payload({ role: "assistant" }),
    whole("c"),
  ];

  const { calls } = readByTemplate(payloads);

  assertEquals(calls, [["text", "a"], ["text", "b"]]);
});

Deno.test("PayloadTemplates takes no other field for the delta", () => {
  const templates = new PayloadTemplates(NOBODY);
  const first = payload({ content: "x1" });

  templates.learn(first, "text", "x1");

  assert(templates.read(payload({ content: "y2" })));
  assertFalse(templates.read(first.replace('"id":"x1"', '"id":"y2"')));
});

Deno.test("PayloadTemplates learns nothing from the text it proves places with", () => {
  const templates = new PayloadTemplates(NOBODY);
  const sentinel = "~payload-template-sentinel~";
  const first = payload({ content: sentinel }, { id: sentinel });

  templates.learn(first, "text", sentinel);

  assertFalse(templates.read(payload({ content: sentinel }, { id: "x2" })));
});

Deno.test("PayloadTemplates leaves text that closes its string to a parser", () => {
  const templates = new PayloadTemplates(NOBODY);
  const first = payload({ content: "word" });

  templates.learn(first, "text", "word");

  assertFalse(templates.read(first.replace("word", 'a","role":"b')));
  assertFalse(templates.read(first.replace("word", "tab\t")));
});

Deno.test("PayloadTemplates gives up on payloads that never repeat", () => {
  let taken = 0;
  const count = () => void taken++;
  const templates = new PayloadTemplates({ text: count, reasoning: count });
  for (let k = 0; k < 20; k++) {
    const data = payload({ content: "a" }, { created: k });
    assertFalse(templates.read(data));
    templates.learn(data, "text", "a");
  }

  assertFalse(templates.read(payload({ content: "b" }, { created: 19 })));
  assertEquals(taken, 0);
});

Deno.test("PayloadTemplates keeps learning as long as lessons are of use", () => {
  const payloads = Array.from({ length: 20 }, (_, k) => {
    const others = { created: k };
    return [
      payload({ content: "first" }, others),
      payload({ content: "second" }, others),
    ];
  }).flat();

  assertEquals(readByTemplate(payloads).hits, 20);
});

Deno.test("PayloadTemplates leaves large payloads to a parser", () => {
  const templates = new PayloadTemplates(NOBODY);
  const padding = "p".repeat(10_000);
  const data = payload({ content: "a" }, { padding });

  templates.learn(data, "text", "a");

  assertFalse(templates.read(data));
});
