// Asks a mock provider, and reads what it answers.
import type { MockDeepSeek } from "../../testing/mod.ts";

const ORIGIN = "https://api.deepseek.test";

/** One event of an answer. */
export type Chunk = {
  model: string;
  // deno-lint-ignore no-explicit-any
  choices: { delta: any; finish_reason: string | null }[];
  usage: unknown;
};

/** What to send, and where. */
export interface AskOptions {
  body?: Record<string, unknown>;
  path?: string;
  signal?: AbortSignal;
}

export function completion(
  { body = {}, signal }: AskOptions = {},
): RequestInit {
  return {
    method: "POST",
    headers: { authorization: "Bearer sk-test" },
    body: JSON.stringify({
      model: "deepseek-v4-flash",
      stream: true,
      messages: [{ role: "user", content: "Hi" }],
      ...body,
    }),
    signal: signal ?? null,
  };
}

export function ask(
  mock: MockDeepSeek,
  options: AskOptions = {},
): Promise<Response> {
  const { path = "" } = options;
  return mock.fetch(
    `${ORIGIN}${path}/chat/completions`,
    completion(options),
  );
}

export async function drained(response: Response): Promise<Response> {
  await response.text();
  return response;
}

export async function payloadsOf(response: Response): Promise<string[]> {
  const body = await response.text();
  return body.split("\n\n").slice(0, -1)
    .map((event) => event.slice("data: ".length));
}

export async function chunksOf(response: Response): Promise<Chunk[]> {
  const payloads = await payloadsOf(response);
  return payloads.slice(0, -1).map((payload) => JSON.parse(payload));
}

export async function textOf(response: Response): Promise<string> {
  return join(await chunksOf(response), "content");
}

export function join(chunks: readonly Chunk[], field: string): string {
  return chunks.flatMap(({ choices }) => choices)
    .map(({ delta }) => delta[field] ?? "").join("");
}

export function reasonOf(chunks: readonly Chunk[]): string | null | undefined {
  return chunks.flatMap(({ choices }) => choices).at(-1)?.finish_reason;
}
