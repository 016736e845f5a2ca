// What an adapter gets to see of a request, and what it may answer with.
import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  AttachmentId,
  type ContentBlock,
  createUserMessage,
  deepFreeze,
  type ModelModality,
} from "../../message.ts";
import type { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import {
  endOf,
  failureIn,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
} from "./_stub_adapter.ts";

const IMAGE: ContentBlock = {
  type: "image",
  attachment: {
    attachmentId: AttachmentId("a1"),
    mediaType: "image/png",
    bytes: 3,
  },
};
const MESSAGE = createUserMessage({ content: [IMAGE] });
const WITH_IMAGE: GenerateOptions = deepFreeze({
  ...REQUEST,
  messages: [MESSAGE],
});

/** A runtime whose models accept what is told, and the requests it saw. */
function accepting(
  inputModalities: readonly ModelModality[] | undefined,
): { runtime: LlmRuntime; requests: GenerateOptions[] } {
  const requests: GenerateOptions[] = [];
  const adapter = stubAdapter((request) => {
    requests.push(request);
    return streamOf([STOP]);
  }, {
    resolveModel: (provider, id) =>
      Promise.resolve({ provider, id, name: id, inputModalities }),
  });
  return { runtime: runtimeOf(adapter), requests };
}

/** Ways to start a call. */
const STARTS = {
  "a call": (runtime: LlmRuntime) =>
    Promise.resolve(runtime.stream(WITH_IMAGE)),
  "a prepared call": async (runtime: LlmRuntime) =>
    (await runtime.prepareCall(WITH_IMAGE)).stream(WITH_IMAGE),
};

for (const [name, start] of Object.entries(STARTS)) {
  for (const modalities of [["text"], []] as const) {
    Deno.test(`${name} shows no image to a model that accepts [${modalities}]`, async () => {
      const { runtime, requests } = accepting(modalities);

      await Array.fromAsync(await start(runtime));

      const [block] = requests[0]!.messages[0]!.content;
      assert(block?.type === "text");
      assertStringIncludes(block.text, "a1");
      assertEquals(WITH_IMAGE.messages, [MESSAGE]);
      assertEquals(MESSAGE.content, [IMAGE]);
    });

    Deno.test(`${name} keeps a frozen request frozen for a model that accepts [${modalities}]`, async () => {
      const { runtime, requests } = accepting(modalities);

      await Array.fromAsync(await start(runtime));

      const [request] = requests;
      assert(Object.isFrozen(request));
      assert(Object.isFrozen(request!.messages));
      assert(Object.isFrozen(request!.messages[0]));
    });
  }

  for (const modalities of [undefined, ["text", "image"]] as const) {
    Deno.test(`${name} shows images to a model that accepts ${modalities ?? "nobody knows what"}`, async () => {
      const { runtime, requests } = accepting(modalities);

      await Array.fromAsync(await start(runtime));

      assertStrictEquals(requests[0]?.messages[0], MESSAGE);
    });
  }
}

Deno.test("a call shows listeners the images its model will not see", async () => {
  const { runtime } = accepting(["text"]);
  const seen: unknown[] = [];
  runtime.on("llm/stream", (options, next) => {
    seen.push(options.messages[0]);
    return next();
  });

  await Array.fromAsync(runtime.stream(WITH_IMAGE));

  assertEquals(seen, [MESSAGE]);
});

Deno.test("a call freezes no list of messages that is the caller's own", async () => {
  const requests: GenerateOptions[] = [];
  const runtime = runtimeOf(stubAdapter((request) => {
    requests.push(request);
    return streamOf([STOP]);
  }, {
    resolveModel: (provider, id) =>
      Promise.resolve({ provider, id, name: id, defaultMaxTokens: 7 }),
  }));
  const messages = [MESSAGE];

  await Array.fromAsync(
    runtime.stream(Object.freeze({ ...REQUEST, messages })),
  );
  messages.push(MESSAGE);

  assertStrictEquals(requests[0]?.maxTokens, 7);
  assertStrictEquals(messages.length, 2);
});

for (
  const [name, answer] of Object.entries({
    "a promise": Promise.resolve(streamOf([STOP])),
    "an async iterator": (async function* () {})(),
    "null": null,
  })
) {
  Deno.test(`a call whose adapter answers with ${name} ends in INVALID_ADAPTER and names the route`, async () => {
    const runtime = runtimeOf(stubAdapter(() => answer as never));

    const chunks = await Array.fromAsync(runtime.stream(REQUEST));

    assertEquals(endOf(chunks), "error INVALID_ADAPTER");
    assertStringIncludes(failureIn(chunks).message, '"p"');
  });
}
