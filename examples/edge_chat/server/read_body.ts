/**
 * Bodies of requests, which may be anything.
 *
 * @module
 */

import { refuse } from "./refuse.ts";

/** What a body may be. */
export interface BodyLimits {
  /** Most bytes to take. */
  readonly maxBytes: number;
  /** Most milliseconds to wait for its end. */
  readonly maxMs: number;
}

/**
 * Reads a body, for as long as it keeps to its limits.
 *
 * @param request The request.
 * @param limits What it may be.
 * @returns The text, or the refusal to send.
 */
export async function readBody(
  { body, headers }: Request,
  { maxBytes, maxMs }: BodyLimits,
): Promise<string | Response> {
  if (body === null) return "";
  const reader = body.getReader();
  let late = false;

  // Whether the client hears of it, or the server, is no matter of ours.
  const leave = (): void => void reader.cancel().catch(() => {});
  const timer = setTimeout(() => {
    late = true;
    leave();
  }, maxMs);

  function refuseLong(): Response {
    leave();
    return refuse(413, `its body must be at most ${maxBytes} bytes`);
  }

  function refuseLate(): Response {
    // Some servers would wait for the rest of it.
    return refuse(408, `its body must be here within ${maxMs / 1000} s`, {
      connection: "close",
    });
  }

  try {
    if (Number(headers.get("content-length") ?? 0) > maxBytes) {
      return refuseLong();
    }
    // Copied at once: a body of tiny pieces takes no more than any other.
    const bytes = new Uint8Array(maxBytes);
    let length = 0;
    for (;;) {
      const { value, done } = await reader.read();
      if (late) return refuseLate();
      if (done) break;
      if (length + value.length > maxBytes) return refuseLong();
      bytes.set(value, length);
      length += value.length;
    }
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return decoder.decode(bytes.subarray(0, length));
  } catch {
    // A read that was cancelled rejects in workerd.
    return late
      ? refuseLate()
      : refuse(400, "its body must be whole, and UTF-8");
  } finally {
    clearTimeout(timer);
  }
}
