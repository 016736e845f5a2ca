import { assertEquals } from "@std/assert";
import { loadProvider } from "../../adapters/pi_ai/load_pi_ai.ts";
import { PROTOCOLS } from "../../adapters/pi_ai/protocols.ts";
import { SHIPPED_PROVIDERS } from "../../adapters/pi_ai/shipped_providers.ts";
import { load } from "./_package.ts";

Deno.test("SHIPPED_PROVIDERS names every provider that pi-ai ships", async () => {
  const all = await load("@earendil-works/pi-ai/providers/all") as {
    builtinProviders(): { id: string; name: string }[];
  };

  const shipped = all.builtinProviders().map(({ id, name }) => [id, name]);

  assertEquals([...SHIPPED_PROVIDERS].toSorted(), shipped.toSorted());
});

Deno.test("loadProvider() finds each of them", async () => {
  const ids: string[] = [];
  for (const id of SHIPPED_PROVIDERS.keys()) {
    ids.push((await loadProvider(id, load)).id);
  }

  assertEquals(ids, [...SHIPPED_PROVIDERS.keys()]);
});

Deno.test("PROTOCOLS has every protocol that a catalogue names", async () => {
  const apis = new Set<string>();
  for (const id of SHIPPED_PROVIDERS.keys()) {
    const provider = await loadProvider(id, load);
    for (const { api } of provider.getModels()) apis.add(api);
  }

  assertEquals([...apis].filter((api) => !Object.hasOwn(PROTOCOLS, api)), []);
});
