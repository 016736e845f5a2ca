import { assertEquals } from "@std/assert";

const ROOT = new URL("../../", import.meta.url).href;
const SDKS = /\/(?:@anthropic-ai|@aws-sdk|@google\/genai|openai)\//;

/** Runs a program, and tells which modules of packages it has loaded. */
async function modulesLoadedBy(code: string): Promise<string[]> {
  const { success, stdout, stderr } = await new Deno.Command("deno", {
    args: ["eval", "--no-lock", "--log-level=debug", IMPORTS + code],
    env: { NO_COLOR: "1" },
  }).output();
  const log = new TextDecoder().decode(stdout) +
    new TextDecoder().decode(stderr);
  if (!success) throw new Error(log.slice(-1_000));
  const paths = log.matchAll(/registry\.npmjs\.org(\/[^\s",']+\.m?js)\b/g);
  return Array.from(paths, ([, path = ""]) => path);
}

const IMPORTS = `
  import { PiAiAdapter, registerPiAi } from "${ROOT}adapters/pi_ai/mod.ts";
  import { createUserMessage, LlmRuntime } from "${ROOT}mod.ts";
  const names = ["amazon-bedrock", "anthropic", "deepseek", "google",
    "google-vertex", "groq", "mistral", "openai", "openrouter", "xai"];
  const routes = Object.fromEntries(names.map((name) => [name, {}]));
  const runtime = new LlmRuntime();
`;

Deno.test("registering ten routes loads nothing of pi-ai", async () => {
  assertEquals(
    await modulesLoadedBy("await registerPiAi(runtime, { routes });"),
    [],
  );
});

Deno.test("listing the models of ten routes loads no SDK of a vendor", async () => {
  const modules = await modulesLoadedBy(`
    await registerPiAi(runtime, { routes });
    for (const name of names) await runtime.listModels(name);
    await runtime.resolveModelInfo("openai", "gpt-5.2");
  `);

  assertEquals(modules.some((path) => path.includes("/pi-ai/")), true);
  assertEquals(modules.filter((path) => SDKS.test(path)), []);
});

Deno.test("a call loads the SDK of its vendor alone", async () => {
  const modules = await modulesLoadedBy(`
    const fetch = () => Promise.resolve(new Response(""));
    await registerPiAi(runtime, { routes: { ...routes, groq: { apiKey: "sk", fetch } } });
    const messages = [createUserMessage({ content: "Go on" })];
    const call = { provider: "groq", model: "llama-3.1-8b-instant", messages };
    for await (const _ of runtime.stream(call));
  `);

  const vendors = modules.map((path) => SDKS.exec(path)?.[0]);
  assertEquals([...new Set(vendors.filter((vendor) => vendor !== undefined))], [
    "/openai/",
  ]);
});
