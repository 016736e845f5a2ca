// Plays the recordings in the folder that RECORDINGS names over real HTTP.
import { assert, assertEquals } from "@std/assert";
import {
  createAssistantMessage,
  createToolResultMessage,
  createUserMessage,
} from "../../../message.ts";
import { play } from "./_play.ts";
import { reach } from "./_reach.ts";
import { loadRecordings, type Recording } from "./_recorded.ts";

const END =
  /"finish_reason":"|"type":"message_stop"|"type":"response.completed"/;

const folder = Deno.env.get("RECORDINGS");
const recordings = folder === undefined ? [] : loadRecordings(folder);

Deno.test({
  name: folder === undefined
    ? "PiAiAdapter plays recordings: left out, RECORDINGS names no folder"
    : "PiAiAdapter plays recordings: there are some of each protocol",
  ignore: folder === undefined,
  fn() {
    assertEquals(new Set(recordings.map(({ wire }) => wire.api)).size, 3);
  },
});

for (const recording of recordings) {
  const { name, wire, frames } = recording;

  Deno.test(`PiAiAdapter makes of ${name} what was recorded`, async () => {
    await using server = play({ pieces: frames });

    const outcome = await reach(wire.api, server.url).ask();

    checkBlocks(outcome.blocks, recording);
    assertEquals(outcome.usage, recording.usage);
    assertEquals(outcome.finish.kind, kindOf(recording));
  });

  Deno.test(`PiAiAdapter makes the same of ${name}, however it is cut`, async () => {
    const bytes = new TextEncoder().encode(frames.join(""));
    const size = 1_460;
    await using server = play({
      pieces: Array.from(
        { length: Math.ceil(bytes.length / size) },
        (_, k) => bytes.slice(k * size, (k + 1) * size),
      ),
    });

    const { blocks } = await reach(wire.api, server.url).ask();

    checkBlocks(blocks, recording);
  });

  Deno.test(`PiAiAdapter takes ${name} without its end for no answer`, async () => {
    const pieces = frames.slice(0, frames.findIndex((one) => END.test(one)));
    await using server = play({ pieces });

    const { failure } = await reach(wire.api, server.url).ask();

    assertEquals(failure?.code, "STREAM_CLOSED");
  });

  Deno.test(`PiAiAdapter sends what was signed in ${name} back as it came`, async () => {
    await using server = play({ pieces: frames });
    const { ask, diagnostics } = reach(wire.api, server.url);
    const question = createUserMessage({ content: "Go on" });
    const { blocks, replayState } = await ask();

    await ask({
      messages: [
        question,
        createAssistantMessage({
          content: blocks,
          source: { provider: "gateway", model: "m", replayState },
        }),
        ...blocks.flatMap((block) =>
          block.type === "tool-call"
            ? [createToolResultMessage({ callId: block.id, content: "Done" })]
            : []
        ),
        question,
      ],
    });

    const { body, text } = server.got[1]!;
    for (const signature of signaturesIn(recording)) {
      assert(text.includes(JSON.stringify(signature)));
    }
    assertEquals(
      wire.signatures(body).length,
      recording.blocks.filter(({ type }) => type === "reasoning").length,
    );
    assertEquals(diagnostics, []);
  });
}

type Blocks = Awaited<ReturnType<ReturnType<typeof reach>["ask"]>>["blocks"];

function checkBlocks(blocks: Blocks, recording: Recording): void {
  assertEquals(
    blocks.map((block) => [block.type, textOf(block)]),
    recording.blocks.map(({ type, text }) => [type, text]),
  );
}

function textOf(block: Blocks[number]): string | undefined {
  if (block.type === "tool-call") return block.arguments;
  return "text" in block ? block.text : undefined;
}

function kindOf({ blocks, frames }: Recording): string {
  if (frames.some((frame) => frame.includes('"finish_reason":"length"'))) {
    return "max-tokens";
  }
  return blocks.some(({ type }) => type === "tool-call")
    ? "tool-calls"
    : "stop";
}

/** What a provider has signed, as it stands in the events. */
function signaturesIn({ frames }: Recording): string[] {
  return frames.flatMap((frame) => {
    const data = frame.slice(frame.indexOf("data: ") + 6).trim();
    if (data === "[DONE]") return [];
    const { type, delta, item } = JSON.parse(data);
    if (type === "content_block_delta") return delta.signature ?? [];
    if (type === "response.output_item.done") {
      return item.encrypted_content ?? [];
    }
    return [];
  });
}
