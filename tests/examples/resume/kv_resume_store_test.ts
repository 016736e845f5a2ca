import { assertEquals } from "@std/assert";
import { kvResumeStore } from "../../../examples/resume/kv_resume_store.ts";
import { testStore } from "../../runtime/wire/_store_suite.ts";

testStore({
  name: "kvResumeStore()",
  async open() {
    const kv = await Deno.openKv(":memory:");
    return {
      store: kvResumeStore(kv),
      other: kvResumeStore(kv),
      close: () => Promise.resolve(kv.close()),
    };
  },
});

Deno.test("kvResumeStore() keeps stores apart by their prefix", async () => {
  using kv = await Deno.openKv(":memory:");
  const { signal } = new AbortController();
  const one = kvResumeStore(kv, ["one"]);
  const two = kvResumeStore(kv, ["two"]);

  await one.append("log", ["a"], { ttlMs: 60_000 });

  const now = { limit: 10, waitMs: 0, signal };
  assertEquals(await one.read("log", 0, now), ["a"]);
  assertEquals(await two.read("log", 0, now), undefined);
});
