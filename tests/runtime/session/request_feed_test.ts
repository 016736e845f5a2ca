import { assertEquals, assertStrictEquals } from "@std/assert";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import { createRequestFeed } from "../../../runtime/session/request_feed.ts";
import type { SessionLog } from "../../../runtime/session/session_log.ts";
import { APPEND, begin, said } from "./_events.ts";

const bad = new Error("disk is full");

async function say(log: SessionLog, ...contents: string[]): Promise<void> {
  for (const content of contents) {
    await log.append("user/message", { message: said(content) }, APPEND);
  }
}

/** The seqs of all events there are and will be. */
async function seqs(feed: ReturnType<typeof createRequestFeed>) {
  return (await Array.fromAsync(feed.events)).map(({ seq }) => seq);
}

Deno.test("createRequestFeed() begins behind what is logged, and ends with what is logged by its end", async () => {
  const log = await begin(createSessionLog());
  const feed = createRequestFeed(log);

  await say(log, "a", "b");
  feed.end();
  await say(log, "c");

  assertEquals(await seqs(feed), [2, 3]);
});

Deno.test("createRequestFeed() shows events as they are logged", async () => {
  const log = await begin(createSessionLog());
  const feed = createRequestFeed(log);
  const reader = feed.events.getReader();

  const first = reader.read();
  await say(log, "a");
  const second = (await first, reader.read());
  feed.end();

  assertEquals((await first).value?.seq, 2);
  assertEquals((await second).done, true);
});

Deno.test("createRequestFeed() ends a read that waits for what will not come", async () => {
  const log = await begin(createSessionLog());
  const feed = createRequestFeed(log);
  const all = seqs(feed);

  await say(log, "a");
  feed.end();

  assertEquals(await all, [2]);
});

Deno.test("createRequestFeed() is empty where nothing is logged", async () => {
  const log = await begin(createSessionLog());
  const feed = createRequestFeed(log);

  feed.end();

  assertEquals(await seqs(feed), []);
});

for (const when of ["behind what is logged", "to a read that waits"]) {
  Deno.test(`createRequestFeed() tells the error ${when}`, async () => {
    const log = await begin(createSessionLog());
    const feed = createRequestFeed(log);
    const reader = feed.events.getReader();
    await say(log, "a");

    if (when.startsWith("behind")) feed.end({ value: bad });
    const first = await reader.read();
    const second = reader.read().catch((error) => error);
    if (!when.startsWith("behind")) feed.end({ value: bad });

    assertEquals(first.value?.seq, 2);
    assertStrictEquals(await second, bad);
  });
}

Deno.test("createRequestFeed() that is cancelled may end at any time", async () => {
  const log = await begin(createSessionLog());
  const feed = createRequestFeed(log);

  await feed.events.cancel();
  feed.end({ value: bad });

  assertEquals((await feed.events.getReader().read()).done, true);
});

for (const error of [undefined, { value: bad }]) {
  Deno.test(`createRequestFeed() whose log ends first waits for ${error ? "the failure" : "the end"} of its request`, async () => {
    const log = await begin(createSessionLog());
    const feed = createRequestFeed(log);
    const reader = feed.events.getReader();
    let over = false;

    await say(log, "a");
    const first = await reader.read();
    const second = reader.read().catch((error) => error);
    second.then(() => over = true);
    await log.close();
    for (let k = 0; k < 20; k++) await Promise.resolve();
    const before = over;
    feed.end(error);

    assertEquals(first.value?.seq, 2);
    assertEquals(before, false);
    assertEquals(
      await second,
      error?.value ?? { done: true, value: undefined },
    );
  });
}

Deno.test("createRequestFeed() ends once, whatever is logged and ended later", async () => {
  const log = await begin(createSessionLog());
  const feed = createRequestFeed(log);
  const reader = feed.events.getReader();

  await say(log, "a");
  feed.end({ value: bad });
  await say(log, "b");
  feed.end();

  assertEquals((await reader.read()).value?.seq, 2);
  assertStrictEquals(await reader.read().catch((error) => error), bad);
});
