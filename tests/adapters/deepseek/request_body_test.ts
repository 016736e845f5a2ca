import { assert, assertEquals, assertThrows } from "@std/assert";
import { requestBody } from "../../../adapters/deepseek/request_body.ts";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";
import { serializeRequest } from "../../../adapters/deepseek/serialize_request.ts";
import { LlmError } from "../../../runtime/error.ts";

const config = resolveDeepSeekOptions({});

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

for (
  const [what, parameters] of [
    ["a cycle", cyclic],
    ["a bigint", { maximum: 1n }],
  ] as const
) {
  Deno.test(`requestBody() refuses a tool with ${what} as UNSUPPORTED_OPTION`, () => {
    const tools = [{ name: "ls", description: "", parameters }];

    const error = assertThrows(
      () =>
        requestBody(
          { provider: "ds", model: "m", messages: [], tools },
          { config },
        ),
      LlmError,
    );

    assertEquals(error.code, "UNSUPPORTED_OPTION");
  });
}

Deno.test("requestBody() writes what serializeRequest() makes", () => {
  const options = { provider: "ds", model: "m", messages: [] };

  const text = requestBody(options, { config });

  assert(typeof text === "string");
  assertEquals(
    JSON.parse(text),
    serializeRequest(options, { config, images: [] }),
  );
});
