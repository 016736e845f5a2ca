import { assertEquals } from "@std/assert";
import { PACKAGE } from "./_package.ts";

const OWN = new URL("../../adapters/pi_ai/pi_ai_module.ts", import.meta.url);

/** What the compiler says of a program. */
async function check(code: string): Promise<string> {
  const { success, stderr } = await new Deno.Command("deno", {
    args: ["eval", "--no-lock", "--check", code],
    env: { NO_COLOR: "1" },
  }).output();
  return success ? "" : new TextDecoder().decode(stderr);
}

const IMPORTS = `
  import * as Real from "${PACKAGE}";
  import type * as Api from "${PACKAGE}/api/openai-completions";
  import type * as Own from "${OWN}";
`;

const SAME: readonly [string, string][] = [
  [
    "the module",
    "const own: Pick<Own.PiAiCore, 'getSupportedThinkingLevels' | 'isContextOverflow'> = { getSupportedThinkingLevels: (model) => Real.getSupportedThinkingLevels(model as Real.Model<Real.Api>), isContextOverflow: (answer, size) => Real.isContextOverflow(answer as Real.AssistantMessage, size) };",
  ],
  [
    "the credentials of a model",
    "const own: Own.PiAiModels['getAuth'] = (model, options) => Real.createModels().getAuth(model as Real.Model<Real.Api>, options);",
  ],
  ["a protocol", "const own: Own.PiAiStreams = null! as typeof Api;"],
  ["a provider", "const own: Own.PiAiProvider = null! as Real.Provider;"],
  [
    "an event",
    "const own: Own.PiAiEvent = null! as Real.AssistantMessageEvent;",
  ],
  ["an answer", "const own: Own.PiAiAnswer = null! as Real.AssistantMessage;"],
  [
    "a model",
    "const own: Own.PiAiModelRecord = null! as Real.Model<Real.Api>;",
  ],
  ["a credential", "const own: Own.PiAiAuth = null! as Real.AuthResult;"],
  ["an image", "const real: Real.ImageContent = null! as Own.PiAiImage;"],
  [
    "what a model said",
    "const real: Real.AssistantMessage['content'] = null! as Own.PiAiAnswer['content'];",
  ],
  ["what it cost", "const real: Real.Usage = null! as Own.PiAiUsage;"],
  [
    "what others said",
    "const real: Real.Message = null! as Exclude<Own.PiAiMessage, Own.PiAiAnswer>;",
  ],
  [
    "the tools",
    "const real: Real.Context['tools'] = null! as NonNullable<Own.PiAiContext['tools']>;",
  ],
  [
    "options",
    "const real: Omit<Real.SimpleStreamOptions, 'onPayload'> = null! as Own.PiAiStreamOptions;",
  ],
];

Deno.test("pi_ai_module.ts says of pi-ai what pi-ai says of itself", async () => {
  const program = SAME.map(([, code]) => `{ ${code} }`).join("\n");

  assertEquals(await check(IMPORTS + program), "");
});

Deno.test("pi_ai_module.ts would be found wrong if it were", async () => {
  const wrong = "const own: Own.PiAiCore = null! as Real.Model<Real.Api>;";

  assertEquals((await check(IMPORTS + wrong)).includes("TS2"), true);
});
