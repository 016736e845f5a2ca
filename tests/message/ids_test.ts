import { assertStrictEquals } from "@std/assert";
import {
  AttachmentId,
  CallId,
  MessageId,
  ProviderRequestId,
  ReasoningEffortId,
  RetryId,
  SessionId,
} from "../../message.ts";

const brands = {
  AttachmentId,
  CallId,
  MessageId,
  ProviderRequestId,
  ReasoningEffortId,
  RetryId,
  SessionId,
};

for (const [name, brand] of Object.entries(brands)) {
  Deno.test(`${name}() returns the string it is given`, () => {
    assertStrictEquals<string>(brand("any text"), "any text");
  });

  Deno.test(`${name}() checks nothing`, () => {
    assertStrictEquals<string>(brand(""), "");
  });
}

Deno.test("CallId() makes a type no other string is assignable to", () => {
  // @ts-expect-error A plain string is no CallId.
  const plain: CallId = "plain";
  // @ts-expect-error Nor is another brand.
  const other: CallId = MessageId("other");

  assertStrictEquals<string>(`${plain} ${other}`, "plain other");
});
