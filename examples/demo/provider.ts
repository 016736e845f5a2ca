/**
 * Who answers the demo.
 *
 * @module
 */

import type { DeepSeekOptions } from "../../adapters/deepseek/mod.ts";
import {
  mockDeepSeek,
  type MockReply,
  type MockRequest,
} from "../../testing/mod.ts";

/** Where the answer comes from, until it is disposed. */
export interface DemoProvider extends AsyncDisposable {
  /** What to call it. */
  readonly name: string;
  /** Options for the adapter. */
  readonly options: DeepSeekOptions;
}

/** What decides who answers. */
export interface OpenProviderOptions {
  /** Key of the real service. */
  readonly apiKey: string | undefined;
  /** Where the API is. */
  readonly baseURL: string | undefined;
}

/**
 * Opens the real service where there is a key or an address for one, else a
 * mock on the loopback interface.
 *
 * @param options What decides.
 * @returns The provider.
 */
export function openProvider(
  { apiKey, baseURL }: OpenProviderOptions,
): DemoProvider {
  if (apiKey !== undefined || baseURL !== undefined) {
    return {
      name: baseURL ?? "api.deepseek.com",
      // Local servers want no key, but the format wants a header.
      options: { apiKey: apiKey ?? "none", baseURL },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    mockDeepSeek([packingReply]),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    name: `mock at ${url}`,
    options: { apiKey: "sk-mock", baseURL: url },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function packingReply({ body }: MockRequest): MockReply {
  const { thinking } = body as { thinking?: { type?: string } };
  return {
    reasoning: thinking?.type === "disabled" ? undefined : REASONING,
    text: TEXT,
    toolCalls: [{
      name: "get_forecast",
      arguments: { city: "Lisbon", days: 3, units: "metric" },
    }],
    usage: {
      prompt_tokens: 212,
      completion_tokens: 96,
      total_tokens: 308,
      prompt_cache_hit_tokens: 192,
      prompt_cache_miss_tokens: 20,
      completion_tokens_details: { reasoning_tokens: 41 },
    },
    // A provider under load: comments first, then tokens one by one.
    keepAlives: 2,
    keepAliveMs: 120,
    delayMs: 25,
  };
}

const REASONING =
  "What to pack depends on the weather. I cannot know it, but there is a tool " +
  "for the forecast. Three days, and Lisbon measures in degrees Celsius.";
const TEXT =
  "Comfortable shoes come first: Lisbon is all hills. Let me look at the " +
  "forecast before the rest. Send a copy of the list to ana@example.com if " +
  "you travel together.";
