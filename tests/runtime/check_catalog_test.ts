import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { checkCatalog } from "../../runtime/check_catalog.ts";
import type { LlmModelInfo } from "../../runtime/model_info.ts";

const BARE: LlmModelInfo = { provider: "p", id: "m", name: "M" };
const FULL: LlmModelInfo = {
  ...BARE,
  description: "Does it all",
  inputModalities: ["text", "image"],
};

for (
  const [name, models, path] of [
    ["no list", undefined, "models"],
    ["an object", {}, "models"],
    ["a string", "m", "models"],
    ["a hole", new Array(1), "models[0]"],
    ["null", [BARE, null], "models[1]"],
    ["another provider", [{ ...BARE, provider: "q" }], "models[0]"],
    ["no id", [{ ...BARE, id: undefined }], "models[0]"],
    ["an empty id", [{ ...BARE, id: "" }], "models[0]"],
    ["an id twice", [BARE, { ...BARE, name: "Other" }], "models[1]"],
    ["no name", [{ ...BARE, name: undefined }], "models[0]"],
    ["an empty name", [{ ...BARE, name: "" }], "models[0]"],
    ["a wrong description", [{ ...BARE, description: 1 }], "models[0]"],
    ["modalities that are not a list", [
      { ...BARE, inputModalities: "text" },
    ], "models[0]"],
    ["modalities with a hole", [
      { ...BARE, inputModalities: new Array(1) },
    ], "models[0]"],
  ] as const
) {
  Deno.test(`checkCatalog() refuses ${name} as INVALID_CATALOG`, () => {
    const error = assertThrows(
      () => checkCatalog(models as LlmModelInfo[], "p"),
      LlmError,
    );

    assertStrictEquals(error.code, "INVALID_CATALOG");
    assertStringIncludes(error.message, path);
  });
}

Deno.test("checkCatalog() keeps every fact, in order", () => {
  const models = [{ ...FULL, id: "b" }, { ...BARE, id: "a" }];

  assertEquals(checkCatalog(models, "p"), models);
});

Deno.test("checkCatalog() takes an empty list", () => {
  assertEquals(checkCatalog([], "p"), []);
});

Deno.test("checkCatalog() drops what it does not know", () => {
  const models = [{ ...BARE, secret: "sk" }];

  assertEquals(checkCatalog(models, "p"), [BARE]);
});

Deno.test("checkCatalog() shares nothing with what it was given, and freezes nothing", () => {
  const models = Object.freeze([Object.freeze({ ...FULL })]);

  const copies = checkCatalog(models, "p");

  assertNotStrictEquals<unknown>(copies, models);
  assertNotStrictEquals(copies[0]?.inputModalities, FULL.inputModalities);
  assertStrictEquals(Object.isFrozen(copies), false);
  assertStrictEquals(Object.isFrozen(copies[0]), false);
});

Deno.test("checkCatalog() refuses what throws when it is read", () => {
  const cause = new Error("Hands off");
  const model = {
    ...BARE,
    get name(): never {
      throw cause;
    },
  };

  const error = assertThrows(() => checkCatalog([model], "p"), LlmError);

  assertEquals(error.code, "INVALID_CATALOG");
  assertStrictEquals(error.cause, cause);
});
