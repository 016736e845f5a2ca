/** The handler of a worker, and what tests do with it. */

import {
  createEdgeChat,
  type EdgeChatOptions,
} from "../../../examples/edge_chat/server/edge_chat.ts";
import type { EdgeEnv } from "../../../examples/edge_chat/server/edge_env.ts";
import { inTime } from "./in_time.ts";

/** Where the worker is. */
export const ORIGIN = "https://chat.example";

/** A worker under test. */
export interface OpenChat {
  /** Sends a request to wherever it says. */
  send(request: Request): Promise<Response>;
  /** Sends a request. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Asks a question. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Asks a question, and returns the path of the answer. */
  begin(text: string): Promise<string>;
  /** Settles once all calls so far are over. */
  over(): Promise<void>;
}

/** Makes a worker. */
export function openChat(
  { env = {}, ...options }: EdgeChatOptions & { env?: Partial<EdgeEnv> },
): OpenChat {
  const handle = createEdgeChat({
    PAGE_HTML: "<!doctype html>",
    PAGE_CSS: "body {}",
    PAGE_JS: "start();",
    DEEPSEEK_API_KEY: "sk-secret",
    ...env,
  }, options);
  const work: Promise<unknown>[] = [];

  function send(request: Request): Promise<Response> {
    return handle(request, {
      waitUntil: (promise) => work.push(promise),
    });
  }

  function ask(path: string, init?: RequestInit): Promise<Response> {
    return send(new Request(`${ORIGIN}${path}`, init));
  }

  function post(
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return ask("/chat", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  return {
    send,
    ask,
    post,
    async begin(text) {
      const response = await post(questionOf(text));
      const { id } = await response.json();
      return `/chat/${id}`;
    },
    async over() {
      await inTime(Promise.all(work), () => "the end of all calls");
    },
  };
}

/** What a page sends to ask. */
export function questionOf(text: string): unknown {
  return {
    messages: [{ role: "user", content: [{ type: "text", text }] }],
  };
}
