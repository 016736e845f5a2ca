// Which requests are the same, their messages aside.
import { assertEquals } from "@std/assert";
import { ReasoningEffortId } from "../../../message.ts";
import type { TokenBaseline } from "../../../runtime/meter/token_measurement.ts";
import { TokenMeter } from "../../../runtime/meter/token_meter.ts";
import type { EpochHeader } from "../../../runtime/session/session_event.ts";
import { began, headed, headerOf, type Log, logOf, used } from "./_log.ts";

/** A log with one call, whose prompt took more than will be estimated. */
function called(header: EpochHeader = headerOf("123456")): Log {
  return logOf(began(1, 1), headed(header))
    .add(used(1, 1, { inputTokens: 1_000, outputTokens: 1 }));
}

function baselineOf(log: Log, header?: EpochHeader): TokenBaseline {
  return new TokenMeter().measure(log, header).baseline;
}

const TOOL = {
  name: "n",
  description: "d",
  parameters: { type: "object", required: ["a", "b"] },
};

const OTHER: [name: string, header: EpochHeader][] = [
  ["another model", headerOf("123456", { config: config({ model: "m2" }) })],
  ["a route", headerOf("123456", { config: config({ provider: "q" }) })],
  ["a temperature", headerOf("123456", { config: config({ temperature: 1 }) })],
  ["a cap", headerOf("123456", { config: config({ maxTokens: 5 }) })],
  [
    "an effort",
    headerOf("123456", {
      config: config({ reasoningEffort: ReasoningEffortId("low") }),
    }),
  ],
  ["another system slot", headerOf("654321")],
  ["no system slot", headerOf("")],
  ["tools", headerOf("123456", { tools: [TOOL] })],
];

function config(
  rest: Partial<EpochHeader["config"]>,
): EpochHeader["config"] {
  return { provider: "p", model: "m", ...rest };
}

for (const [name, header] of OTHER) {
  Deno.test(`TokenMeter estimates all for a header with ${name}`, () => {
    assertEquals(baselineOf(called(), header), "estimated");
  });

  Deno.test(`TokenMeter estimates all once a header with ${name} was logged`, () => {
    const log = called().add(headed(header));

    assertEquals(baselineOf(log), "estimated");
  });
}

const SAME: [name: string, header: EpochHeader][] = [
  ["fields in another order", {
    system: "123456",
    adapterDefaults: {},
    config: { model: "m", provider: "p" },
  }],
  ["no tools", headerOf("123456", { tools: [] })],
  [
    "fields that are undefined",
    headerOf("123456", { config: config({ maxTokens: undefined }) }),
  ],
  [
    "other defaults of the adapter",
    headerOf("123456", { adapterDefaults: { maxTokens: true } }),
  ],
];

for (const [name, header] of SAME) {
  Deno.test(`TokenMeter takes a header for the same that has ${name}`, () => {
    assertEquals(baselineOf(called(), header), "usage");
  });
}

Deno.test("TokenMeter takes an empty system slot for none", () => {
  const { system: _, ...bare } = headerOf("");

  assertEquals(baselineOf(called(headerOf("")), bare), "usage");
});

Deno.test("TokenMeter takes tools in another order for another request", () => {
  const other = { ...TOOL, name: "o" };
  const log = called(headerOf("", { tools: [TOOL, other] }));

  const baseline = baselineOf(log, headerOf("", { tools: [other, TOOL] }));

  assertEquals(baseline, "estimated");
});

Deno.test("TokenMeter takes fields of a tool in another order for the same request", () => {
  const { name, description, parameters } = TOOL;
  const log = called(headerOf("", { tools: [TOOL] }));

  const baseline = baselineOf(
    log,
    headerOf("", { tools: [{ parameters, description, name }] }),
  );

  assertEquals(baseline, "usage");
});
