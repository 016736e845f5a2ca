import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  freeStream,
  isReadableStream,
} from "../../runtime/is_readable_stream.ts";

const getReader = () => {};

for (
  const [name, value] of Object.entries({
    "a stream": new ReadableStream(),
    "a stream of another realm": { getReader, locked: true },
  })
) {
  Deno.test(`isReadableStream() takes ${name} for one`, () => {
    assertStrictEquals(isReadableStream(value), true);
  });
}

for (
  const [name, value] of Object.entries({
    "undefined": undefined,
    "null": null,
    "a text": "stream",
    "a promise": Promise.resolve(new ReadableStream()),
    "a transform stream": new TransformStream(),
    "what tells nothing of its lock": { getReader },
    "what gives no reader": { locked: false },
  })
) {
  Deno.test(`isReadableStream() does not take ${name} for one`, () => {
    assertStrictEquals(isReadableStream(value), false);
  });
}

Deno.test("freeStream() finds what is no stream, and what is read already", () => {
  const taken = new ReadableStream();
  taken.getReader();

  const faults = [{}, taken, new ReadableStream()].map((value) =>
    freeStream(value, "it")
  );

  assertEquals(faults, [
    '"it" must be a ReadableStream that is not locked',
    '"it" must be a ReadableStream that is not locked',
    undefined,
  ]);
});
