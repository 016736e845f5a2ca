/**
 * Adapters of bad habits, each of one.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../../../message.ts";
import {
  LlmAdapter,
  type LlmAdapterContext,
  type PreparedAdapterCall,
} from "../../../runtime/adapter.ts";
import type { LlmResolvedModelInfo } from "../../../runtime/model_info.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { scriptedAdapter } from "../../../testing/scripted_adapter.ts";
import type { Violation } from "./_chunk_violations.ts";
import type { Habit } from "./_model_adapter.ts";
import {
  modelSubject,
  OVERLOADED,
  script,
  SCRIPTS,
  SECRET,
} from "./_model_subject.ts";

/** An adapter that behaves as another one does. */
class Wrapper extends LlmAdapter {
  readonly inner: LlmAdapter;

  constructor(inner: LlmAdapter) {
    super();
    this.inner = inner;
  }

  override stream(
    options: GenerateOptions,
    context?: LlmAdapterContext,
  ): ChunkStream {
    return this.inner.stream(options, context);
  }
}

class Misnamed extends Wrapper {
  override providerInfo(): { id: string; name: string } {
    return { id: "other", name: "Other" };
  }
}

class Unsound extends Wrapper {
  override listModels(provider: string): Promise<LlmResolvedModelInfo[]> {
    return Promise.resolve([{ provider, id: "", name: "" }]);
  }
}

class Deaf extends Wrapper {
  override async resolveModel(
    provider: string,
    id: string,
    signal?: AbortSignal,
  ): Promise<LlmResolvedModelInfo> {
    const before = signal?.aborted;
    await undefined;
    if (signal?.aborted && !before) await new Promise(() => {});
    return { provider, id, name: id };
  }
}

class DeafFromTheStart extends Wrapper {
  override async resolveModel(
    provider: string,
    id: string,
    signal?: AbortSignal,
  ): Promise<LlmResolvedModelInfo> {
    if (signal?.aborted) await new Promise(() => {});
    return { provider, id, name: id };
  }
}

class TwoFaced extends Wrapper {
  override async prepareCall(
    provider: string,
    model: string,
  ): Promise<PreparedAdapterCall> {
    const call = await super.prepareCall(provider, model);
    return {
      ...call,
      stream: (options) =>
        this.stream(options).pipeThrough(
          new TransformStream({
            transform(chunk, controller) {
              controller.enqueue(
                chunk.type === "block-end"
                  ? { ...chunk, block: { type: "text", text: "Other" } }
                  : chunk,
              );
            },
          }),
        ),
    };
  }
}

class Talkative extends Wrapper {
  override stream(
    options: GenerateOptions,
    context?: LlmAdapterContext,
  ): ChunkStream {
    const error = new Error(`Key ${SECRET}`);
    context?.diagnostic({ code: "ODD", message: "Odd", error });
    return super.stream(options, context);
  }
}

const [textStart, hello, there] = SCRIPTS.text.reads.flat() as [
  StreamChunk,
  StreamChunk,
  StreamChunk,
];

function does(habit: Habit, ...breaks: string[]): Violation {
  return { habit, breaks };
}

function hangs(habit: Habit, ...breaks: string[]): Violation {
  return { habit, hangs: true, breaks };
}

function doesInTime(habit: Habit, ...breaks: string[]): Violation {
  return { habit, timed: true, hangs: true, breaks };
}

const STOPPED = "a silent provider ends the call, and is stopped";
const DEMAND = "nothing is read ahead of the reader";
const REFUSED = "what cannot be honoured is refused before a request";
const NAMED = "a request names the application, in its user agent alone";
const METADATA = "what it tells of its route and models is sound";

/** Wrong behaviour. */
export const BEHAVIOUR_VIOLATIONS: Readonly<Record<string, Violation>> = {
  "a call tried again": does(
    "asks again",
    "a call that fails is not tried again",
  ),
  "a request for an aborted call": does(
    "asks although aborted",
    "a signal aborted beforehand lets no request out",
    // Nor does it hear of an abort that comes before its request.
    "an abort ends the call by the next task",
  ),
  "a request nobody waits for": hangs(
    "asks before it is read",
    "a stream nobody read from leaves nothing running",
  ),
  "a request made before it is refused": does(
    "asks before it refuses",
    REFUSED,
    "replay state that cannot be read is refused before a request",
  ),
  "an option that is ignored": does("refuses nothing", REFUSED),
  "a request that is changed": does(
    "changes the request",
    "a frozen request is served like any other",
  ),
  "an abort taken for an end": does(
    "ends an aborted call as a success",
    "an aborted call ends as aborted, or throws",
    "a signal aborted beforehand lets no request out",
  ),
  "an abort nobody hears": hangs(
    "is deaf to an abort",
    "an abort ends the call by the next task",
  ),
  "an abort that is talked over": hangs(
    "speaks on after an abort",
    "an abort ends the call by the next task",
  ),
  "a provider that an abort does not reach": hangs(
    "goes on after an abort",
    "an abort stops the provider",
  ),
  "a provider that a cancel does not reach": hangs(
    "goes on after a cancel",
    "a cancel stops the provider, also while a read is waiting",
  ),
  "a provider that a cancel does not reach while nobody reads": hangs(
    "goes on after a cancel without a read",
    "a cancel stops the provider, also while a read is waiting",
  ),
  "a listener left on the signal": does(
    "keeps its listener",
    "no listener stays on the signal of a call that is over",
  ),
  "calls that share their place": does(
    "mixes calls up",
    "calls of one adapter do not disturb each other",
  ),
  "a request of nobody": does("names nobody", NAMED),
  "a request that names itself twice": does("names itself twice", NAMED),
  "a stream that comes twice": does(
    "returns a stream twice",
    "a call returns a new stream at once",
  ),
  "reads before anyone asks": does("reads ahead", DEMAND),
  "reads that nobody asks for": does("reads on by itself", DEMAND),
  "an answer too short to tell": {
    scripts: {
      text: { reads: [textChunks("Hello", { replayState: {} })] },
    },
    breaks: [DEMAND],
  },
  "chunks a failure drops, however fast the reader is": {
    habit: "drops what is queued",
    scripts: {
      "error-in-mid-stream": {
        reads: [[textStart, hello], [there, there]],
        end: OVERLOADED,
      },
    },
    breaks: ["a failure overtakes no chunk, however slow the reader is"],
  },
  "chunks lost to a failure": does(
    "fails with chunks queued",
    "a failure overtakes no chunk, however slow the reader is",
  ),
  "a text that is thrown": {
    subject: {
      create: (scenario) =>
        scenario === "error-before-anything"
          ? { adapter: scriptedAdapter([{ error: "Gone" }]) }
          : modelSubject().create(scenario),
    },
    breaks: ["what is thrown is an LlmError"],
  },
  "replay state not known again": does(
    "refuses its own replay state",
    "an answer can be given back with its replay state",
  ),
  "replay state that is not looked at": does(
    "takes any replay state",
    "replay state that cannot be read is refused before a request",
  ),
  "a call that differs once prepared": {
    wrap: (adapter) => new TwoFaced(adapter),
    breaks: ["a call through a runtime brings the same"],
  },
  "a secret in a diagnostic": {
    wrap: (adapter) => new Talkative(adapter),
    breaks: ["no secret shows in what a call reports"],
  },
  "a route of another name": {
    wrap: (adapter) => new Misnamed(adapter),
    // No runtime takes it.
    breaks: [METADATA, "a call through a runtime brings the same"],
  },
  "a model without a name": {
    wrap: (adapter) => new Unsound(adapter),
    breaks: [METADATA],
  },
  "a query that hears no abort": {
    wrap: (adapter) => new Deaf(adapter),
    breaks: ["a query settles by the next task once its signal aborts"],
  },
  "a query that hears no abort that came first": {
    wrap: (adapter) => new DeafFromTheStart(adapter),
    breaks: ["a query settles by the next task once its signal aborts"],
  },
  "a silence that is waited for": doesInTime("waits forever", STOPPED),
  "a silence called something else": doesInTime(
    "fails a stall with another code",
    STOPPED,
  ),
  "a silent provider that is kept": doesInTime(
    "goes on after a stall",
    STOPPED,
  ),
  "a pause of the reader that counts": doesInTime(
    "counts the time of its reader",
    "a slow reader is no silent provider",
  ),
  "a timer left behind": doesInTime(
    "keeps its timer",
    "no timer outlives its call",
  ),
  "a stall that ends": {
    scripts: { stall: script(SCRIPTS.cut.reads.flat()) },
    breaks: ['"stall" comes to some text and then silence'],
  },
};
