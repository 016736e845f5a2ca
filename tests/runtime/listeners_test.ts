import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  contain,
  createListeners,
  type ListenerSets,
  tellEach,
} from "../../runtime/listeners.ts";

interface Events {
  "a/rain": (mm: number) => void;
}

const ERROR = new Error("contained");

function rain(): ListenerSets<Events> {
  return { "a/rain": new Set() };
}

Deno.test("on() tells a listener that is registered twice as often", () => {
  const sets = rain();
  const { on } = createListeners<Events>(sets);
  let sum = 0;
  const listener = (mm: number) => void (sum += mm);

  on("a/rain", listener);
  const dispose = on("a/rain", listener);
  tellEach(sets["a/rain"], (listener) => listener(3));
  dispose();
  tellEach(sets["a/rain"], (listener) => listener(1));

  assertEquals(sum, 7);
});

Deno.test("on() asks for what a listener must be, where that is no function", () => {
  const { on } = createListeners<Events>(
    rain(),
    (name) => `a listener to ${name} must be dry`,
  );

  assertThrows(
    () => on("a/rain", () => {}),
    TypeError,
    'Cannot listen to "a/rain": a listener to a/rain must be dry',
  );
});

Deno.test("tellEach() tells nobody who stops while others are told", () => {
  const sets = rain();
  const { on, close } = createListeners<Events>(sets);
  let told = 0;
  on("a/rain", () => close());
  on("a/rain", () => void told++);

  tellEach(sets["a/rain"], (listener) => listener(1));

  assertEquals(told, 0);
});

for (
  const [name, call] of Object.entries({
    "a throw": () => {
      throw ERROR;
    },
    "a rejection": () => Promise.reject(ERROR),
    "the rejection of a foreign promise": () => ({
      then: (_: unknown, reject: (error: unknown) => void) => reject(ERROR),
    }),
  })
) {
  Deno.test(`contain() tells of ${name}`, async () => {
    const failures: unknown[] = [];

    contain(call, (error) => failures.push(error));
    for (let k = 0; k < 5; k++) await Promise.resolve();

    assertEquals(failures.length, 1);
    assertStrictEquals(failures[0], ERROR);
  });
}

Deno.test("contain() tells nothing of a call that goes well", async () => {
  const failures: unknown[] = [];

  contain(() => Promise.resolve(1), (error) => failures.push(error));
  for (let k = 0; k < 5; k++) await Promise.resolve();

  assertEquals(failures, []);
});
