import { assertEquals, assertFalse, assertThrows } from "@std/assert";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";

for (
  const name of [
    "Authorization",
    "User-Agent",
    "Content-Type",
    "Content-Length",
    "Accept",
  ]
) {
  Deno.test(`resolveDeepSeekOptions() refuses the header ${name}`, () => {
    const error = assertThrows(
      () => resolveDeepSeekOptions({ headers: { [name]: "secret" } }),
      TypeError,
      `options.headers["${name}"]`,
    );

    assertFalse(error.message.includes("secret"));
  });
}

Deno.test("resolveDeepSeekOptions() lets compression be asked for", () => {
  const { headers } = resolveDeepSeekOptions({
    headers: { "Accept-Encoding": "gzip" },
  });

  assertEquals(headers, { "accept-encoding": "gzip" });
});
