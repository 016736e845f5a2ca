import { assertEquals, assertStrictEquals } from "@std/assert";
import { takeChunkSource } from "../../../runtime/chunk_source.ts";
import { task, turn } from "../_scripted_source.ts";
import { text, watchedSignal } from "../_stub_adapter.ts";
import { ending, FORMATS } from "./_formats.ts";
import { manualBody } from "./_manual_body.ts";

const ABORTED = "ABORTED: Cannot complete response: its signal was aborted";

for (const { decode, name, bytes } of FORMATS) {
  Deno.test(`${name} cancels the body with its stream`, async () => {
    const { body, give, cancels } = manualBody();
    give(bytes(text("a")));
    const reader = decode(body).getReader();
    await reader.read();
    const read = reader.read();

    await reader.cancel("enough");

    assertEquals(cancels, ["enough"]);
    assertStrictEquals((await read).done, true);
  });

  Deno.test(`${name} cancels a body that was never read`, async () => {
    const { body, cancels } = manualBody();

    await decode(body).cancel("enough");

    assertEquals(cancels, ["enough"]);
  });

  Deno.test(`${name} settles a read of whole batches when it is cancelled`, async () => {
    const { body } = manualBody();
    const source = takeChunkSource(decode(body));
    const read = source.read();

    await source.cancel("enough");

    assertEquals(await read, { chunks: [], done: true });
  });

  Deno.test(`${name} has nothing to cancel once its body is lost`, async () => {
    const { body, fail } = manualBody();
    const source = takeChunkSource(decode(body));
    const read = source.read();
    fail(new Error("Reset"));
    await read;

    await source.cancel("enough");

    assertEquals(await source.read(), { chunks: [], done: true });
  });

  Deno.test(`${name} tells if its body fails to stop when it is cancelled`, async () => {
    const error = new Error("No");
    const { body } = manualBody({ cancelError: error });

    const thrown = await decode(body).cancel().catch((thrown) => thrown);

    assertStrictEquals(thrown, error);
  });

  Deno.test(`${name} ends with an abort at once, while the body is silent`, async () => {
    const { signal, abort, listeners } = watchedSignal();
    const { body, give, cancels } = manualBody();
    give(bytes(text("a")));
    const reader = decode(body, { signal }).getReader();
    await reader.read();
    const read = reader.read();
    await turn();

    abort("enough");
    const { value } = await read;

    assertStrictEquals(ending([value!]), ABORTED);
    assertStrictEquals(
      value?.type === "finish" && value.reason.kind,
      "aborted",
    );
    assertEquals(cancels, ["enough"]);
    assertStrictEquals(listeners(), 0);
    assertStrictEquals((await reader.read()).done, true);
  });

  Deno.test(`${name} gives what it has read before it tells of an abort`, async () => {
    const { signal, abort } = watchedSignal();
    const { body, give } = manualBody();
    give(bytes(text("a"), text("b")));
    const reader = decode(body, { signal }).getReader();
    const chunks = [(await reader.read()).value!];

    abort();
    for (let next; !(next = await reader.read()).done;) chunks.push(next.value);

    assertEquals(chunks.slice(0, -1), [text("a"), text("b")]);
    assertStrictEquals(ending(chunks), ABORTED);
  });

  Deno.test(`${name} stops the body of a signal that was aborted beforehand`, async () => {
    const { body, cancels, reads } = manualBody();

    const stream = decode(body, { signal: AbortSignal.abort("early") });

    assertEquals(cancels, ["early"]);
    assertStrictEquals(ending(await Array.fromAsync(stream)), ABORTED);
    assertStrictEquals(reads(), 0);
  });

  Deno.test(`${name} tells of an abort once`, async () => {
    const { body } = manualBody();
    const source = takeChunkSource(
      decode(body, { signal: AbortSignal.abort() }),
    );

    const { chunks } = await source.read();

    assertStrictEquals(ending(chunks), ABORTED);
    assertEquals(await source.read(), { chunks: [], done: true });
  });

  Deno.test(`${name} stops the body at an abort that comes before any read`, async () => {
    const { signal, abort } = watchedSignal();
    const { body, cancels } = manualBody();
    const stream = decode(body, { signal });

    abort("early");

    assertEquals(cancels, ["early"]);
    assertStrictEquals(ending(await Array.fromAsync(stream)), ABORTED);
  });

  Deno.test(`${name} tells of the abort where the body fails of it first`, async () => {
    const controller = new AbortController();
    const { body, fail } = manualBody();
    const { signal } = controller;
    // One of those that tell listeners late.
    const late = {
      get aborted() {
        return signal.aborted;
      },
      addEventListener() {},
      removeEventListener() {},
    } as unknown as AbortSignal;
    const read = Array.fromAsync(decode(body, { signal: late }));
    await turn();

    controller.abort();
    fail(new DOMException("Aborted", "AbortError"));

    assertStrictEquals(ending(await read), ABORTED);
  });

  Deno.test(`${name} does not fail if an aborted body fails to stop`, async () => {
    const { body } = manualBody({ cancelError: new Error("No") });

    const stream = decode(body, { signal: AbortSignal.abort() });
    await task();

    assertStrictEquals(ending(await Array.fromAsync(stream)), ABORTED);
  });
}
