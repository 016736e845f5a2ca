import { assertStringIncludes } from "@std/assert";
import { OPTIONAL_PEERS } from "../../tools/optional_peers.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("OPTIONAL_PEERS has the range that the code asks Deno for", async () => {
  const code = await Deno.readTextFile(
    new URL("adapters/pi_ai/load_pi_ai.ts", ROOT),
  );

  assertStringIncludes(
    code,
    `RANGE = "${OPTIONAL_PEERS["@earendil-works/pi-ai"]}"`,
  );
});
