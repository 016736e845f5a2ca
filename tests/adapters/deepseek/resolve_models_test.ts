import { assert, assertEquals, assertThrows } from "@std/assert";
import { resolveModels } from "../../../adapters/deepseek/resolve_models.ts";

Deno.test("resolveModels() copies and freezes", () => {
  const modalities = ["text"];
  const model = { id: "a", inputModalities: modalities };

  const models = resolveModels([model], "models");
  model.id = "b";
  modalities.push("image");

  assertEquals(models, [{ id: "a", inputModalities: ["text"] }]);
  assert(Object.isFrozen(models));
  assert(Object.isFrozen(models[0]));
  assert(Object.isFrozen(models[0]?.inputModalities));
});

Deno.test("resolveModels() accepts a modality an application added", () => {
  const models = resolveModels([{ id: "a", inputModalities: ["audio"] }], "m");

  assertEquals(models[0]?.inputModalities as unknown, ["audio"]);
});

const REFUSED: [
  what: string,
  value: unknown,
  path: string,
  Type: typeof TypeError | typeof RangeError,
][] = [
  ["what is no list", {}, "models", TypeError],
  ["an entry that is no object", ["a"], "models[0]", TypeError],
  ["a hole", new Array(1), "models[0]", TypeError],
  ["an entry without an id", [{}], "models[0].id", TypeError],
  ["an empty id", [{ id: "a" }, { id: "" }], "models[1].id", TypeError],
  ["an id twice", [{ id: "a" }, { id: "a" }], "models[1].id", TypeError],
  ["an unknown key", [{ id: "a", ctx: 1 }], "models[0].ctx", TypeError],
  ["an empty name", [{ id: "a", name: "" }], "models[0].name", TypeError],
  [
    "a description that is no text",
    [{ id: "a", description: 1 }],
    "models[0].description",
    TypeError,
  ],
  [
    "a context window that is no number",
    [{ id: "a", contextWindow: "1" }],
    "models[0].contextWindow",
    TypeError,
  ],
  [
    "a context window of 0",
    [{ id: "a", contextWindow: 0 }],
    "models[0].contextWindow",
    RangeError,
  ],
  [
    "an output cap with a fraction",
    [{ id: "a", maxTokens: 1.5 }],
    "models[0].maxTokens",
    RangeError,
  ],
  [
    "modalities that are no list",
    [{ id: "a", inputModalities: "text" }],
    "models[0].inputModalities",
    TypeError,
  ],
  [
    "an empty modality",
    [{ id: "a", inputModalities: ["text", ""] }],
    "models[0].inputModalities[1]",
    TypeError,
  ],
];

for (const [what, value, path, Type] of REFUSED) {
  Deno.test(`resolveModels() refuses ${what}`, () => {
    assertThrows(
      () => resolveModels(value, "models"),
      Type,
      `Cannot configure DeepSeek: "${path}" must be `,
    );
  });
}
