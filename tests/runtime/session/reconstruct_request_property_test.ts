import { assert, assertEquals } from "@std/assert";
import type { ChunkStream, StreamChunk } from "../../../message.ts";
import { LlmError } from "../../../runtime/error.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { reconstructRequest } from "../../../runtime/session/reconstruct_request.ts";
import { Session } from "../../../runtime/session/session.ts";
import { textChunks, toolCallChunks } from "../../../testing/chunks.ts";
import fc from "../../fast_check.ts";
import { streamOf, stubAdapter } from "../_stub_adapter.ts";
import { found, said } from "./_events.ts";
import { assertLegal } from "./_legal.ts";
import { RETRY } from "./_recovery.ts";

const busy = new LlmError("Cannot answer: too busy", "SERVER");

/** How one attempt goes. */
type Attempt =
  | "answers"
  | "calls a tool"
  | "throws"
  | "fails"
  | "is cut"
  | "is aborted";

/** What happens to a session. */
type Happening =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "replace"; readonly from: number; readonly to: number }
  | { readonly kind: "reopen"; readonly lost: number }
  | { readonly kind: "default"; readonly maxTokens: number }
  | {
    readonly kind: "request";
    readonly attempts: readonly Attempt[];
    readonly options: Parameters<Session["request"]>[0];
  };

const tool = fc.constantFrom("a", "b", "c").map((name) => ({
  name,
  description: "",
  parameters: { type: "object" },
}));

const OPTIONS = fc.record({
  config: fc.record({
    provider: fc.constantFrom("p", "q"),
    model: fc.constant("m"),
    temperature: fc.constantFrom(0, 1),
    maxTokens: fc.constantFrom(5, 6),
    stop: fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
  }, { requiredKeys: ["provider", "model"] }),
  system: fc.constantFrom("", "Be brief", "Be long"),
  tools: fc.uniqueArray(tool, { maxLength: 3, selector: ({ name }) => name }),
  toolOrder: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 2 }),
}, { requiredKeys: [] });

const HAPPENING: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant("say" as const), text: fc.string() }),
  fc.record({
    kind: fc.constant("replace" as const),
    from: fc.nat(5),
    to: fc.nat(5),
  }),
  fc.record({ kind: fc.constant("reopen" as const), lost: fc.nat(6) }),
  fc.record({
    kind: fc.constant("default" as const),
    maxTokens: fc.constantFrom(10, 20),
  }),
  fc.record({
    kind: fc.constant("request" as const),
    attempts: fc.array(
      fc.constantFrom<Attempt[]>(
        "answers",
        "calls a tool",
        "throws",
        "fails",
        "is cut",
        "is aborted",
      ),
      { minLength: 1, maxLength: 3 },
    ),
    options: OPTIONS,
  }),
);

/** A request as it was sent, and the step it was sent in. */
interface Sent {
  readonly seq: number;
  /** Seq of the last event by then. */
  readonly revision: number;
  readonly request: GenerateOptions;
}

/** A model that does as it is told, in sessions that are reopened now and then. */
function world() {
  let sent: Sent[] = [];
  const runtime = new LlmRuntime();
  let session: Session;
  let attempts: Attempt[] = [];
  let abort = new AbortController();
  let defaultMaxTokens = 10;

  function answer(attempt: Attempt): ChunkStream {
    const beginning = textChunks("Hel").slice(0, 2);
    switch (attempt) {
      case "answers":
        return streamOf(textChunks("Hello", { replayState: { id: 1 } }));
      case "calls a tool":
        return streamOf(toolCallChunks([{ name: "a", arguments: {} }]));
      case "throws":
        throw busy;
      case "fails":
        return streamOf(beginning, (it) => it.error(busy));
      case "is cut":
        return streamOf(beginning);
      case "is aborted":
        return streamOf(beginning, (it) => {
          abort.abort();
          const reason = { kind: "aborted", failure: busy.failure } as const;
          it.enqueue({ type: "finish", reason } satisfies StreamChunk);
          it.close();
        });
    }
  }

  const adapter = stubAdapter((request) => {
    const steps = [...session.eventsFrom(1)].filter(({ type }) =>
      type === "step/start"
    );
    const { signal: _, ...rest } = request;
    const { revision } = session;
    sent.push({ seq: steps.at(-1)!.seq, revision, request: rest });
    return answer(attempts.shift() ?? "answers");
  }, {
    resolveModel: (provider, id) =>
      Promise.resolve({ provider, id, name: id, defaultMaxTokens }),
  });
  runtime.registerAdapter(["p", "q"], adapter);

  function open(next: Session): void {
    session = next;
    session.on(
      "agent/request-error",
      () => attempts.length > 0 ? RETRY : undefined,
    );
  }

  async function happen(happening: Happening): Promise<void> {
    switch (happening.kind) {
      case "say":
        await session.append(said(happening.text));
        return;
      case "replace": {
        const seqs = [...session.eventsFrom(1)]
          .filter(({ surfaceOp }) => surfaceOp !== undefined)
          .map(({ seq }) => seq);
        const [from, to] = [happening.from, happening.to]
          .map((k) => seqs[k % seqs.length]!);
        // Half of these ranges make no sense, and change nothing.
        await session.replace([said("(left out)")], { from: from!, to: to! })
          .catch(() => {});
        return;
      }
      case "reopen": {
        const events = [...session.eventsFrom(1)];
        const kept = Math.max(events.length - happening.lost, 1);
        open(await Session.from(events.slice(0, kept), { runtime }));
        sent = sent.filter(({ revision }) => revision <= kept);
        return;
      }
      case "default":
        defaultMaxTokens = happening.maxTokens;
        return;
      case "request": {
        attempts = [...happening.attempts];
        abort = new AbortController();
        const { signal } = abort;
        const first = ![...session.eventsFrom(1)].some(({ type }) =>
          type === "request/header"
        );
        const config = { provider: "p", model: "m" };
        const result = await session.request({
          ...(first && { config }),
          ...happening.options,
          signal,
        }).result;
        if (result.kind !== "message") return;
        for (const block of result.message.content) {
          if (block.type !== "tool-call") continue;
          await session.append(found(block.name));
        }
      }
    }
  }

  return {
    async run(happenings: readonly Happening[]) {
      open(await Session.create({ runtime }));
      for (const happening of happenings) await happen(happening);
      await session.settle();
      const events = [...session.eventsFrom(1)];
      await session.close();
      return { events, sent };
    },
  };
}

Deno.test("reconstructRequest() tells each request exactly, whatever happened to its session", async () => {
  let requests = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(HAPPENING, { minLength: 6, maxLength: 20 }),
      async (happenings) => {
        const { events, sent } = await world().run(happenings);

        assertLegal(events);
        for (const { seq, request } of sent) {
          assertEquals(reconstructRequest(events, seq), request);
          const end = events.find((event) =>
            event.seq > seq && event.type === "step/end"
          )!;
          assertEquals(reconstructRequest(events, end.seq), request);
          requests++;
        }
      },
    ),
    { numRuns: 200 },
  );
  assert(requests > 500);
});
