import { assertEquals, assertThrows } from "@std/assert";
import type { MeterCheckpoint } from "../../../runtime/meter/meter_checkpoint.ts";
import { TokenMeter } from "../../../runtime/meter/token_meter.ts";
import {
  answered,
  began,
  characters as estimate,
  type Entry,
  headed,
  logOf,
  passed,
  replaced,
  said,
  used,
} from "./_log.ts";

const usage = { inputTokens: 100, outputTokens: 1 };

/** A log in which everything happens that a meter keeps. */
const ENTRIES: readonly Entry[] = [
  said("12"),
  began(1, 1),
  headed(),
  passed(1, 1),
  used(1, 1, usage),
  answered("123"),
  said("1234"),
  replaced(["1"], { from: 1, to: 6 }),
  began(2, 1),
  said("12345"),
  used(2, 1, usage),
  answered("1", { usage }),
];

for (let length = 0; length <= ENTRIES.length; length++) {
  Deno.test(`TokenMeter goes on from a checkpoint at event ${length}`, () => {
    const log = logOf(...ENTRIES.slice(0, length));
    const kept = JSON.stringify(new TokenMeter({ estimate }).checkpoint(log));
    const meter = new TokenMeter({ estimate });

    meter.restore(log, JSON.parse(kept));

    log.add(...ENTRIES.slice(length));
    assertEquals(
      meter.measure(log),
      new TokenMeter({ estimate }).measure(log),
    );
  });
}

Deno.test("TokenMeter reads what follows a checkpoint alone", () => {
  const checkpoint = new TokenMeter().checkpoint(logOf(said("a"), said("b")));
  const log = logOf(said("a"), said("b"), said("c"));
  const meter = new TokenMeter();

  meter.restore(log, checkpoint);

  assertEquals([meter.measure(log).logRevision, log.reads], [3, 1]);
});

Deno.test("TokenMeter.checkpoint() holds what was logged by now", () => {
  const log = logOf(said("a"));
  const meter = new TokenMeter();
  meter.measure(log);

  assertEquals(meter.checkpoint(log.add(said("b"))).revision, 2);
});

Deno.test("TokenMeter.checkpoint() is lossless JSON", () => {
  const checkpoint = new TokenMeter().checkpoint(logOf(...ENTRIES.slice(0, 5)));

  assertEquals(JSON.parse(JSON.stringify(checkpoint)), checkpoint);
});

Deno.test("TokenMeter.checkpoint() is frozen, however deep", () => {
  const { nodes, ...rest } = new TokenMeter()
    .checkpoint(logOf(...ENTRIES.slice(0, 5)));

  const values = [nodes, ...nodes, rest.envelope, rest.call, rest.prompt];
  assertEquals(values.map(Object.isFrozen), [true, true, true, true, true]);
});

Deno.test("TokenMeter.restore() forgets what was measured", () => {
  const log = logOf(said("a"));
  const meter = new TokenMeter({ estimate });
  meter.measure(log);

  meter.restore(log, { version: 1, revision: 1, nodes: [] });

  assertEquals(meter.measure(log).totalTokens, 0);
});

Deno.test("TokenMeter.restore() freezes what has been JSON", () => {
  const log = logOf(said("a"));
  const meter = new TokenMeter();

  meter.restore(log, {
    version: 1,
    revision: 1,
    nodes: [{ seq: 1, tokens: 5 }],
  });

  const { nodes } = meter.measure(log);
  assertEquals([nodes, nodes[0]].map(Object.isFrozen), [true, true]);
});

Deno.test("TokenMeter.restore() leaves the checkpoint as it is", () => {
  const checkpoint = { version: 1, revision: 0, nodes: [] } as const;
  const log = logOf();
  const meter = new TokenMeter();

  meter.restore(log, checkpoint);

  meter.measure(log.add(said("a")));
  assertEquals(checkpoint.nodes, []);
});

Deno.test("TokenMeter.restore() takes what a provider told, if it was half a token", () => {
  const log = logOf(
    headed(),
    used(1, 1, { inputTokens: 10.5, outputTokens: 1 }),
  );
  const checkpoint = new TokenMeter({ estimate }).checkpoint(log);
  const meter = new TokenMeter({ estimate });

  meter.restore(log, checkpoint);

  assertEquals(meter.measure(log).totalTokens, 10.5);
});

Deno.test("TokenMeter.restore() refuses a checkpoint the log does not reach", () => {
  const checkpoint = new TokenMeter().checkpoint(logOf(said("a"), said("b")));
  const log = logOf(said("a"));

  assertThrows(
    () => new TokenMeter().restore(log, checkpoint),
    RangeError,
    "Cannot measure session: its log ends at event 1, before event 2",
  );
});

Deno.test("TokenMeter.restore() changes nothing where it refuses", () => {
  const log = logOf(said("a"));
  const meter = new TokenMeter({ estimate });
  const before = meter.measure(log);
  assertThrows(
    () => meter.restore(log, { version: 1, revision: 2, nodes: [] }),
    RangeError,
  );

  assertEquals(meter.measure(log), before);
});

const PROMPT = { surfaceTokens: 1, promptTokens: 1 };
const CALL = { turn: 1, step: 1, surfaceTokens: 1 };
const ENVELOPE = { canonical: "{}", systemTokens: 1, toolsTokens: 1 };
const INTEGER = "an integer, 0 or more";
const COUNT = "a positive integer";

const FAULTS: [what: object, fault: string][] = [
  [{ version: 2 }, 'version" must be 1'],
  [{ revision: -1 }, `revision" must be ${INTEGER}`],
  [{ revision: 0.5 }, `revision" must be ${INTEGER}`],
  [{ nodes: {} }, 'nodes" must be an array'],
  [{ nodes: [{ seq: 0, tokens: 1 }] }, `nodes[0].seq" must be ${COUNT}`],
  [{ nodes: [{ seq: 1, tokens: -1 }] }, `nodes[0].tokens" must be ${INTEGER}`],
  [{ envelope: 1 }, 'envelope" must be an object'],
  [
    { envelope: { ...ENVELOPE, canonical: 1 } },
    'envelope.canonical" must be a string',
  ],
  [
    { envelope: { ...ENVELOPE, systemTokens: -1 } },
    `envelope.systemTokens" must be ${INTEGER}`,
  ],
  [
    { envelope: { ...ENVELOPE, toolsTokens: NaN } },
    `envelope.toolsTokens" must be ${INTEGER}`,
  ],
  [{ call: { ...CALL, turn: 0 } }, `call.turn" must be ${COUNT}`],
  [{ call: { ...CALL, step: 0 } }, `call.step" must be ${COUNT}`],
  [
    { call: { ...CALL, surfaceTokens: -1 } },
    `call.surfaceTokens" must be ${INTEGER}`,
  ],
  [{ call: { ...CALL, envelope: 1 } }, 'call.envelope" must be a string'],
  [{ prompt: { ...PROMPT, envelope: 1 } }, 'prompt.envelope" must be a string'],
  [
    { prompt: { ...PROMPT, surfaceTokens: -1 } },
    `prompt.surfaceTokens" must be ${INTEGER}`,
  ],
  [
    { prompt: { ...PROMPT, promptTokens: -1 } },
    'prompt.promptTokens" must be a finite number, 0 or more',
  ],
];

for (const [what, fault] of FAULTS) {
  Deno.test(`TokenMeter.restore() refuses ${JSON.stringify(what)}`, () => {
    const checkpoint = { version: 1, revision: 0, nodes: [], ...what };

    assertThrows(
      () => new TokenMeter().restore(logOf(), checkpoint as MeterCheckpoint),
      Error,
      `Cannot restore meter: "checkpoint.${fault}`,
    );
  });
}

Deno.test("TokenMeter.restore() refuses what is no object", () => {
  assertThrows(
    () => new TokenMeter().restore(logOf(), null as never),
    TypeError,
    'Cannot restore meter: "checkpoint" must be an object',
  );
});
