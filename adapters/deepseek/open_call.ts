/**
 * One call: request out, chunks in.
 *
 * @module
 */

import type {
  ProviderRequestId,
  StreamChunk,
  TokenUsage,
} from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { CallSource } from "../../runtime/call_source.ts";
import type { ChunkSource } from "../../runtime/chunk_source.ts";
import type { LlmError } from "../../runtime/error.ts";
import { type BodyReader, readBody } from "../../runtime/read_body.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { requestIdOf } from "../../runtime/request_id_of.ts";
import { resolveApiKey } from "../../runtime/resolve_api_key.ts";
import { transportFailure } from "../../runtime/transport_failure.ts";
import type { WatchdogClock } from "../../runtime/watchdog.ts";
import { decodingFailure, timeoutFailure } from "./call_failure.ts";
import type { Exchange } from "./exchange.ts";
import { fetchResponse } from "./fetch_response.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";
import { redactSecrets } from "./redact_secrets.ts";
import { createReportOdd } from "./report_odd.ts";
import { requestBody } from "./request_body.ts";
import { ResponseDecoder } from "./response_decoder.ts";
import { responseFailure } from "./response_failure.ts";

/** What one call needs. */
export interface DeepSeekCall {
  /** The request. Its `signal` aborts the call. */
  options: GenerateOptions;
  /** The configuration the call was made under. */
  config: ResolvedDeepSeekOptions;
  /** Where to report what is neither a chunk nor a failure. */
  context?: LlmAdapterContext | undefined;
}

/** An answer that says no, and what of its words came. */
interface Refusal {
  readonly response: Response;
  words: string;
}

// Before there is an answer there is no name for it, and no secret it could tell.
const UNNAMED: Exchange = { requestId: undefined, redact: (text) => text };

// Most bytes of a failed answer that are read for what it says.
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Starts a call at its first read.
 *
 * @param call What to send, how, and where to report.
 * @returns The response. It fails and ends as a {@linkcode CallSource} does.
 */
export function openCall(call: DeepSeekCall): ChunkSource {
  return new OpenCall(call);
}

class OpenCall extends CallSource {
  readonly #call: DeepSeekCall;
  readonly #fetching = new AbortController();
  #reader: BodyReader | undefined;
  #decoder: ResponseDecoder | undefined;
  #exchange: Exchange = UNNAMED;
  #refusal: Refusal | undefined;

  constructor(call: DeepSeekCall) {
    super({
      signal: call.options.signal,
      idleMs: call.config.streamIdleTimeoutMs,
      progressMs: call.config.progressTimeoutMs,
    });
    this.#call = call;
  }

  protected override get requestId(): ProviderRequestId | undefined {
    return this.#exchange.requestId;
  }

  protected override get usage(): TokenUsage | undefined {
    return this.#decoder?.usage;
  }

  protected override open(): void {
    this.#connect().then(
      () => this.#readBody(),
      (error) => this.fail(error),
    );
  }

  protected override advance(): void {
    this.#readBody();
  }

  protected override take(): StreamChunk[] {
    return this.#decoder?.take() ?? [];
  }

  protected override timeout(clock: WatchdogClock): LlmError {
    // A server that refused and then went silent has refused.
    return this.#refusal === undefined
      ? timeoutFailure(clock, this.#call.config, this.#exchange)
      : this.#failure(this.#refusal);
  }

  protected override stop(reason: unknown): Promise<void> | undefined {
    // The body first: an aborted one can only fail to be cancelled.
    const stopped = this.#reader?.cancel(reason);
    this.#fetching.abort(reason);
    return stopped;
  }

  /** Sends the request. Leaves the body to be read, or throws. */
  async #connect(): Promise<void> {
    const { options, config, context } = this.#call;
    const { signal } = this.#fetching;
    const text = requestBody(options, { config, context });
    const apiKey = await resolveApiKey(config.apiKey, "DeepSeek", { signal });
    const body = typeof text === "string" ? text : await text(signal);
    if (this.over) return;
    const redact = redactSecrets(config, apiKey);

    this.watchdog.waiting();
    const response = await fetchResponse({
      config,
      path: "/chat/completions",
      apiKey,
      body,
      signal,
      redact,
    });
    this.watchdog.received();
    if (this.over) {
      response.body?.cancel().catch(ignore);
      return;
    }
    this.#reader = readBody(response);
    const requestId = requestIdOf(response.headers, redact);
    this.#exchange = { requestId, redact };
    if (!response.ok) {
      const refusal: Refusal = this.#refusal = { response, words: "" };
      await this.#readWords(refusal);
      throw this.#failure(refusal);
    }
    context?.response({
      status: response.status,
      ...(requestId !== undefined && { requestId }),
    });
    this.#decoder = new ResponseDecoder({
      ...this.#exchange,
      model: options.model,
      report: createReportOdd(context, { redact }),
      respond: (facts) => context?.response(facts),
    });
  }

  /** Reads what a failed answer says, as far as it can be read. */
  async #readWords(refusal: Refusal): Promise<void> {
    const text = new TextDecoder("utf-8", { ignoreBOM: true });
    for (let left = MAX_ERROR_BYTES; left > 0;) {
      this.watchdog.waiting();
      const result = await this.#reader?.read().catch(ignore);
      this.watchdog.received();
      if (result?.value === undefined) break;
      refusal.words += text.decode(result.value.subarray(0, left), {
        stream: true,
      });
      left -= result.value.length;
    }
    refusal.words += text.decode();
  }

  /** Reads from the network until there is something to hand over. */
  #readBody(): void {
    if (this.over) return;
    this.watchdog.waiting();
    const reading = this.#reader?.read() ?? Promise.resolve(undefined);
    reading.then(
      (result) => this.#take(result?.value),
      (error) =>
        this.fail(
          transportFailure("Cannot read response", error, this.#exchange),
        ),
    );
  }

  #take(bytes: Uint8Array | undefined): void {
    this.watchdog.received();
    const decoder = this.#decoder;
    if (this.over || decoder === undefined) return;
    try {
      if (bytes === undefined) decoder.end();
      else decoder.decode(bytes);
    } catch (error) {
      // What follows the end is nothing of the answer.
      if (!decoder.done) {
        this.fail(decodingFailure(error, this.#exchange));
        return;
      }
    }
    const chunks = decoder.take();
    if (chunks.length === 0) return this.#readBody();
    const { done } = decoder;
    if (done) {
      this.close();
      // A server may keep the connection open after the end: do not wait for it.
      this.#reader?.cancel().catch(ignore);
    }
    this.deliver({ chunks, done });
  }

  #failure({ response, words }: Refusal): LlmError {
    return responseFailure(response, words, this.#exchange);
  }
}

function ignore(): undefined {}
