import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { FinishReason, StreamChunk } from "../../../message.ts";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import {
  createStepFold,
  failedWith,
  INTERRUPTED,
} from "../../../runtime/session/step_fold.ts";
import { createTurnLog } from "../../../runtime/session/turn_log.ts";
import { begin, delta } from "./_events.ts";

const route = { provider: "p", model: "m", temperature: 1 };
const failure = { code: "SERVER", message: "Cannot answer: no" };

function finish(reason: FinishReason): StreamChunk {
  return { type: "finish", reason };
}

const STOP = finish({ kind: "stop" });

/** A fold of chunks that were logged from event 10 on, and a log. */
async function foldOf(chunks: readonly StreamChunk[]) {
  const fold = createStepFold();
  fold.push(chunks, { from: 10, to: 9 + chunks.length });
  const log = createTurnLog(await begin(createSessionLog()));
  // Seqs of chunks have to come before that of the answer.
  for (let k = 0; k < 20; k++) await log.append("turn/start", { turn: k + 1 });
  return { fold, log };
}

Deno.test("createStepFold() takes nothing in behind a finish", async () => {
  const { fold, log } = await foldOf([delta("a"), STOP, delta("b")]);

  fold.push([delta("c")], { from: 13, to: 13 });
  await fold.conclude(log, { route, aborted: false });

  const event = log.at<"assistant/message">(22)!;
  assertEquals(event.sourceEventSeqs, [10, 11]);
  assertEquals(event.data.message.content, [{ type: "text", text: "a" }]);
});

Deno.test("createStepFold() knows seqs that do not follow each other", async () => {
  const { fold, log } = await foldOf([delta("a")]);

  fold.push([delta("b"), STOP], { from: 15, to: 16 });
  await fold.conclude(log, { route, aborted: false });

  assertEquals(log.at(22)?.sourceEventSeqs, [10, 15, 16]);
});

Deno.test("push() throws at what is no chunk", () => {
  assertThrows(
    () => createStepFold().push([{ type: "odd" } as never], { from: 1, to: 1 }),
    TypeError,
  );
});

const UNKNOWN = finish({ kind: "odd" } as never);

for (
  const [name, end] of [["stop", STOP], [
    "a kind nobody knows",
    UNKNOWN,
  ]] as const
) {
  Deno.test(`conclude() logs an answer that ends in ${name}`, async () => {
    const { fold, log } = await foldOf([delta("a"), end]);

    const outcome = await fold.conclude(log, { route, aborted: true });

    assert(outcome.kind === "message");
    assertEquals(outcome.message.source as object, {
      kind: "model",
      provider: "p",
      model: "m",
    });
    assertEquals(log.at<"assistant/message">(22)?.data, {
      message: outcome.message,
    });
  });
}

const FAILED = { kind: "error", failure, error: 8 } as const;

const ENDINGS: [
  name: string,
  end: StreamChunk[],
  ending: object,
  outcome: object,
][] = [
  ["a failure in-band", [finish({ kind: "error", failure })], {}, {
    kind: "error",
    failure,
  }],
  [
    "a failure in-band that was thrown",
    [finish({ kind: "error", failure })],
    { error: 7 },
    { kind: "error", failure, error: 7 },
  ],
  ["what was thrown", [], { failed: FAILED }, FAILED],
  ["no finish", [], {}, {
    kind: "error",
    failure: {
      code: "STREAM_CLOSED",
      message: "Cannot complete request: the response ended before its finish",
    },
  }],
];

for (const [name, end, ending, expected] of ENDINGS) {
  Deno.test(`conclude() logs nothing of an answer that ends in ${name}`, async () => {
    const { fold, log } = await foldOf([delta("a"), ...end]);

    const outcome = await fold.conclude(log, {
      route,
      aborted: false,
      ...ending,
    });

    assertEquals<object>(outcome, expected);
    assertEquals(log.at(22), undefined);
  });
}

const CUTS: [
  name: string,
  end: StreamChunk[],
  ending: { aborted: boolean; failed?: typeof FAILED },
  failure: object,
][] = [
  ["an abort", [], { aborted: true }, INTERRUPTED],
  [
    "an abort in-band",
    [finish({ kind: "aborted", failure })],
    { aborted: false },
    failure,
  ],
  [
    "a failure under an abort",
    [finish({ kind: "error", failure })],
    { aborted: true },
    failure,
  ],
  [
    "what was thrown under an abort",
    [],
    { aborted: true, failed: FAILED },
    failure,
  ],
];

for (const [name, end, ending, expected] of CUTS) {
  Deno.test(`conclude() logs what there is of an answer that ends in ${name}`, async () => {
    const usage = { inputTokens: 1, outputTokens: 2 };
    const { fold, log } = await foldOf([
      delta("a"),
      { type: "usage", usage },
      ...end,
    ]);

    const outcome = await fold.conclude(log, { route, ...ending });

    assert(outcome.kind === "interrupted");
    assertEquals<object>(outcome.failure, expected);
    assertEquals(log.at<"assistant/message">(22)?.data, {
      message: outcome.message!,
      usage,
      interrupted: true,
    });
  });
}

Deno.test("conclude() fails where blocks cannot be made of the chunks", async () => {
  const { fold, log } = await foldOf([
    { type: "block-start", index: 0, blockType: "odd" as never },
    STOP,
  ]);

  const outcome = await fold.conclude(log, { route, aborted: false });

  assert(outcome.kind === "error");
  assertEquals(outcome.failure.code, "MALFORMED_RESPONSE");
  assertEquals(log.at(22), undefined);
});

Deno.test("failedWith() tells the facts of what was thrown", () => {
  const error = new Error("connection is lost");

  const failed = failedWith(error);

  assertStrictEquals(failed.error, error);
  assertEquals(failed.failure, { code: "UNKNOWN", message: error.message });
});
