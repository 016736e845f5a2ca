import { assertEquals, assertRejects } from "@std/assert";
import { findModel } from "../../../adapters/pi_ai/find_model.ts";
import type { PiAiRoute } from "../../../adapters/pi_ai/options.ts";
import { resolvePiAiOptions } from "../../../adapters/pi_ai/resolve_options.ts";
import { LlmError } from "../../../runtime/error.ts";
import { fakeLoad, say } from "./_fake.ts";

const PLACELESS: readonly [missing: string, route: PiAiRoute][] = [
  ["api", { baseURL: "https://a.example" }],
  ["baseURL", { api: "openai-completions" }],
];

for (const [missing, route] of PLACELESS) {
  Deno.test(`findModel() misses the ${missing} of a provider without models`, async () => {
    const { load } = fakeLoad(() => say(), { models: [] });
    const groq = { ...route, models: [{ id: "m" }] };
    const config = resolvePiAiOptions({ routes: { groq }, load });

    const error = await assertRejects(
      () => findModel(config, "groq", "m"),
      LlmError,
      `"routes["groq"].${missing}" must be given`,
    );

    assertEquals(error.code, "UNKNOWN_MODEL");
  });
}
