import { assertEquals } from "@std/assert";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import { createTurnLog } from "../../../runtime/session/turn_log.ts";
import { APPEND, begin, delta, said, STEP } from "./_events.ts";

Deno.test("createTurnLog() stands where its appends lead", async () => {
  const log = createTurnLog(await begin(createSessionLog()));
  log.catchUp();

  await log.append("turn/start", { turn: 1 });
  await log.append("step/start", STEP);
  await log.appendChunks(STEP, [delta("a"), delta("b")]);
  await log.append("step/end", STEP);

  assertEquals({ ...log.state }, {
    seq: 6,
    open: "turn",
    turn: 1,
    step: 1,
    stepSeq: 3,
    answerSeq: 0,
    headerSeq: 0,
    contextSeq: 0,
  });
});

Deno.test("createTurnLog() takes in with its next append what others have logged", async () => {
  const inner = await begin(createSessionLog());
  const log = createTurnLog(inner);

  await inner.append("turn/start", { turn: 1 });
  await inner.append("user/message", { message: said("a") }, APPEND);
  await log.append("step/start", STEP);

  const { seq, open, turn, stepSeq } = log.state;
  assertEquals([seq, open, turn, stepSeq], [4, "step", 1, 4]);
});

Deno.test("createTurnLog() passes over no event that others have logged between chunks", async () => {
  const inner = await begin(createSessionLog());
  const log = createTurnLog(inner);
  log.catchUp();

  await inner.append("turn/start", { turn: 1 });
  await log.appendChunks(STEP, [delta("a")]);
  log.catchUp();

  assertEquals([log.state.seq, log.state.turn], [3, 1]);
});

Deno.test("createTurnLog() reads nothing to know where it stands that it appended itself", async () => {
  const inner = await begin(createSessionLog());
  const asked: number[] = [];
  const log = createTurnLog({
    ...inner,
    get revision() {
      return inner.revision;
    },
    eventsFrom(seq) {
      asked.push(seq);
      return inner.eventsFrom(seq);
    },
  });
  log.catchUp();

  await log.append("turn/start", { turn: 1 });
  await log.appendChunks(STEP, [delta("a")]);
  log.catchUp();

  assertEquals(asked, [1]);
});

Deno.test("at() reads the event of a seq", async () => {
  const log = createTurnLog(await begin(createSessionLog()));
  await log.append("turn/start", { turn: 1 });

  assertEquals(log.at<"turn/start">(2)?.data, { turn: 1 });
  assertEquals(log.at(0), undefined);
  assertEquals(log.at(3), undefined);
});
