import { assert, assertEquals } from "@std/assert";
import {
  openConversation,
  questionBody,
  type Said,
} from "../../../../examples/edge_chat/page/conversation.ts";
import { CallId } from "../../../../mod.ts";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { fakeStorage } from "../fake_page.ts";
import { openChat } from "../open_chat.ts";

function say(role: Said["role"], text: string): Said {
  return { role, content: [{ type: "text", text }] };
}

function textsOf(body: string): string[] {
  const { messages } = JSON.parse(body);
  return messages.map(({ content }: { content: { text: string }[] }) =>
    content[0]?.text
  );
}

Deno.test("openConversation() goes on after a reload", () => {
  const storage = fakeStorage();
  const before = openConversation(storage);
  before.add(say("user", "Hi"));
  before.await("1");

  const { said, pending } = openConversation(storage);

  assertEquals(said, [say("user", "Hi")]);
  assertEquals(pending, "1");
});

Deno.test("openConversation() keeps what was said before there is an answer", () => {
  const storage = fakeStorage();
  openConversation(storage).add(say("user", "Hi"));

  const { said } = openConversation(storage);

  assertEquals(said, [say("user", "Hi")]);
});

Deno.test("openConversation() forgets what was taken back", () => {
  const storage = fakeStorage();
  const before = openConversation(storage);
  before.add(say("user", "Hi"));
  before.add(say("user", "Hello"));
  before.takeBack();

  const { said } = openConversation(storage);

  assertEquals(said, [say("user", "Hi")]);
});

Deno.test("openConversation() forgets all that was cleared", () => {
  const storage = fakeStorage();
  const before = openConversation(storage);
  before.add(say("user", "Hi"));
  before.await("1");
  before.clear();

  const { said, pending } = openConversation(storage);

  assertEquals(said, []);
  assertEquals(pending, undefined);
});

const KEPT: Record<string, string> = {
  "no JSON": "{",
  "null": "null",
  "no list": '{"said": 1}',
  "an entry that is none": '{"said": [null]}',
};

for (const [name, text] of Object.entries(KEPT)) {
  Deno.test(`openConversation() begins anew where ${name} was kept`, () => {
    const { said, pending } = openConversation(
      fakeStorage({ "edge-chat": text }),
    );

    assertEquals(said, []);
    assertEquals(pending, undefined);
  });
}

const ENTRIES: Record<string, unknown> = {
  "of another role": { role: "system", content: [] },
  "without content": { role: "user" },
  "with a block that is none": { role: "user", content: [1] },
};

for (const [name, entry] of Object.entries(ENTRIES)) {
  Deno.test(`openConversation() leaves out an entry ${name}`, () => {
    const text = JSON.stringify({
      said: [entry, say("user", "Hi")],
      pending: 1,
    });

    const { said, pending } = openConversation(
      fakeStorage({ "edge-chat": text }),
    );

    assertEquals(said, [say("user", "Hi")]);
    assertEquals(pending, undefined);
  });
}

Deno.test("openConversation() works without a storage that does", () => {
  const fail = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const conversation = openConversation({
    getItem: fail,
    setItem: fail,
  });

  conversation.add(say("user", "Hi"));

  assertEquals(conversation.said, [say("user", "Hi")]);
});

Deno.test("questionBody() sends text alone", () => {
  const body = questionBody([
    say("user", "One"),
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm" },
        { type: "text", text: "Two" },
        { type: "tool-call", id: CallId("1"), name: "find", arguments: "{}" },
      ],
    },
    { role: "assistant", content: [{ type: "reasoning", text: "Hm" }] },
    say("user", "Three"),
  ]);

  assertEquals(textsOf(body), ["One", "Two", "Three"]);
});

const LONG: Record<string, Said[]> = {
  "many messages": Array.from({ length: 200 }, (_, k) => say("user", `${k}`)),
  "a long text": [say("assistant", "é".repeat(40_000)), say("user", "Hi")],
  "many long texts": Array.from(
    { length: 20 },
    () => say("user", "\n".repeat(20_000) + "x"),
  ),
};

for (const [name, said] of Object.entries(LONG)) {
  Deno.test(`questionBody() asks what a worker takes of ${name}`, async () => {
    const chat = openChat(mockDeepSeek());

    const body = questionBody(said);

    const { status } = await chat.post(body);
    await chat.over();
    assertEquals(status, 201);
    assert(textsOf(body).length > 1);
  });
}

Deno.test("questionBody() keeps the end of a long conversation", () => {
  const said = Array.from({ length: 200 }, (_, k) => say("user", `${k}`));

  const texts = textsOf(questionBody(said));

  assertEquals(texts.length, 63);
  assertEquals(texts.at(-1), "199");
});

Deno.test("questionBody() cuts a text between two characters", () => {
  const [text] = textsOf(questionBody([say("user", "€".repeat(11_000))]));

  assertEquals(text, "€".repeat(10_922));
});
