// The stand-in for a platform's transform stream must show what one that calls
// `cancel` shows, whatever both ends and the transformer do.
import { assertEquals } from "@std/assert";
import fc from "../fast_check.ts";
import type { StreamChunk } from "../../message.ts";
import { withCancel } from "../../runtime/to_transform_stream.ts";
import { turn } from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";

type ChunkTransformer = Transformer<StreamChunk, StreamChunk>;
type ChunkTransform = TransformStream<StreamChunk, StreamChunk>;

const native = (transformer: ChunkTransformer): ChunkTransform =>
  new TransformStream(transformer);

/** What a transformer does in one of its calls. */
const CALLS = [
  "nothing",
  "enqueue",
  "enqueue twice",
  "async enqueue",
  "throw",
  "reject",
  "error",
  "terminate",
  "enqueue, then terminate",
  "enqueue, then error",
  "hang",
] as const;
type Call = typeof CALLS[number];

/** What the two ends of the stream are asked to do. */
const STEPS = [
  "write",
  "write",
  "write",
  "read",
  "read",
  "read",
  "close",
  "abort",
  "cancel",
  "enqueue",
  "terminate",
  "error",
] as const;
type Step = typeof STEPS[number];

interface Script {
  readonly start: Call;
  readonly transform: readonly Call[];
  readonly flush: Call;
  readonly cancel: "nothing" | "throw" | "reject" | "hang" | "later";
  readonly steps: readonly Step[];
}

const scripts: fc.Arbitrary<Script> = fc.record({
  start: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Call>("nothing") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...CALLS.filter((call) => call !== "throw")),
    },
  ),
  transform: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Call>("enqueue") },
      { weight: 2, arbitrary: fc.constantFrom(...CALLS) },
    ),
    { minLength: 1, maxLength: 5 },
  ),
  flush: fc.constantFrom(...CALLS),
  cancel: fc.constantFrom<Script["cancel"][]>(
    "nothing",
    "throw",
    "reject",
    "hang",
    "later",
  ),
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 12 })
    // The platform's own never settles an abort that waits when these come.
    .filter((steps) => {
      const abort = steps.indexOf("abort");
      return abort < 0 || !steps.slice(abort).some(isOwnEnd);
    }),
});

function isOwnEnd(step: Step): boolean {
  return step === "terminate" || step === "error";
}

function show(value: unknown): string {
  // The platform's own errors are compared by kind: their texts differ.
  return value instanceof Error ? value.name : JSON.stringify(value) ?? "-";
}

/**
 * Plays a script and tells what each party saw, or nothing if the stream is so
 * broken that `cancel()` throws: the platform's own is after a `terminate()` with
 * chunks queued.
 */
async function play(
  make: (transformer: ChunkTransformer) => ChunkTransform,
  script: Script,
): Promise<string[] | undefined> {
  const journal: string[] = [];
  let calls = 0;
  let count = 0;
  let own!: TransformStreamDefaultController<StreamChunk>;

  function perform(
    call: Call,
    name: string,
    controller: TransformStreamDefaultController<StreamChunk>,
  ): void | Promise<void> {
    switch (call) {
      case "nothing":
        return;
      case "enqueue":
        return controller.enqueue(text(name));
      case "enqueue twice":
        controller.enqueue(text(name));
        return controller.enqueue(text(`${name} again`));
      case "async enqueue":
        return turn().then(() => controller.enqueue(text(name)));
      case "throw":
        throw `${name} thrown`;
      case "reject":
        return Promise.reject(`${name} rejected`);
      case "error":
        return controller.error(`${name} errored`);
      case "terminate":
        return controller.terminate();
      case "enqueue, then terminate":
        controller.enqueue(text(name));
        return controller.terminate();
      case "enqueue, then error":
        controller.enqueue(text(name));
        return controller.error(`${name} errored`);
      case "hang":
        return new Promise(() => {});
    }
  }

  const { readable, writable } = make({
    start(controller) {
      own = controller;
      return perform(script.start, "start", controller);
    },
    transform(chunk, controller) {
      journal.push(`transform ${show(chunk)}`);
      const call = script.transform[calls++ % script.transform.length]!;
      return perform(call, `transform ${calls}`, controller);
    },
    flush(controller) {
      journal.push("flush");
      return perform(script.flush, "flush", controller);
    },
    cancel(reason) {
      journal.push(`cancel ${show(reason)}`);
      switch (script.cancel) {
        case "nothing":
          return;
        case "throw":
          throw "cancel thrown";
        case "reject":
          return Promise.reject("cancel rejected");
        case "hang":
          return new Promise(() => {});
        case "later":
          return turn();
      }
    },
  });
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const states: Record<string, string> = {};
  function watch(name: string, promise: Promise<unknown>): void {
    states[name] = "pending";
    promise.then(
      (value) => states[name] = `gave ${show(value)}`,
      (error) => states[name] = `failed with ${show(error)}`,
    );
  }

  watch("writer", writer.closed);
  watch("reader", reader.closed);
  for (const step of script.steps) {
    const name = `${step} ${count++}`;
    if (step === "write") watch(name, writer.write(text(name)));
    else if (step === "read") watch(name, reader.read());
    else if (step === "close") watch(name, writer.close());
    else if (step === "abort") watch(name, writer.abort("aborted"));
    else {
      try {
        if (step === "cancel") watch(name, reader.cancel("cancelled"));
        else if (step === "enqueue") own.enqueue(text(name));
        else if (step === "terminate") own.terminate();
        else own.error(name);
      } catch (error) {
        if (step === "cancel") return undefined;
        states[name] = `threw ${show(error)}`;
      }
    }
    await turn();
    await turn();
    journal.push(`${name}: ${JSON.stringify(states)} ${own.desiredSize}`);
    writer.ready.catch(() => {});
  }
  return journal;
}

Deno.test("withCancel() shows what the platform's own transform stream shows", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const expected = await play(native, script);
      fc.pre(expected !== undefined);

      assertEquals(await play(withCancel, script), expected);
    }),
    { numRuns: 3_000 },
  );
});
