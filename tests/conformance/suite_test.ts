// The cases without clocks, in this very process: the rest takes too long. What
// needs pi-ai has to download it.
import { assertEquals } from "@std/assert";
import { runCase } from "./run_suite.ts";
import { serveHttp } from "./serve_http.ts";
import { startConformanceServer } from "./server/conformance_server.ts";
import { PLANTED_GROUP, SUITE, WHOLE_SUITE } from "./suite.ts";

const LEFT_OUT = [
  "faults",
  "abort",
  "backpressure",
  "pi-ai",
  "resuming",
  "platform",
];

for (const [group, cases] of Object.entries(SUITE)) {
  if (LEFT_OUT.includes(group)) continue;
  for (const one of cases) {
    Deno.test(`${group}: ${one.name}`, async () => {
      await using server = await startConformanceServer();
      const { url } = server;
      const unhandled = new Map();

      const { state, message } = await runCase(one, {
        url,
        browser: false,
        unhandled,
        loadPiAi: () => Promise.reject(new Error("It is not here")),
        serve: serveHttp,
      });

      assertEquals([state, message], ["passed", undefined]);
    });
  }
}

Deno.test("SUITE names no case twice", () => {
  const names = Object.values(SUITE).flat().map(({ name }) => name);

  assertEquals(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

Deno.test("SUITE has cases in each of its groups", () => {
  const empty = Object.entries(SUITE).filter(([, cases]) => cases.length === 0);

  assertEquals(empty, []);
});

Deno.test("WHOLE_SUITE ends with the cases that must fail", () => {
  assertEquals(Object.keys(WHOLE_SUITE).at(-1), PLANTED_GROUP);
});
