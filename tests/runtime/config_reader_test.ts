import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { configReader } from "../../runtime/config_reader.ts";

interface Options {
  size: number;
}

function resolve(options: unknown): Options {
  const { size } = options as Options;
  if (size < 0) {
    throw new RangeError('Cannot configure: "size" must be positive');
  }
  return { size };
}

Deno.test("configReader() checks and copies an object at once, and reads it no more", () => {
  const options = { size: 1 };

  const read = configReader(options, resolve);
  options.size = 2;

  assertEquals(read(), { size: 1 });
  assertStrictEquals(read(), read());
  assertThrows(() => configReader({ size: -1 }, resolve), RangeError, "size");
});

Deno.test("configReader() asks a function at each read, and not before", () => {
  const options = { size: -1 };

  const read = configReader(() => options, resolve);

  assertThrows(() => read(), RangeError, "size");
  options.size = 2;
  assertEquals(read(), { size: 2 });
});
