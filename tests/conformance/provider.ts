/**
 * A provider at the other end of a real connection, as cases see it.
 *
 * @module
 */

import type { MockReply } from "@dsh/llm/testing";
import type { Env } from "./case.ts";
import { check } from "./check.ts";

/** One answer. What travels there is JSON, so no bytes and no `Infinity`. */
export interface Reply extends MockReply {
  /** A text to stream so many times over, each a read of its own. */
  readonly flood?: { readonly text: string; readonly times: number };
}

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Record<string, unknown> | undefined;
}

/** What a provider has seen so far. */
export interface Seen {
  /** Requests, in order. Those by which browsers ask for leave are not among them. */
  readonly requests: readonly SeenRequest[];
  /** What browsers asked for leave to send, in order. */
  readonly preflights: readonly string[];
  /** How many answers were given up before their end. */
  readonly stops: number;
  /** How many bytes of bodies the network has taken. */
  readonly sent: number;
}

/** A provider. */
export interface Provider {
  /** Where it is, for an adapter. */
  readonly baseURL: string;
  /** Tells what it has seen. */
  seen(): Promise<Seen>;
  /** Waits until it was asked for something. */
  asked(): Promise<void>;
  /** Waits until so many answers were given up. */
  stopped(times?: number): Promise<void>;
}

/** Has the harness play a provider that gives these answers, one for each call. */
export async function provide(
  { url }: Pick<Env, "url">,
  ...replies: Reply[]
): Promise<Provider> {
  const { id } = await post<{ id: string }>(`${url}/_calls`, replies);

  const seen = () => get<Seen>(`${url}/_seen?call=${id}`);
  return {
    baseURL: `${url}/calls/${id}`,
    seen,
    async asked() {
      while ((await seen()).requests.length === 0);
    },
    async stopped(times = 1) {
      const path = `/_stopped?call=${id}&times=${times}`;
      const { stops } = await get<Seen>(`${url}${path}`);
      check(
        stops >= times,
        `the provider saw ${stops} of ${times} disconnects`,
      );
    },
  };
}

/** Fetches JSON. */
export async function get<T>(url: string): Promise<T> {
  const response = await fetch(url);
  return await response.json();
}

/** Sends JSON, and returns the JSON of the answer. */
export async function post<T>(url: string, value: unknown): Promise<T> {
  const body = JSON.stringify(value);
  const response = await fetch(url, { method: "POST", body });
  return await response.json();
}
