import { assertEquals } from "@std/assert";
import { requestIdOf } from "../../runtime/request_id_of.ts";
import { ProviderRequestId } from "../../message.ts";

const IDS: [rule: string, headers: Record<string, string>, id?: string][] = [
  ["x-request-id", { "x-request-id": "a" }, "a"],
  ["x-ds-trace-id", { "x-ds-trace-id": "b" }, "b"],
  ["x-deepseek-request-id", { "x-deepseek-request-id": "c" }, "c"],
  [
    "x-request-id before the others",
    { "x-deepseek-request-id": "c", "x-ds-trace-id": "b", "x-request-id": "a" },
    "a",
  ],
  [
    "x-ds-trace-id where the first is blank",
    { "x-request-id": " ", "x-ds-trace-id": "b" },
    "b",
  ],
  ["no id where there is none", {}],
];
for (const [rule, headers, id] of IDS) {
  Deno.test(`requestIdOf() finds ${rule}`, () => {
    const expected = id === undefined ? undefined : ProviderRequestId(id);

    assertEquals(requestIdOf(new Headers(headers), (id) => id), expected);
  });
}

Deno.test("requestIdOf() cuts out secrets", () => {
  const headers = new Headers({ "x-request-id": "for secret" });

  const id = requestIdOf(headers, (text) => text.replace("secret", "***"));

  assertEquals(id, ProviderRequestId("for ***"));
});
