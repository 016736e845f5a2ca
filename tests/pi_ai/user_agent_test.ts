import { assertEquals } from "@std/assert";
import type { PiAiApi } from "../../adapters/pi_ai/protocols.ts";
import { userAgent } from "../../runtime/attribution.ts";
import { events, reach, serve } from "./_server.ts";

const APIS: readonly PiAiApi[] = [
  "anthropic-messages",
  "google-generative-ai",
  "mistral-conversations",
  "openai-completions",
  "openai-responses",
];

for (const api of APIS) {
  Deno.test(`PiAiAdapter names nobody but the application by ${api}`, async () => {
    await using server = serve(events());

    await reach(api, server.url).call();

    const { headers } = server.got[0]!;
    assertEquals(headers["user-agent"], userAgent());
    assertEquals(
      Object.keys(headers).filter((name) =>
        /stainless|goog-api-client|referer|title|origin/.test(name)
      ),
      [],
    );
  });
}
