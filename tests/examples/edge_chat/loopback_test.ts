import { assertEquals } from "@std/assert";

const CHAT = new URL("../../../examples/edge_chat/", import.meta.url);

// What each says of where it listens: tests may connect to no other address.
const LISTENERS: Record<string, RegExp> = {
  "serve_deno.ts": /\{ hostname: "(.*?)", port \}/g,
  "serve_node.ts": /server\.listen\(.*, "(.*?)",/g,
  "serve_bun.ts": /hostname: "(.*?)",/g,
  "workerd.capnp": /address = "(.*?):8787"/g,
};

for (const [name, pattern] of Object.entries(LISTENERS)) {
  Deno.test(`examples/edge_chat/${name} listens on the loopback interface alone`, () => {
    const code = Deno.readTextFileSync(new URL(name, CHAT));

    const addresses = Array.from(code.matchAll(pattern), ([, found]) => found);

    assertEquals(addresses, ["127.0.0.1"]);
  });
}
