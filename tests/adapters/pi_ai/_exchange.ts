/**
 * Exchanges without a call.
 *
 * @module
 */

import {
  Exchange,
  type ExchangeOptions,
} from "../../../adapters/pi_ai/exchange.ts";
import { redactor } from "../../../runtime/redactor.ts";

/** Where a server would be. */
export const URL_ = "https://llm.example/v1/chat";

/** An exchange, and what surrounds it. */
export interface OpenExchange {
  readonly exchange: Exchange;
  /** What its host heard. */
  readonly heard: string[];
  /** Aborts its signal. */
  readonly stop: AbortController;
  /** Each lets pi-ai have the next bytes. */
  readonly wants: (() => void)[];
}

/** Opens an exchange whose bytes are wanted when the test says so. */
export function open(options: Partial<ExchangeOptions> = {}): OpenExchange {
  const heard: string[] = [];
  const stop = new AbortController();
  const wants: (() => void)[] = [];
  const exchange = new Exchange({
    fetch: undefined,
    userAgent: "app/1 (+https://app.example)",
    keyless: false,
    redact: redactor(["sk-0123456789"]),
    signal: stop.signal,
    host: {
      answered: () => void heard.push("answered"),
      waiting: () => void heard.push("waiting"),
      received: () => void heard.push("received"),
      wanted: () => new Promise((resolve) => void wants.push(resolve)),
    },
    ...options,
  });
  return { exchange, heard, stop, wants };
}

/** Opens an exchange whose bytes are always wanted. */
export function flowing(options: Partial<ExchangeOptions> = {}): OpenExchange {
  const host = {
    answered() {},
    waiting() {},
    received() {},
    wanted: () => Promise.resolve(),
  };
  return open({ host, ...options });
}
