/**
 * The HTTP requests of one call, as pi-ai makes them.
 *
 * @module
 */

import type { ProviderRequestId } from "../../message.ts";
import { sendsUserAgent } from "../../runtime/attribution.ts";
import type { LlmError } from "../../runtime/error.ts";
import { raceAbort } from "../../runtime/race_abort.ts";
import { type BodyReader, readBody } from "../../runtime/read_body.ts";
import type { Redact } from "../../runtime/redactor.ts";
import { redirectFailure } from "../../runtime/redirect_failure.ts";
import { requestIdOf } from "../../runtime/request_id_of.ts";
import { transportFailure } from "../../runtime/transport_failure.ts";

/** An answer, as pi-ai tells of it. */
export interface PiAiResponse {
  /** Its status. */
  readonly status: number;
  /** Its headers. */
  readonly headers: Record<string, string>;
}

/** What an {@linkcode Exchange} needs. */
export interface ExchangeOptions {
  /** What makes the requests. */
  readonly fetch: typeof globalThis.fetch | undefined;
  /** What `user-agent` says. */
  readonly userAgent: string;
  /** Whether the key is none that may be sent. */
  readonly keyless: boolean;
  /** Cuts secrets out of a text. */
  readonly redact: Redact;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Who reads what comes of it. */
  readonly host: ExchangeHost;
}

/** Who reads what comes of an {@linkcode Exchange}. */
export interface ExchangeHost {
  /** An answer began. */
  answered(): void;
  /** Pi-ai wants bytes. Resolves when somebody wants what comes of them. */
  wanted(): Promise<void>;
  /** Bytes, or an answer, are waited for. */
  waiting(): void;
  /** They came. */
  received(): void;
}

// What the SDKs tell about themselves and the machine they run on.
const SDK_HEADER = /^x-stainless-|^x-goog-api-client$/;

const KEY_HEADERS = ["authorization", "api-key", "x-api-key", "x-goog-api-key"];

// What answers that are whole are called.
const NO_STREAM = /\b(?:html|json)\b/i;

// Most of a failed answer that is kept for what it says.
const MAX_WORDS = 64 * 1024;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

// Most of a line that is kept together.
const MAX_LINE = 64 * 1024;

/**
 * Makes the requests of one call, and hands the bytes of their answers to pi-ai when
 * somebody wants what comes of them, a network read at a time: pi-ai itself would
 * read on and queue what nobody asked for. Nothing comes of the beginning of a line,
 * and pi-ai would search all there is of it again with each read.
 *
 * A class, as what every open response holds.
 */
export class Exchange {
  readonly #options: ExchangeOptions;
  #reader: BodyReader | undefined;
  #over = false;
  #complete = false;
  #words = "";

  /** Whether a request was made. */
  begun = false;
  /** The answer: its body is not for reading. */
  response: Response | undefined;
  /** Whether the body came to its end. */
  ended = false;
  /** Why there is no answer, or no more of it. */
  fault: LlmError | undefined;

  /**
   * Begins without a request.
   *
   * @param options What it needs.
   */
  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /** Name the provider gave the exchange. */
  get requestId(): ProviderRequestId | undefined {
    const { response } = this;
    return response && requestIdOf(response.headers, this.#options.redact);
  }

  /** What an answer says that is none of success, or no stream of events. */
  get words(): string {
    return this.#words;
  }

  /** Makes a request. Bound, as pi-ai hands it around. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const { host, redact, signal } = this.#options;
    const send = this.#options.fetch ?? globalThis.fetch;
    this.begun = true;
    host.waiting();
    let response: Response;
    try {
      // A `fetch` of the caller's own may not listen to the signal, and the SDKs keep
      // a timer while they wait for it.
      response = await raceAbort(async () => {
        const response = await send(input, {
          ...init,
          headers: this.#headers(input, init),
          redirect: "manual",
        });
        if (signal.aborted) response.body?.cancel().catch(ignore);
        return response;
      }, [signal]);
    } catch (error) {
      throw this.#fail("Cannot reach server", error);
    }
    host.received();
    this.response = response;
    const url = input instanceof Request ? input.url : `${input}`;
    const redirect = redirectFailure(response, { url, redact });
    if (redirect !== undefined) throw this.fault = redirect;
    host.answered();
    const reader = this.#reader = readBody(response);
    return reader === undefined ? response : this.#guard(reader, response);
  };

  /** Takes note of an answer to a request that was made in another way. */
  note({ status, headers }: PiAiResponse): void {
    if (this.begun || status < 200 || status > 599) return;
    this.response = new Response(null, { status, headers });
    this.#options.host.answered();
  }

  /** Takes note that the answer is whole: what may follow is not waited for. */
  complete(): void {
    this.#complete = true;
  }

  /** Ends it. Settles when what is read has stopped. */
  cancel(reason: unknown): Promise<void> | undefined {
    this.#over = true;
    return this.#reader?.cancel(reason);
  }

  #headers(
    input: Parameters<typeof globalThis.fetch>[0],
    init: RequestInit | undefined,
  ): Headers {
    const { userAgent, keyless } = this.#options;
    const given = input instanceof Request ? input.headers : undefined;
    const headers = new Headers(init?.headers ?? given);
    for (const name of [...headers.keys()]) {
      if (SDK_HEADER.test(name)) headers.delete(name);
    }
    // A browser's fetch would ask the server first whether it may send it.
    if (sendsUserAgent()) headers.set("user-agent", userAgent);
    else headers.delete("user-agent");
    if (keyless) { for (const name of KEY_HEADERS) headers.delete(name); }
    // Compression holds events back until a block of it is full.
    if (!headers.has("accept-encoding")) {
      headers.set("accept-encoding", "identity");
    }
    return headers;
  }

  #guard(
    reader: BodyReader,
    { status, statusText, headers, ok }: Response,
  ): Response {
    const text = ok && !NO_STREAM.test(headers.get("content-type") ?? "")
      ? undefined
      : new TextDecoder();
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { host } = this.#options;
        const parts: Uint8Array[] = [];
        let size = 0;
        do {
          await host.wanted();
          if (this.#over || this.#complete) return controller.close();
          host.waiting();
          const { value } = await reader.read().catch((error) => {
            throw this.#fail("Cannot read response", error);
          });
          host.received();
          if (value === undefined) {
            this.ended = true;
            break;
          }
          if (text !== undefined && this.#words.length < MAX_WORDS) {
            this.#words += text.decode(value, { stream: true });
          }
          parts.push(value);
          size += value.length;
        } while (size < MAX_LINE && !endsLine(parts.at(-1)!));
        if (size > 0) controller.enqueue(joined(parts, size));
        if (this.ended) controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    }, { highWaterMark: 0 });
    return new Response(body, { status, statusText, headers });
  }

  #fail(state: string, error: unknown): LlmError {
    const { requestId } = this;
    const { redact } = this.#options;
    const failure = transportFailure(state, error, { requestId, redact });
    // What fails once it is over fails because it is over.
    if (!this.#over) this.fault ??= failure;
    return failure;
  }
}

function endsLine(bytes: Uint8Array): boolean {
  return bytes.includes(LINE_FEED) || bytes.includes(CARRIAGE_RETURN);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function ignore(): void {}
