import { assertEquals, assertThrows } from "@std/assert";
import type { EpochHeader } from "../../../runtime/session/session_event.ts";
import { askedOf } from "../../../runtime/session/session_request.ts";

const config = { provider: "p", model: "m" };

function tools(...names: string[]) {
  return names.map((name) => ({ name, description: "", parameters: {} }));
}

const HEADER: EpochHeader = {
  config: { ...config, maxTokens: 10 },
  adapterDefaults: { maxTokens: true },
  system: "Be brief",
  tools: tools("b", "a"),
};

Deno.test("askedOf() takes what is left out from the header, in its order", () => {
  assertEquals(askedOf({}, HEADER), {
    seed: config,
    system: "Be brief",
    tools: tools("b", "a"),
  });
});

Deno.test("askedOf() takes what is asked for over the header", () => {
  const other = { ...config, model: "n" };

  const asked = askedOf(
    { config: other, system: "Be long", tools: tools("d", "c") },
    HEADER,
  );

  assertEquals(asked.seed, other);
  assertEquals(asked.system, "Be long");
  assertEquals(asked.tools, tools("c", "d"));
});

Deno.test("askedOf() takes options as they are now", () => {
  const given = { ...config, stop: ["."] };
  const [tool] = tools("a");

  const asked = askedOf({ config: given, tools: [tool!] }, undefined);
  given.model = "n";
  given.stop.push("!");
  tool!.description = "later";

  assertEquals(asked.seed, { ...config, stop: ["."] });
  assertEquals(asked.tools, tools("a"));
});

Deno.test("askedOf() takes what is empty for none", () => {
  const asked = askedOf({ system: "", tools: [] }, HEADER);

  assertEquals(asked, { seed: config, system: undefined, tools: undefined });
});

Deno.test("askedOf() sorts the tools of the header where an order is given", () => {
  assertEquals(askedOf({ toolOrder: [] }, HEADER).tools, tools("a", "b"));
});

const REFUSED: [options: object, error: typeof Error, message: string][] = [
  [
    {},
    TypeError,
    'Cannot request answer: "options.config" must be given for the first request',
  ],
  [null as never, TypeError, '"options" must be an object'],
  [{ config: {} }, TypeError, '"options.config.provider" must be a string'],
  [
    { config: { ...config, maxTokens: 0 } },
    RangeError,
    '"options.config.maxTokens" must be a positive integer',
  ],
  [{ config, system: 1 }, TypeError, '"options.system" must be a string'],
  [{ config, tools: {} }, TypeError, '"options.tools" must be an array'],
  [
    { config, tools: [{ name: "" }] },
    TypeError,
    '"options.tools[0].name" must be a non-empty string',
  ],
  [
    {
      config,
      tools: [{ name: "a", description: "", parameters: { max: Infinity } }],
    },
    TypeError,
    '"options.tools[0].parameters.max" must be a finite number',
  ],
  [
    { config, toolOrder: "a" },
    TypeError,
    '"options.toolOrder" must be an array',
  ],
  [
    { config, toolOrder: [1] },
    TypeError,
    '"options.toolOrder[0]" must be a string',
  ],
  [
    { config, signal: {} },
    TypeError,
    '"options.signal" must be an AbortSignal',
  ],
];

for (const [options, error, message] of REFUSED) {
  Deno.test(`askedOf() refuses ${JSON.stringify(options)}`, () => {
    assertThrows(() => askedOf(options, undefined), error as never, message);
  });
}
