/** What can be imported. @module */

import * as main from "@dsh/llm";
import * as deepseek from "@dsh/llm/deepseek";
import * as message from "@dsh/llm/message";
import * as meter from "@dsh/llm/meter";
import * as piAi from "@dsh/llm/pi-ai";
import * as session from "@dsh/llm/session";
import * as testing from "@dsh/llm/testing";
import * as wire from "@dsh/llm/wire";
import type { ConformanceCase } from "../case.ts";
import { check, equal } from "../check.ts";
import { collect, failureIn, request } from "../kit.ts";

const ENTRIES: readonly [entry: string, module: object, names: string[]][] = [
  ["@dsh/llm", main, ["LlmRuntime", "assemble", "createUserMessage"]],
  ["@dsh/llm/deepseek", deepseek, ["DeepSeekAdapter"]],
  ["@dsh/llm/message", message, ["createUserMessage", "textOf"]],
  ["@dsh/llm/meter", meter, ["TokenMeter", "estimateTokens"]],
  ["@dsh/llm/pi-ai", piAi, ["PiAiAdapter", "registerPiAi"]],
  ["@dsh/llm/session", session, ["Session", "installRetry"]],
  ["@dsh/llm/testing", testing, ["mockDeepSeek", "scriptedAdapter"]],
  ["@dsh/llm/wire", wire, ["connect", "toResponse", "fromResponse"]],
];

/** Cases of the entries. */
export const ENTRY: readonly ConformanceCase[] = [
  ...ENTRIES.map(([entry, module, names]) => ({
    name: `${entry} has what it is for`,
    run: () => equal(names.filter((name) => !(name in module)), []),
  })),
  {
    name: "@dsh/llm and @dsh/llm/message share what both export",
    run() {
      const mine: Record<string, unknown> = { ...main };
      const others = Object.entries(message).filter(([name, value]) =>
        mine[name] !== value
      );

      equal(others.map(([name]) => name), []);
    },
  },
  {
    name: "a call through pi-ai says that pi-ai is missing",
    async run() {
      const asked: string[] = [];
      const adapter = new piAi.PiAiAdapter({
        routes: { openai: { apiKey: "sk-1" } },
        load(specifier) {
          asked.push(specifier);
          return Promise.reject(new Error("Nobody has installed it"));
        },
      });
      const runtime = new main.LlmRuntime();
      runtime.registerAdapter(["openai"], adapter);
      equal(asked, []);

      const chunks = await collect(
        runtime.stream(request({ provider: "openai", model: "gpt-5" })),
      );

      equal(failureIn(chunks).code, "MISSING_PACKAGE");
      check(asked.length > 0, "nothing was asked for");
    },
  },
];
