import { assertEquals, assertStrictEquals } from "@std/assert";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { TokenMeter } from "../../../runtime/meter/token_meter.ts";
import { Session } from "../../../runtime/session/session.ts";
import { createUserMessage } from "../../../message.ts";
import {
  answered,
  began,
  characters as estimate,
  headed,
  headerOf,
  logOf,
  passed,
  replaced,
  said,
} from "./_log.ts";

Deno.test("TokenMeter measures an empty log as nothing", () => {
  const measurement = new TokenMeter().measure(logOf());

  assertEquals(measurement, {
    logRevision: 0,
    baseline: "none",
    surfaceDeltaTokens: 0,
    totalTokens: 0,
    surfaceTokens: 0,
    nodes: [],
  });
});

Deno.test("TokenMeter starts from nothing where no header is known", () => {
  const log = logOf(said("12"), answered("123"));

  const measurement = new TokenMeter({ estimate }).measure(log);

  assertEquals(measurement, {
    logRevision: 2,
    baseline: "none",
    surfaceDeltaTokens: 13,
    totalTokens: 13,
    surfaceTokens: 13,
    nodes: [{ seq: 1, tokens: 6 }, { seq: 2, tokens: 7 }],
  });
});

Deno.test("TokenMeter starts from an estimate of the header in the log", () => {
  const log = logOf(said("12"), headed(headerOf("123456")));

  const measurement = new TokenMeter({ estimate }).measure(log);

  assertEquals(measurement, {
    logRevision: 2,
    baseline: "estimated",
    surfaceDeltaTokens: 6,
    totalTokens: 16,
    surfaceTokens: 6,
    nodes: [{ seq: 1, tokens: 6 }],
  });
});

Deno.test("TokenMeter goes by the newest header in the log", () => {
  const log = logOf(headed(headerOf("123456")), headed(headerOf("1")));

  assertEquals(new TokenMeter({ estimate }).measure(log).totalTokens, 5);
});

Deno.test("TokenMeter takes another header for the total alone", () => {
  const log = logOf(said("12"), headed(headerOf("123456")));
  const meter = new TokenMeter({ estimate });
  const before = meter.measure(log);

  const measurement = meter.measure(log, headerOf("1234567"));

  assertEquals(measurement, { ...before, totalTokens: 17 });
});

Deno.test("TokenMeter forgets another header at once", () => {
  const log = logOf(said("12"), headed(headerOf("123456")));
  const meter = new TokenMeter({ estimate });
  const before = meter.measure(log);

  meter.measure(log, headerOf("1234567"));

  assertEquals(meter.measure(log), before);
});

Deno.test("TokenMeter takes a header where the log has none", () => {
  const { baseline, totalTokens } = new TokenMeter({ estimate })
    .measure(logOf(said("12")), headerOf("123456"));

  assertEquals([baseline, totalTokens], ["estimated", 16]);
});

Deno.test("TokenMeter counts no system slot that is empty", () => {
  const { totalTokens } = new TokenMeter({ estimate })
    .measure(logOf(), headerOf(""));

  assertEquals(totalTokens, 0);
});

Deno.test("TokenMeter counts tools as JSON, with 8 tokens around each", () => {
  const tool = { name: "n", description: "d", parameters: { type: "object" } };
  const header = headerOf("", { tools: [tool, tool] });

  const { totalTokens } = new TokenMeter({ estimate }).measure(logOf(), header);

  assertEquals(totalTokens, 2 * (8 + JSON.stringify(tool).length));
});

Deno.test("TokenMeter counts no event that changes no message", () => {
  const { surfaceOp: _, ...silent } = said("12");
  const log = logOf(silent, began(1, 1), passed(1, 1));

  const { nodes, logRevision } = new TokenMeter().measure(log);

  assertEquals([nodes, logRevision], [[], 3]);
});

Deno.test("TokenMeter counts the messages of types it does not know", () => {
  const { data } = said("12");
  const log = logOf({ type: "note", data, surfaceOp: { op: "append" } });

  assertEquals(new TokenMeter({ estimate }).measure(log).surfaceTokens, 6);
});

Deno.test("TokenMeter puts a compaction where its messages stood", () => {
  const log = logOf(said("1"), said("12"), said("123"), said("1234"))
    .add(replaced(["12345", ""], { from: 2, to: 3 }));

  const { nodes, surfaceTokens } = new TokenMeter({ estimate }).measure(log);

  assertEquals(nodes, [
    { seq: 1, tokens: 5 },
    { seq: 5, tokens: 9 },
    { seq: 5, tokens: 4 },
    { seq: 4, tokens: 8 },
  ]);
  assertEquals(surfaceTokens, 26);
});

Deno.test("TokenMeter compacts a compaction", () => {
  const log = logOf(said("1"), said("12"), said("123"))
    .add(replaced(["12345", "1"], { from: 1, to: 2 }))
    .add(replaced(["123456"], { from: 4, to: 3 }));

  const { nodes } = new TokenMeter({ estimate }).measure(log);

  assertEquals(nodes, [{ seq: 5, tokens: 10 }]);
});

Deno.test("TokenMeter reads every event once", () => {
  const log = logOf(said("1"), said("12"));
  const meter = new TokenMeter({ estimate });
  meter.measure(log);

  const { surfaceTokens } = meter.measure(log.add(said("123")));

  assertEquals([surfaceTokens, log.reads], [18, 3]);
});

Deno.test("TokenMeter reads nothing where nothing was logged", () => {
  const log = logOf(said("1"));
  const meter = new TokenMeter();
  meter.measure(log);

  meter.measure(log);

  assertEquals(log.reads, 1);
});

Deno.test("TokenMeter tells the same list where nothing was logged", () => {
  const log = logOf(said("1"));
  const meter = new TokenMeter();

  const { nodes } = meter.measure(log);

  assertStrictEquals(meter.measure(log).nodes, nodes);
});

Deno.test("TokenMeter leaves a measurement as it was", () => {
  const log = logOf(said("1"));
  const meter = new TokenMeter({ estimate });
  const before = meter.measure(log);

  meter.measure(log.add(said("12")));

  assertEquals(before.nodes, [{ seq: 1, tokens: 5 }]);
});

Deno.test("TokenMeter freezes a measurement, its list and its nodes", () => {
  const measurement = new TokenMeter().measure(logOf(said("1")));

  const { nodes } = measurement;
  assertEquals([measurement, nodes, nodes[0]].map(Object.isFrozen), [
    true,
    true,
    true,
  ]);
});

Deno.test("TokenMeter freezes the list of an empty log", () => {
  assertEquals(Object.isFrozen(new TokenMeter().measure(logOf()).nodes), true);
});

Deno.test("TokenMeter keeps sessions apart", () => {
  const meter = new TokenMeter({ estimate });
  meter.measure(logOf(said("123456789"), headed()));

  const { totalTokens, baseline } = meter.measure(logOf(said("1")));

  assertEquals([totalTokens, baseline], [5, "none"]);
});

Deno.test("TokenMeter keeps meters apart", () => {
  const log = logOf(said("123456789"));
  new TokenMeter({ estimate: () => 1 }).measure(log);

  assertEquals(new TokenMeter({ estimate }).measure(log).totalTokens, 13);
});

Deno.test("TokenMeter measures a session", async () => {
  const session = await Session.create({ runtime: new LlmRuntime() });
  await session.append(createUserMessage({ content: "12" }));

  const { logRevision, surfaceTokens } = new TokenMeter({ estimate })
    .measure(session);

  assertStrictEquals(logRevision, session.revision);
  assertStrictEquals(surfaceTokens, 6);
  await session.close();
});

Deno.test("TokenMeter.estimateMessage() counts by the estimator of the meter", () => {
  const message = createUserMessage({ content: "12" });

  const tokens = new TokenMeter({ estimate }).estimateMessage(message);

  assertEquals(tokens, 6);
});

Deno.test("TokenMeter breaks the next prompt down", () => {
  const tool = { name: "n", description: "d", parameters: {} };
  const header = headerOf("123456", { tools: [tool] });
  const log = logOf(said("12"), headed(header));

  const breakdown = new TokenMeter({ estimate }).breakdown(log);

  const toolsTokens = 8 + JSON.stringify(tool).length;
  assertEquals(breakdown, {
    systemTokens: 10,
    toolsTokens,
    messagesTokens: 6,
    promptTokens: 16 + toolsTokens,
  });
  assertEquals(Object.isFrozen(breakdown), true);
});

Deno.test("TokenMeter breaks down what another header makes of the next prompt", () => {
  const log = logOf(said("12"), headed());

  const breakdown = new TokenMeter({ estimate }).breakdown(log, headerOf("1"));

  assertEquals(breakdown, {
    systemTokens: 5,
    toolsTokens: 0,
    messagesTokens: 6,
    promptTokens: 11,
  });
});

Deno.test("TokenMeter breaks an empty log down to nothing", () => {
  assertEquals(new TokenMeter().breakdown(logOf()), {
    systemTokens: 0,
    toolsTokens: 0,
    messagesTokens: 0,
    promptTokens: 0,
  });
});
