import { assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { assemble } from "../../../../mod.ts";
import { fromResponse } from "../../../../runtime/wire/mod.ts";
import { openChat } from "../open_chat.ts";

const QUESTIONS: [question: string, types: string[], end: string][] = [
  ["Hello", ["reasoning", "text"], "stop"],
  ["Use a TOOL", ["reasoning", "text", "tool-call"], "tool-calls"],
  ["Something long", ["text"], "stop"],
  ["Show markup", ["text"], "stop"],
  ["Please fail", [], "error"],
];

for (const [question, types, end] of QUESTIONS) {
  Deno.test(`demoReply() answers ${JSON.stringify(question)} with [${types}], and ends in ${end}`, async () => {
    using time = new FakeTime();
    const chat = openChat({ env: { DEEPSEEK_API_KEY: "" } });
    const path = await chat.begin(question);

    const pending = assemble(fromResponse(await chat.ask(path)));
    let arrived = false;
    pending.then(() => arrived = true);
    while (!arrived) await time.tickAsync(40);
    const answer = await pending;

    await chat.over();
    assertEquals(answer.blocks().map(({ type }) => type), types);
    assertEquals(answer.finish.kind, end);
    assertFalse(time.next());
  });
}
