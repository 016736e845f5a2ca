/**
 * Bodies that are not scripted.
 *
 * @module
 */

/** A body in parts, and what to call it. */
export interface RawBody {
  /** The body, in the parts that arrive as reads of their own. */
  readonly events: readonly (string | Uint8Array)[];
  /** The `content-type`. */
  readonly type: string;
}

/**
 * Takes a body as it is: text or bytes, or else a value to write as JSON.
 *
 * @param body The body.
 * @param status HTTP status of the answer.
 * @returns The body, with the type that fits.
 */
export function rawBody(body: unknown, status: number): RawBody {
  const type = status === 200 ? "text/event-stream" : "text/plain";
  if (body instanceof Uint8Array) return { events: [body], type };
  if (typeof body !== "string") {
    return { events: [JSON.stringify(body)], type: "application/json" };
  }
  if (/^\s*</.test(body)) return { events: [body], type: "text/html" };
  // One read for each event, as if it were scripted.
  return { events: body.match(/[^]*?(?:\r?\n\r?\n|$)/g) ?? [], type };
}
