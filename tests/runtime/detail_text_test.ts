import { assertEquals } from "@std/assert";
import { detailText } from "../../runtime/detail_text.ts";

const DETAILS: [string, unknown, string][] = [
  ["a text", "No", "No"],
  ["nothing", undefined, ""],
  ["an object", { msg: "No" }, ""],
  ["an empty list", [], ""],
  ["a list of texts", ["No", "", "Never"], "No; Never"],
  [
    "what is wrong where",
    [{ loc: ["body", "messages", 0], msg: "field required" }],
    "body.messages.0: field required",
  ],
  [
    "two things that are wrong",
    [{ loc: ["a"], msg: "No" }, { msg: "Never" }],
    "a: No; Never",
  ],
  ["a list of what says nothing", [null, 5, { loc: 1 }], ""],
];

for (const [what, detail, words] of DETAILS) {
  Deno.test(`detailText() puts ${what} into words`, () => {
    assertEquals(detailText(detail), words);
  });
}
