// The adapter on each protocol, held to what every adapter must keep.
import { adapterConformance } from "../../../testing/adapter_conformance/adapter_conformance.ts";
import { load } from "../_package.ts";
import { kitSubject } from "./_kit_subject.ts";
import { WIRES } from "./_wires.ts";

// Not in the middle of a case, where time may be faked.
await load("@earendil-works/pi-ai");
for (const { api } of WIRES) await load(`@earendil-works/pi-ai/api/${api}`);

for (const wire of WIRES) {
  for (const { name, run } of adapterConformance(kitSubject(wire))) {
    Deno.test(name, run);
  }
}
