import { assertStrictEquals, assertThrows } from "@std/assert";
import type { ChunkStream } from "../../../message.ts";
import { turn } from "../_scripted_source.ts";
import { STOP, watchedSignal } from "../_stub_adapter.ts";
import { FORMATS } from "./_formats.ts";
import { manualBody } from "./_manual_body.ts";

for (const { decode, name, bytes, event } of FORMATS) {
  const ENDS: [
    end: string,
    act: (
      stream: ChunkStream,
      body: ReturnType<typeof manualBody>,
    ) => Promise<unknown>,
  ][] = [
    ["its finish", (stream, { give }) => {
      give(bytes(STOP));
      return Array.fromAsync(stream);
    }],
    ["the end of its body", (stream, { close }) => {
      close();
      return Array.fromAsync(stream);
    }],
    ["a malformed event", (stream, { give }) => {
      give(event("{"));
      return Array.fromAsync(stream);
    }],
    ["the loss of its body", async (stream, { fail }) => {
      const chunks = Array.fromAsync(stream);
      await turn();
      fail(new Error("Reset"));
      return chunks;
    }],
    ["a cancel", (stream) => stream.cancel()],
  ];
  for (const [end, act] of ENDS) {
    Deno.test(`${name} listens to its signal until ${end} and no longer`, async () => {
      const { signal, abort, listeners } = watchedSignal();
      const body = manualBody();
      const stream = decode(body.body, { signal });
      assertStrictEquals(listeners(), 1);

      await act(stream, body);

      assertStrictEquals(listeners(), 0);
      const cancels = body.cancels.length;
      abort();
      assertStrictEquals(body.cancels.length, cancels);
    });
  }

  const WRONG: [
    rule: string,
    body: unknown,
    options: unknown,
    message: string,
  ][] = [
    [
      "what is no stream",
      "data: {}",
      {},
      'Cannot decode body: "body" must be a ReadableStream that is not locked',
    ],
    [
      "no body",
      null,
      {},
      'Cannot decode body: "body" must be a ReadableStream that is not locked',
    ],
    [
      "a signal that is none",
      new ReadableStream(),
      { signal: true },
      'Cannot use signal: "options.signal" must be an AbortSignal',
    ],
    [
      "a limit that is none",
      new ReadableStream(),
      { maxDepth: "1" },
      'Cannot use limit: "options.maxDepth" must be a number',
    ],
  ];
  for (const [rule, body, options, message] of WRONG) {
    Deno.test(`${name} refuses ${rule}`, () => {
      const error = assertThrows(
        () => decode(body as never, options as never),
        TypeError,
      );

      assertStrictEquals(error.message, message);
    });
  }

  Deno.test(`${name} refuses a locked body`, () => {
    const body = new ReadableStream();
    body.getReader();

    const error = assertThrows(() => decode(body), TypeError);

    assertStrictEquals(
      error.message,
      'Cannot decode body: "body" must be a ReadableStream that is not locked',
    );
  });

  Deno.test(`${name} leaves a body alone that it refuses`, () => {
    const body = new ReadableStream();

    assertThrows(() => decode(body, { maxDepth: 0 }), RangeError);

    assertStrictEquals(body.locked, false);
  });
}
