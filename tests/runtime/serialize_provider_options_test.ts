import {
  assertEquals,
  assertFalse,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { serializeProviderOptions } from "../../runtime/serialize_provider_options.ts";
import type { LlmDiagnostic } from "../../runtime/adapter.ts";
import { LlmError } from "../../runtime/error.ts";

function serialize(
  providerOptions: Record<string, unknown> | undefined,
  diagnostics: LlmDiagnostic[] = [],
): Record<string, unknown> {
  return serializeProviderOptions(
    { provider: "ds", model: "m", messages: [], providerOptions },
    {
      ownKeys: ["own"],
      context: {
        diagnostic: (diagnostic) => void diagnostics.push(diagnostic),
        response: () => {},
      },
    },
  );
}

Deno.test("serializeProviderOptions() returns no fields for no options", () => {
  assertEquals(serialize(undefined), {});
});

Deno.test("serializeProviderOptions() keeps JSON as it is, null included", () => {
  const options = { top_k: 4, user: { id: "u", tags: ["a"] }, flag: null };

  assertEquals(serialize(options), options);
});

Deno.test("serializeProviderOptions() takes undefined for absent", () => {
  assertFalse("gone" in serialize({ gone: undefined }));
});

Deno.test("serializeProviderOptions() does not follow later changes", () => {
  const user = { id: "u" };

  const fields = serialize({ user });
  user.id = "v";

  assertEquals(fields, { user: { id: "u" } });
});

Deno.test("serializeProviderOptions() writes a date as JSON does", () => {
  assertEquals(serialize({ since: new Date(0) }), {
    since: "1970-01-01T00:00:00.000Z",
  });
});

Deno.test("serializeProviderOptions() lets an option named __proto__ change nothing else", () => {
  const fields = serialize(JSON.parse('{"__proto__": {"model": "x"}}'));

  assertEquals(Object.getPrototypeOf(fields), Object.prototype);
  assertEquals(fields["model"], undefined);
});

Deno.test("serializeProviderOptions() ignores a field of the adapter and reports it", () => {
  const diagnostics: LlmDiagnostic[] = [];

  const fields = serialize({ own: "x", other: 1 }, diagnostics);

  assertEquals(fields, { other: 1 });
  assertEquals(diagnostics, [{
    code: "PROVIDER_OPTION_IGNORED",
    message: 'Ignored "providerOptions.own": the adapter sets this field',
    detail: { key: "own" },
  }]);
});

Deno.test("serializeProviderOptions() works with nobody to report to", () => {
  const fields = serializeProviderOptions(
    {
      provider: "ds",
      model: "m",
      messages: [],
      providerOptions: { own: "x" },
    },
    { ownKeys: ["own"] },
  );

  assertEquals(fields, {});
});

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

const NOT_JSON: [what: string, value: unknown][] = [
  ["a function", () => 1],
  ["a symbol", Symbol("x")],
  ["a big integer", 1n],
  ["NaN", NaN],
  ["an infinite number inside", { a: [Infinity] }],
  ["a function inside", { a: { b: () => 1 } }],
  ["a cycle", cycle],
];

for (const [what, value] of NOT_JSON) {
  Deno.test(`serializeProviderOptions() refuses ${what} as UNSUPPORTED_OPTION`, () => {
    const error = assertThrows(
      () => serialize({ ok: 1, bad: value }),
      LlmError,
    );

    assertEquals(error.code, "UNSUPPORTED_OPTION");
    assertStringIncludes(error.message, "providerOptions.bad");
  });
}
