import { assertEquals } from "@std/assert";
import type { EdgeEnv } from "../../../examples/edge_chat/server/edge_env.ts";
import { assemble } from "../../../mod.ts";
import { fromResponse } from "../../../runtime/wire/mod.ts";
import { mockDeepSeek } from "../../../testing/mod.ts";
import { ORIGIN, questionOf } from "./open_chat.ts";

const ENV = {
  PAGE_HTML: "<!doctype html>",
  PAGE_CSS: "",
  PAGE_JS: "",
  DEEPSEEK_API_KEY: "sk-secret-of-the-worker",
};

/** A worker that is not set up: one keeps what it was set up with. */
async function startWorker(): Promise<
  { fetch(request: Request, env: EdgeEnv): Promise<Response> }
> {
  const url = new URL(
    `../../../examples/edge_chat/worker.ts?${crypto.randomUUID()}`,
    import.meta.url,
  );
  return (await import(url.href)).default;
}

/** Takes the place of a global function until the end of a test. */
function replace<T extends object, K extends keyof T>(
  owner: T,
  name: K,
  replacement: T[K],
): Disposable {
  const original = owner[name];
  owner[name] = replacement;
  return { [Symbol.dispose]: () => void (owner[name] = original) };
}

Deno.test("worker tells its log alone what is wrong with its settings", async () => {
  const worker = await startWorker();
  const lines: string[] = [];
  using _ = replace(console, "error", (line: string) => lines.push(line));

  const response = await worker.fetch(
    new Request(ORIGIN),
    { ...ENV, MAX_CALLS: "many" },
  );

  assertEquals(await response.json(), {
    title: "Cannot serve request: the worker is not set up as it must be",
    status: 500,
  });
  assertEquals(lines, [
    'RangeError: Cannot start chat: "MAX_CALLS" must be a positive integer',
  ]);
});

Deno.test("worker writes what a provider says into one line of its log, without the key", async () => {
  const worker = await startWorker();
  const lines: string[] = [];
  const { fetch } = mockDeepSeek([{
    status: 401,
    body: {
      error: {
        message: `No ${ENV.DEEPSEEK_API_KEY}\r\n\x1b[2JSERVER: forged\u202e`,
      },
    },
  }]);
  using _error = replace(console, "error", (line: string) => lines.push(line));
  using _fetch = replace(globalThis, "fetch", fetch);
  const send = (path: string, init?: RequestInit) =>
    worker.fetch(new Request(`${ORIGIN}${path}`, init), ENV);

  const response = await send("/chat", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(questionOf("Hi")),
  });
  const { id } = await response.json();
  const answer = await assemble(fromResponse(await send(`/chat/${id}`)));

  assertEquals(answer.finish.kind, "error");
  assertEquals(lines, ["AUTH: No [redacted] [2JSERVER: forged "]);
});
