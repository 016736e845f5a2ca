import { assertEquals, assertThrows } from "@std/assert";
import { findPlace } from "../../../adapters/pi_ai/find_place.ts";
import { LlmError } from "../../../runtime/error.ts";

const BLANK = "https://llm.example/{ACCOUNT}/{GATEWAY}";

/** The place of a call, by what is known of it. */
function place(
  { configured, granted, known = "https://c.example", env }: {
    configured?: string;
    granted?: string;
    known?: string;
    env?: Record<string, string>;
  },
): string {
  return findPlace({
    route: { route: "gateway", baseURL: configured },
    record: { baseUrl: known },
    credential: {
      auth: granted === undefined ? {} : { baseUrl: granted },
      ...(env && { env }),
    },
  });
}

Deno.test("findPlace() goes where the route says before all", () => {
  const configured = "https://a.example";
  const granted = "https://b.example";

  assertEquals(place({ configured, granted, known: BLANK }), configured);
});

Deno.test("findPlace() goes where the credential is for before the catalogue", () => {
  const granted = "https://b.example";

  assertEquals(place({ granted, known: BLANK }), granted);
});

Deno.test("findPlace() leaves to pi-ai what the credential fills in", () => {
  const env = { ACCOUNT: "1", GATEWAY: "2" };

  assertEquals(place({ known: BLANK, env }), BLANK);
});

Deno.test("findPlace() leaves to pi-ai what is no name of the environment", () => {
  const known = "https://{location}-llm.example";

  assertEquals(place({ known }), known);
});

const UNFILLED: readonly [Record<string, string> | undefined, string][] = [
  [undefined, "ACCOUNT"],
  [{}, "ACCOUNT"],
  [{ ACCOUNT: "" }, "ACCOUNT"],
  [{ ACCOUNT: "1" }, "GATEWAY"],
];

for (const [env, name] of UNFILLED) {
  Deno.test(`findPlace() misses ${name} in ${JSON.stringify(env)}`, () => {
    const error = assertThrows(
      () => place({ known: BLANK, ...(env && { env }) }),
      LlmError,
      `Cannot call "gateway": "${name}" must be set in the environment`,
    );

    assertEquals(error.code, "MISSING_CREDENTIAL");
  });
}
