import {
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  CallId,
  parseToolArguments,
  type ToolCallBlock,
} from "../../message.ts";

function call(text: string): ToolCallBlock {
  return {
    type: "tool-call",
    id: CallId("call-1"),
    name: "list",
    arguments: text,
  };
}

Deno.test("parseToolArguments() returns the value", () => {
  assertEquals(parseToolArguments(call('{"path":"/"}')), { path: "/" });
});

Deno.test("parseToolArguments() returns a value that is not an object", () => {
  assertEquals(parseToolArguments(call("[1]")), [1]);
});

for (const blank of ["", " ", "\r\n\t"]) {
  Deno.test(`parseToolArguments() takes ${JSON.stringify(blank)} for {}`, () => {
    assertEquals(parseToolArguments(call(blank)), {});
  });
}

Deno.test("parseToolArguments() names the call, the tool and the fault", () => {
  const error = assertThrows(
    () => parseToolArguments(call('{"path":')),
    TypeError,
    'Cannot parse arguments of call "call-1" to tool "list": ',
  );

  assertInstanceOf(error.cause, SyntaxError);
  assertStringIncludes(error.message, error.cause.message);
});

Deno.test("parseToolArguments() refuses arguments that are parsed already", () => {
  const parsed = { ...call(""), arguments: {} as unknown as string };

  assertThrows(
    () => parseToolArguments(parsed),
    TypeError,
    'Cannot parse arguments of call "call-1" to tool "list": they are not a string',
  );
});

Deno.test("parseToolArguments() names a call that lacks a name", () => {
  const nameless = { arguments: "{" } as unknown as ToolCallBlock;

  assertThrows(
    () => parseToolArguments(nameless),
    TypeError,
    "Cannot parse arguments of call undefined to tool undefined: ",
  );
});

Deno.test("parseToolArguments() refuses what is no call", () => {
  assertThrows(
    () => parseToolArguments(null as unknown as ToolCallBlock),
    TypeError,
    "Cannot parse arguments of call undefined to tool undefined: they are not a string",
  );
});
