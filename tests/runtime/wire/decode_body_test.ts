import { assertEquals, assertStrictEquals } from "@std/assert";
import { takeChunkSource } from "../../../runtime/chunk_source.ts";
import { task, turn } from "../_scripted_source.ts";
import { STOP, text } from "../_stub_adapter.ts";
import { ending, FORMATS, joined } from "./_formats.ts";
import { manualBody } from "./_manual_body.ts";

const CLOSED =
  "STREAM_CLOSED: Cannot complete response: the body ended before its finish";
const LOST =
  "STREAM_CLOSED: Cannot complete response: the connection was lost before its finish";

for (const { decode, name, endLength, bytes, event } of FORMATS) {
  Deno.test(`${name} gives the chunks of a body, then closes`, async () => {
    const { body, give } = manualBody();
    give(bytes(text("a"), text("b")));
    give(bytes(STOP));

    const chunks = await Array.fromAsync(decode(body));

    assertEquals(chunks, [text("a"), text("b"), STOP]);
  });

  Deno.test(`${name} gives what one read brought as one batch`, async () => {
    const { body, give } = manualBody();
    const source = takeChunkSource(decode(body));
    give(bytes(text("a"), text("b")));
    give(bytes(text("c"), STOP));

    assertEquals(await source.read(), {
      chunks: [text("a"), text("b")],
      done: false,
    });
    assertEquals(await source.read(), {
      chunks: [text("c"), STOP],
      done: true,
    });
  });

  Deno.test(`${name} reads on where a read brought no whole chunk`, async () => {
    const { body, give } = manualBody();
    const whole = bytes(text("ä🌍"));
    for (const byte of whole) give(Uint8Array.of(byte));
    give(bytes(STOP));

    const chunks = await Array.fromAsync(decode(body));

    assertEquals(chunks, [text("ä🌍"), STOP]);
  });

  Deno.test(`${name} keeps replay state that was sent`, async () => {
    const { body, give } = manualBody();
    const finish = { ...STOP, replayState: { a: [null] } };
    give(bytes(finish));

    assertEquals(await Array.fromAsync(decode(body)), [finish]);
  });

  Deno.test(`${name} reads nothing before it is read from`, async () => {
    const { body, reads } = manualBody();

    decode(body);
    await turn();

    assertStrictEquals(reads(), 0);
  });

  Deno.test(`${name} reads nothing ahead of the chunks of a read`, async () => {
    const { body, give, reads } = manualBody();
    const reader = decode(body).getReader();
    give(bytes(text("a"), text("b")));
    give(bytes(text("c")));

    await reader.read();
    await reader.read();
    await turn();

    assertStrictEquals(reads(), 1);
  });

  Deno.test(`${name} cancels the body after the finish and gives nothing more`, async () => {
    const { body, give, cancels } = manualBody();
    give(bytes(text("a"), STOP, text("b"), STOP));

    const chunks = await Array.fromAsync(decode(body));

    assertEquals(chunks, [text("a"), STOP]);
    assertStrictEquals(cancels.length, 1);
  });

  Deno.test(`${name} takes what follows the finish for nothing, sound or not`, async () => {
    const { body, give } = manualBody();
    give(joined(bytes(STOP), event("nonsense")));

    assertEquals(await Array.fromAsync(decode(body)), [STOP]);
  });

  Deno.test(`${name} takes what follows the finish for nothing, even over a limit`, async () => {
    const { body, give } = manualBody();
    give(joined(bytes(STOP), event("x".repeat(200))));

    const chunks = await Array.fromAsync(decode(body, { maxEventLength: 100 }));

    assertEquals(chunks, [STOP]);
  });

  Deno.test(`${name} does not fail if a finished body fails to stop`, async () => {
    const { body, give } = manualBody({ cancelError: new Error("No") });
    give(bytes(STOP));

    const chunks = await Array.fromAsync(decode(body));
    await task();

    assertEquals(chunks, [STOP]);
  });

  Deno.test(`${name} ends a body that closes without a finish`, async () => {
    const { body, give, close } = manualBody();
    give(bytes(text("a")));
    close();

    const chunks = await Array.fromAsync(decode(body));

    assertEquals(chunks.slice(0, -1), [text("a")]);
    assertStrictEquals(ending(chunks), CLOSED);
  });

  Deno.test(`${name} ends an empty body`, async () => {
    const { body, close } = manualBody();
    close();

    assertStrictEquals(ending(await Array.fromAsync(decode(body))), CLOSED);
  });

  Deno.test(`${name} ends a body cut at any byte before its finish is whole`, async () => {
    const whole = bytes(text("ä"), STOP);
    // What ends the last event may be missing.
    const length = whole.length - endLength;
    for (let cut = 0; cut < length; cut++) {
      const { body, give, close } = manualBody();
      give(whole.slice(0, cut));
      close();

      const chunks = await Array.fromAsync(decode(body));

      assertStrictEquals(ending(chunks), CLOSED);
    }
  });

  Deno.test(`${name} takes a finish that lacks no more than its line end`, async () => {
    const { body, give, close } = manualBody();
    const whole = bytes(text("a"), STOP);
    give(whole.slice(0, whole.length - endLength));
    close();

    assertEquals(await Array.fromAsync(decode(body)), [text("a"), STOP]);
  });

  Deno.test(`${name} ends a body that breaks off`, async () => {
    const { body, give, fail } = manualBody();
    give(bytes(text("a")));
    const reader = decode(body).getReader();
    const chunks = [(await reader.read()).value!];

    fail(new TypeError("network error: secret"));
    chunks.push((await reader.read()).value!);

    assertStrictEquals(ending(chunks), LOST);
    assertStrictEquals((await reader.read()).done, true);
  });
}
