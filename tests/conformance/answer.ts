/**
 * A response of another server, as cases see it.
 *
 * @module
 */

import type { WireFormat } from "@dsh/llm/wire";
import type { Env } from "./case.ts";
import { check } from "./check.ts";
import { get, post } from "./provider.ts";

/** How a response goes. */
export interface AnswerScript {
  /** Its text, by chunks. */
  readonly text: readonly string[];
  /**
   * Whether clients can come back to it.
   *
   * @default {false}
   */
  readonly resume?: boolean;
  /**
   * How it is written, if clients cannot come back to it.
   *
   * @default {"sse"}
   */
  readonly format?: WireFormat;
  /**
   * Milliseconds before each chunk.
   *
   * @default {0}
   */
  readonly delayMs?: number;
  /**
   * Whether it stays open instead of ending.
   *
   * @default {false}
   */
  readonly hang?: boolean;
  /** Statuses to refuse requests with, by their order. `null`: none. */
  readonly refusals?: readonly (number | null)[];
  /** Bytes after which connections break, by their order. */
  readonly breaks?: readonly number[];
  /**
   * Whether they end, or fail.
   *
   * @default {"close"}
   */
  readonly breakBy?: "close" | "reset";
}

/** Who came for a response. */
export interface SeenAnswer {
  /** Every request, in order. */
  readonly requests: readonly {
    readonly method: string;
    readonly lastEventId?: string;
  }[];
  /** How many bodies were given up before their end. */
  readonly stops: number;
  /** How many calls were made for it. */
  readonly calls: number;
  /** How many of them were cancelled. */
  readonly cancels: number;
}

/** A response. */
export interface Answer {
  /** Where it is. */
  readonly url: string;
  /** Tells who came for it. */
  seen(): Promise<SeenAnswer>;
  /** Waits until a body was given up. */
  stopped(): Promise<void>;
}

/** Has the harness make a response with the package. */
export async function answer(
  { url }: Pick<Env, "url">,
  script: AnswerScript,
): Promise<Answer> {
  const { id } = await post<{ id: string }>(`${url}/_answers`, script);
  return {
    url: `${url}/answers/${id}`,
    seen: () => get(`${url}/_seen?answer=${id}`),
    async stopped() {
      const { stops } = await get<SeenAnswer>(`${url}/_stopped?answer=${id}`);
      check(stops > 0, "the server saw no disconnect");
    },
  };
}
