import {
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { encodeChunks } from "../../../runtime/wire/encode_chunks.ts";
import { turn } from "../_scripted_source.ts";
import { pulled, streamOf, text } from "../_stub_adapter.ts";
import { lines, sides, textOf } from "./_encoder_sides.ts";

Deno.test("encodeChunks() fails its reader after what came before an abort", async () => {
  const { reader, writer } = sides();
  const error = new Error("No");
  const read = reader.read();
  await writer.write(text("a"));

  await writer.abort(error);

  assertStrictEquals(textOf((await read).value), lines(text("a")));
  assertStrictEquals(await assertRejects(() => reader.read()), error);
});

Deno.test("encodeChunks() aborts at once though no reader waits", async () => {
  const { reader, writer } = sides();
  const error = new Error("No");
  const written = writer.write(text("a")).catch((error) => error);
  await turn();

  await writer.abort(error);

  assertStrictEquals(await assertRejects(() => reader.read()), error);
  assertStrictEquals(await written, undefined);
});

Deno.test("encodeChunks() fails its reader with the error of what is piped into it", async () => {
  const error = new Error("No");
  const source = streamOf([text("a")], (controller) => controller.error(error));
  const reader = source.pipeThrough(encodeChunks("ndjson", {})).getReader();

  const { value } = await reader.read();

  assertStrictEquals(textOf(value), lines(text("a")));
  assertStrictEquals(await assertRejects(() => reader.read()), error);
});

Deno.test("encodeChunks() cancels what is piped into it while the source is silent", async () => {
  const cancels: unknown[] = [];
  const source = pulled({
    pull: () => new Promise(() => {}),
    cancel: (reason) => void cancels.push(reason),
  });
  const reader = source.pipeThrough(encodeChunks("ndjson", {})).getReader();
  const read = reader.read();
  await turn();

  await reader.cancel("enough");
  await turn();

  assertEquals(cancels, ["enough"]);
  assertStrictEquals((await read).done, true);
});

Deno.test("encodeChunks() cancels what is piped into it while a chunk waits", async () => {
  const cancels: unknown[] = [];
  const source = pulled({
    pull: (controller) => controller.enqueue(text("a")),
    cancel: (reason) => void cancels.push(reason),
  });
  const { readable, writable } = encodeChunks("ndjson", {});
  const piped = source.pipeTo(writable).catch((error) => error);
  await turn();

  await readable.cancel("enough");

  assertStrictEquals(await piped, "enough");
  assertEquals(cancels, ["enough"]);
});

Deno.test("encodeChunks() gives nothing it had collected to a reader that left", async () => {
  const { reader, writer } = sides();
  const error = new Error("Left");
  const read = reader.read();
  await writer.write(text("a"));

  await reader.cancel(error);
  await turn();

  assertStrictEquals((await read).done, true);
  const refused = await assertRejects(() => writer.write(text("b")));
  assertStrictEquals(refused, error);
});

const BAD = { type: "usage", usage: 1n } as never;

Deno.test("encodeChunks() fails on both sides at a chunk that is not JSON", async () => {
  const { reader, writer } = sides();
  const read = reader.read().catch((error) => error);

  await writer.write(BAD);
  const error = await read;

  assertStrictEquals(error.message, "Cannot write chunk: it is not JSON");
  assertStrictEquals(await writer.closed.catch((error) => error), error);
});

Deno.test("encodeChunks() hands over what came before a chunk that is not JSON", async () => {
  const { reader, writer } = sides();
  const read = reader.read();
  await writer.write(text("a"));
  await writer.write(BAD);

  const { value } = await read;
  const error = await assertRejects(() => reader.read(), TypeError);

  assertStrictEquals(textOf(value), lines(text("a")));
  assertStrictEquals(await writer.closed.catch((error) => error), error);
});

Deno.test("encodeChunks() hands over what came before a last chunk that is not JSON", async () => {
  const { reader, writer } = sides();
  const read = reader.read();
  await writer.write(text("a"));
  writer.write(BAD);

  const error = await writer.close().catch((error) => error);

  assertStrictEquals(textOf((await read).value), lines(text("a")));
  assertStrictEquals(await assertRejects(() => reader.read()), error);
});

Deno.test("encodeChunks() fails on both sides if the last chunk is not JSON", async () => {
  const { reader, writer } = sides();
  const read = reader.read().catch((error) => error);
  writer.write(BAD);

  const closed = await writer.close().catch((error) => error);

  assertStrictEquals(closed.message, "Cannot write chunk: it is not JSON");
  assertStrictEquals(await read, closed);
});

Deno.test("encodeChunks() fails its reader with an abort whatever was written", async () => {
  const { reader, writer } = sides();
  const error = new Error("No");
  const read = reader.read().catch((error) => error);
  await writer.write(BAD);

  const aborted = await writer.abort(error).catch((error) => error);

  assertStrictEquals(aborted.message, "Cannot write chunk: it is not JSON");
  assertStrictEquals(await read, error);
});

Deno.test("encodeChunks() cancels a source of a chunk that is not JSON", async () => {
  const cancels: unknown[] = [];
  const source = pulled({
    pull: (controller) => controller.enqueue(BAD),
    cancel: (reason) => void cancels.push(reason),
  });

  const error = await assertRejects(
    () => new Response(source.pipeThrough(encodeChunks("sse", {}))).text(),
    TypeError,
  );
  await turn();

  assertEquals(cancels, [error]);
});

Deno.test('encodeChunks() refuses a "replayState" that is no boolean', () => {
  const error = assertThrows(
    () => encodeChunks("sse", { replayState: "yes" } as never),
    TypeError,
  );

  assertStrictEquals(
    error.message,
    'Cannot encode chunks: "options.replayState" must be a boolean',
  );
});
