import { assertEquals, assertThrows } from "@std/assert";
import { resolvePiAiOptions } from "../../../adapters/pi_ai/resolve_options.ts";
import { SECRET, withRoute } from "./_options.ts";

const REFUSED: readonly [string, unknown, string][] = [
  [
    "a declared route without models",
    withRoute({ models: undefined }),
    '"routes["gw"].models" must be given',
  ],
  [
    "an empty list of models",
    withRoute({ models: [] }),
    '"routes["gw"].models" must be a non-empty array',
  ],
  [
    "a model without an id",
    withRoute({ models: [{}] }),
    '"routes["gw"].models[0].id" must be a non-empty string',
  ],
  [
    "a model twice",
    withRoute({ models: [{ id: "a" }, { id: "a" }] }),
    '"routes["gw"].models[1].id" must be one that is not listed yet',
  ],
  [
    "an unknown field of a model",
    withRoute({ models: [{ id: "a", window: 1 }] }),
    '"routes["gw"].models[0].window" must be left out',
  ],
  [
    "a switch that is none",
    withRoute({ models: [{ id: "a", reasoning: 1 }] }),
    '"routes["gw"].models[0].reasoning" must be a boolean',
  ],
  [
    "a model that accepts nothing",
    withRoute({ models: [{ id: "a", input: [] }] }),
    '"routes["gw"].models[0].input" must be a non-empty array',
  ],
  [
    "an unknown modality",
    withRoute({ models: [{ id: "a", input: ["smell"] }] }),
    '"routes["gw"].models[0].input[0]" must be "text" or "image"',
  ],
  [
    "an unknown effort",
    withRoute({ models: [{ id: "a", thinkingLevelMap: { most: "x" } }] }),
    '"routes["gw"].models[0].thinkingLevelMap.most" must be left out',
  ],
  [
    "an effort without a name",
    withRoute({ models: [{ id: "a", thinkingLevelMap: { low: "" } }] }),
    '"routes["gw"].models[0].thinkingLevelMap.low" must be a non-empty string',
  ],
  [
    "an override that is none",
    withRoute({ modelOverrides: { "a/b": 1 } }),
    '"routes["gw"].modelOverrides["a/b"]" must be an object',
  ],
  [
    "another id by an override",
    withRoute({ modelOverrides: { a: { id: "b" } } }),
    '"routes["gw"].modelOverrides["a"].id" must be left out',
  ],
  [
    "differences that are none",
    withRoute({ compat: [] }),
    '"routes["gw"].compat" must be an object',
  ],
];

for (const [name, options, message] of REFUSED) {
  Deno.test(`resolvePiAiOptions() refuses ${name}`, () => {
    const error = assertThrows(
      () => resolvePiAiOptions(options),
      TypeError,
      message,
    );

    assertEquals(Deno.inspect(error).includes(SECRET), false);
  });
}

Deno.test("resolvePiAiOptions() keeps how a server differs, whatever becomes of it there", () => {
  const compat = { strict: true };
  const options = withRoute({ compat, models: [{ id: "a", compat }] });

  const { routes } = resolvePiAiOptions(options);
  compat.strict = false;

  const { compat: ofRoute, models } = routes.get("gw")!;
  assertEquals([ofRoute, models?.[0]?.compat], [
    { strict: true },
    { strict: true },
  ]);
});
