import { assertStrictEquals, assertThrows } from "@std/assert";
import { routeOf } from "../../runtime/adapter_registry.ts";
import { LlmError } from "../../runtime/error.ts";
import { adapter, watched } from "./_watched_registry.ts";

Deno.test("routeOf() finds the route", () => {
  const { registry } = watched();
  const own = adapter();
  registry.register(["p"], own);

  assertStrictEquals(routeOf(registry, "p").adapter, own);
});

for (const provider of ["q", "", "__proto__", "constructor"]) {
  Deno.test(`routeOf() refuses "${provider}", which nobody serves, as NO_ADAPTER`, () => {
    const { registry } = watched();
    registry.register(["p"], adapter());

    const error = assertThrows(() => routeOf(registry, provider), LlmError);

    assertStrictEquals(error.code, "NO_ADAPTER");
    assertStrictEquals(error.message.includes(`"${provider}"`), true);
  });
}
