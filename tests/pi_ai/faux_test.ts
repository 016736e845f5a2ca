import { assertEquals } from "@std/assert";
import { PiAiAdapter } from "../../adapters/pi_ai/adapter.ts";
import type { PiAiProvider } from "../../adapters/pi_ai/pi_ai_module.ts";
import {
  createUserMessage,
  type FinishReason,
  type StreamChunk,
} from "../../message.ts";
import { load } from "./_package.ts";

interface Faux {
  fauxProvider(
    options: object,
  ): { provider: PiAiProvider; setResponses(responses: unknown[]): void };
  fauxAssistantMessage(content: unknown, options?: object): unknown;
  fauxText(text: string): unknown;
  fauxThinking(text: string): unknown;
  fauxToolCall(name: string, args: object, options?: object): unknown;
}

const faux = await load("@earendil-works/pi-ai") as unknown as Faux;

/** What comes of a message that pi-ai's own fake provider says. */
async function said(content: unknown, options = {}): Promise<StreamChunk[]> {
  const { provider, setResponses } = faux.fauxProvider({
    provider: "groq",
    models: [{ id: "m" }],
  });
  setResponses([faux.fauxAssistantMessage(content, options)]);
  const adapter = new PiAiAdapter({
    routes: { groq: { apiKey: "sk-1" } },
    load: (specifier) =>
      specifier.includes("/providers/")
        ? Promise.resolve({ fauxProvider: () => provider })
        : load(specifier),
  });
  const messages = [createUserMessage({ content: "Go on" })];
  return await Array.fromAsync(
    adapter.stream({ provider: "groq", model: "m", messages }),
  );
}

Deno.test("PiAiAdapter reads every block that pi-ai has", async () => {
  const chunks = await said([
    faux.fauxThinking("hm"),
    faux.fauxText("Hello"),
    faux.fauxToolCall("ls", { p: 1 }, { id: "a" }),
  ], { stopReason: "toolUse" });

  const blocks = chunks.flatMap((chunk) =>
    chunk.type === "block-end" ? [chunk.block] : []
  );
  assertEquals(blocks as unknown, [
    { type: "reasoning", text: "hm" },
    { type: "text", text: "Hello" },
    { type: "tool-call", id: "a", name: "ls", arguments: '{"p":1}' },
  ]);
  const last = chunks.at(-1);
  assertEquals(last?.type === "finish" && last.reason.kind, "tool-calls");
});

Deno.test("PiAiAdapter makes blocks of exactly their deltas", async () => {
  const chunks = await said([
    faux.fauxText("one two three ".repeat(50)),
    faux.fauxThinking("hm"),
  ]);

  const deltas = new Map<number, string>();
  for (const chunk of chunks) {
    if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") {
      deltas.set(chunk.index, (deltas.get(chunk.index) ?? "") + chunk.text);
    }
  }
  const blocks = chunks.flatMap((chunk) =>
    chunk.type === "block-end"
      ? [[chunk.index, (chunk.block as { text: string }).text] as const]
      : []
  );
  assertEquals(blocks, [...deltas]);
});

const REASONS: readonly [string, FinishReason["kind"]][] = [
  ["stop", "stop"],
  ["length", "max-tokens"],
  ["error", "error"],
  ["deferred", "error"],
];

for (const [stopReason, kind] of REASONS) {
  Deno.test(`PiAiAdapter takes ${stopReason} for ${kind}`, async () => {
    const deferred = { provider: "groq", modelId: "m", api: "faux", id: "1" };

    const chunks = await said("Hello", {
      stopReason,
      ...(stopReason === "deferred" && { deferred }),
    });

    const last = chunks.at(-1);
    assertEquals(last?.type === "finish" && last.reason.kind, kind);
  });
}
