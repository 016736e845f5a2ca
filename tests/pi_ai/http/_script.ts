/**
 * What a server is to say, in no protocol's words.
 *
 * @module
 */

/** A call that a model makes. */
export interface ScriptedCall {
  /** Its id. */
  readonly id: string;
  /** The tool. */
  readonly name: string;
  /** The pieces its arguments come in. */
  readonly arguments: readonly string[];
}

/** An answer: thinking, then text, then calls, each if there is any. */
export interface Script {
  /** Pieces of thinking. */
  readonly reasoning?: readonly string[];
  /** What proves the thinking, in the place that the protocol has for it. */
  readonly signature?: string;
  /** Pieces of text. */
  readonly text?: readonly string[];
  /** The calls. */
  readonly calls?: readonly ScriptedCall[];
  /** Why it ends, in the words of the protocol. */
  readonly finish?: string;
  /** What it costs, as the protocol tells it. */
  readonly usage?: object;
}

/** Frames one event. */
export function frame(payload: object): string {
  const { type } = payload as { type?: unknown };
  const name = typeof type === "string" ? `event: ${type}\n` : "";
  return `${name}data: ${JSON.stringify(payload)}\n\n`;
}
