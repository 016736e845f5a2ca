/**
 * The adapter on one protocol, as the kit for adapters wants it.
 *
 * @module
 */

import { FakeTime } from "@std/testing/time";
import { PiAiAdapter } from "../../../adapters/pi_ai/adapter.ts";
import type {
  AdapterScenario,
  AdapterSubject,
  AdapterTrial,
} from "../../../testing/adapter_conformance/adapter_subject.ts";
import { asFetch } from "../../../testing/as_fetch.ts";
import { load } from "../_package.ts";
import type { Script } from "./_script.ts";
import type { Wire } from "./_wires.ts";

/** What a server sends, and whether it says then that this is all. */
interface Reply {
  readonly pieces: readonly string[];
  readonly status?: number;
  readonly silent?: boolean;
}

const API_KEY = "sk-0123456789abcdef";
const SAID = ["Hello", " there", ", and", " welcome"];
const LIST = { name: "list", arguments: ['{"path"', ':"/"}'] };

/** Presents it. */
export function kitSubject(wire: Wire): AdapterSubject {
  return {
    name: `PiAiAdapter on ${wire.api}`,
    provider: "gateway",
    model: "m",
    create: (scenario) => trial(wire, replyTo(wire, scenario)),
    refused: [
      { request: { toolChoice: {} as never } },
      { request: { topP: 0.5, providerOptions: { loop: loop() } } },
    ],
    secrets: [API_KEY, API_KEY.slice(3)],
    fakeTime() {
      const time = new FakeTime();
      return {
        advance: (ms) => time.tickAsync(ms),
        pending: () => time.next(),
        restore: () => time.restore(),
      };
    },
  };
}

function loop(): object {
  const loop: Record<string, unknown> = {};
  return loop.loop = loop;
}

function replyTo(wire: Wire, scenario: AdapterScenario): Reply {
  const whole = (script: Script) => ({ pieces: wire.frames(script) });
  const some = wire.frames({ text: SAID }).slice(0, wire.firstText + 1);
  switch (scenario) {
    case "text":
      return whole({ text: SAID });
    case "reasoning":
      return whole({
        reasoning: ["A gree", "ting"],
        signature: "s",
        text: SAID,
      });
    case "tool-call":
      return whole({ calls: [{ id: "a", ...LIST }] });
    case "parallel-tool-calls":
      return whole({
        text: SAID,
        calls: [{ id: "a", ...LIST }, { id: "b", ...LIST }],
      });
    case "tool-call-without-arguments":
      return whole({ calls: [{ id: "a", name: "list", arguments: [] }] });
    case "empty":
      return whole({});
    case "max-tokens":
      return whole({ text: SAID, finish: wire.length });
    case "usage":
      return whole({ reasoning: ["Hm"], text: SAID, usage: wire.usage });
    case "cut":
      return { pieces: some };
    case "stall":
      return { pieces: some, silent: true };
    case "error-before-anything":
      return {
        pieces: [wire.refusal(`Key ${API_KEY} is not valid`)],
        status: 401,
      };
    case "error-in-mid-stream":
      return { pieces: [...some, wire.failure(`No more for ${API_KEY}`)] };
  }
}

function trial(
  wire: Wire,
  { pieces, status = 200, silent }: Reply,
): AdapterTrial {
  const requests: Request[] = [];
  let reads = 0;
  let stopped = false;
  const fetch = asFetch((request) => {
    requests.push(request);
    const rest = pieces.values();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        reads++;
        const { value, done } = rest.next();
        if (!done) controller.enqueue(new TextEncoder().encode(value));
        else if (silent) return new Promise(() => {});
        else controller.close();
      },
      cancel() {
        stopped = true;
      },
    }, { highWaterMark: 0 });
    return Promise.resolve(new Response(body, { status }));
  });
  return {
    adapter: new PiAiAdapter({
      routes: {
        gateway: {
          api: wire.api,
          baseURL: "https://llm.example",
          apiKey: API_KEY,
          models: [{ id: "m", reasoning: true }],
          fetch,
        },
      },
      load,
    }),
    request: {
      tools: [{ name: "list", description: "Lists", parameters: {} }],
    },
    usage: {
      inputTokens: 5,
      outputTokens: 9,
      cacheReadTokens: 12,
      cacheWriteTokens: 3,
      reasoningTokens: 4,
    },
    requests: () => requests.length,
    reads: () => reads,
    headers: () => requests.at(-1)?.headers,
    stopped: () => stopped,
  };
}
