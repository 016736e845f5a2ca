import { assertEquals, assertStrictEquals } from "@std/assert";
import type { DecodeOptions } from "../../../runtime/wire/decode_body.ts";
import { task } from "../_scripted_source.ts";
import { STOP, text } from "../_stub_adapter.ts";
import { ending, FORMATS, joined } from "./_formats.ts";
import { manualBody } from "./_manual_body.ts";

const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

for (const { decode, name, bytes, event } of FORMATS) {
  Deno.test(`${name} ends a body at a malformed event, and cancels it`, async () => {
    const { body, give, cancels } = manualBody();
    give(joined(bytes(text("a")), event('{"type":"x"}')));

    const chunks = await Array.fromAsync(decode(body));

    assertEquals(chunks.slice(0, -1), [text("a")]);
    assertStrictEquals(
      ending(chunks),
      'MALFORMED_RESPONSE: Cannot read chunk: "type" must be the type of a chunk',
    );
    assertStrictEquals(cancels.length, 1);
  });

  Deno.test(`${name} skips one mark of the byte order, and no other`, async () => {
    const { body, give, close } = manualBody();
    give(joined(MARK, MARK, bytes(text("a"), STOP)));
    close();
    const other = manualBody();
    other.give(joined(MARK, bytes(text("a"), STOP)));

    const twice = await Array.fromAsync(decode(body));
    const once = await Array.fromAsync(decode(other.body));

    assertStrictEquals(twice.some(({ type }) => type === "text-delta"), false);
    assertEquals(once, [text("a"), STOP]);
  });

  Deno.test(`${name} gives no chunk after a malformed one`, async () => {
    const { body, give } = manualBody();
    give(joined(event("{"), bytes(text("a"), STOP)));

    const chunks = await Array.fromAsync(decode(body));

    assertStrictEquals(chunks.length, 1);
  });

  Deno.test(`${name} does not fail if a malformed body fails to stop`, async () => {
    const { body, give } = manualBody({ cancelError: new Error("No") });
    give(event("{"));

    const chunks = await Array.fromAsync(decode(body));
    await task();

    assertStrictEquals(
      ending(chunks),
      "MALFORMED_RESPONSE: Cannot read chunk: it is not JSON",
    );
  });

  Deno.test(`${name} refuses a body that is not made of bytes`, async () => {
    const { body, give } = manualBody();
    give("data: {}\n\n" as never);

    const chunks = await Array.fromAsync(decode(body));

    assertStrictEquals(
      ending(chunks),
      "MALFORMED_RESPONSE: Cannot read body: it must consist of bytes",
    );
  });

  const LIMITS: [limits: DecodeOptions, state: string][] = [
    [{ maxEvents: 2 }, "body: it has more than 2 events"],
    [{ maxEventLength: 50 }, "body: an event is longer than 50 characters"],
    [{ maxDepth: 2 }, "chunk: it is nested deeper than 2 levels"],
  ];
  for (const [limits, state] of LIMITS) {
    const [limit] = Object.keys(limits);
    Deno.test(`${name} ends a body over "${limit}", and cancels it`, async () => {
      const { body, give, cancels } = manualBody();
      const big = {
        type: "block-end",
        index: 0,
        block: { type: "x", points: [1, 2, 3, 4, 5, 6, 7, 8] },
      } as never;
      give(bytes(text("a"), text("b"), big));

      const chunks = await Array.fromAsync(decode(body, limits));

      assertEquals(chunks.slice(0, -1), [text("a"), text("b")]);
      assertStrictEquals(
        ending(chunks),
        `MALFORMED_RESPONSE: Cannot read ${state}`,
      );
      assertStrictEquals(cancels.length, 1);
    });
  }

  Deno.test(`${name} survives the longest and deepest of events`, async () => {
    const { body, give } = manualBody();
    give(event("[".repeat(16 * 1024 * 1024)));

    const chunks = await Array.fromAsync(decode(body));

    assertStrictEquals(
      ending(chunks),
      "MALFORMED_RESPONSE: Cannot read chunk: it is nested deeper than 64 levels",
    );
  });
}
