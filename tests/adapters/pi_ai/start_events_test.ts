import { assertEquals } from "@std/assert";
import { drain } from "./_drain.ts";
import { adapt, say, textEvents } from "./_fake.ts";

for (const event of [null, undefined, 5, "message_stop", []]) {
  Deno.test(`startEvents() does without an event that is ${JSON.stringify(event)}`, async () => {
    const { stream } = adapt(({ options }) => {
      options.onProviderStreamEvent(event);
      return say(...textEvents("a"));
    });

    const chunks = await drain(stream());

    assertEquals(chunks.at(-1)?.type, "finish");
  });
}
