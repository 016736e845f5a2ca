import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  type DemoOptions,
  parseOptions,
} from "../../../examples/demo/parse_options.ts";

Deno.test("parseOptions() has a default for everything", () => {
  const options = accepted([]);

  assertEquals(options, {
    prompt: "What should I pack for three days in Lisbon?",
    model: "deepseek-v4-flash",
    effort: undefined,
    baseURL: undefined,
    json: false,
    help: false,
  });
});

Deno.test("parseOptions() takes every option", () => {
  const options = accepted([
    "--prompt=Hi",
    "--model",
    "m",
    "--effort",
    "low",
    "--base-url",
    "http://127.0.0.1:8080/v1",
    "--json",
    "--help",
  ]);

  assertEquals(options, {
    prompt: "Hi",
    model: "m",
    effort: "low",
    baseURL: "http://127.0.0.1:8080/v1",
    json: true,
    help: true,
  });
});

Deno.test("parseOptions() joins bare words into the prompt", () => {
  const options = accepted(["What", "is new?"]);

  assertEquals(options.prompt, "What is new?");
});

Deno.test("parseOptions() takes what follows a double dash as words", () => {
  const options = accepted(["--", "--json", "means what?"]);

  assertEquals(options.prompt, "--json means what?");
  assertEquals(options.json, false);
});

const REFUSED: [args: string[], problem: string][] = [
  [["--nope"], 'Cannot use "--nope": there is no such option'],
  [["-x"], 'Cannot use "-x": there is no such option'],
  [["--model"], 'Cannot use "--model": its value is missing'],
  [["--model", "-x"], 'is missing, or needs "--model=…"'],
  [["--json=yes"], 'Cannot use "--json": it takes no value'],
  [["--model", " "], '"--model"'],
  [["--prompt", ""], "the prompt is empty"],
  [["--prompt", "a", "b"], "two things"],
  [["--effort", "huge"], '"huge" is none of off, low, high, max'],
  [["--base-url", "localhost"], '"localhost"'],
  [["--base-url", "ftp://localhost"], '"ftp://localhost"'],
  [
    ["--base-url", "http://a:b@localhost"],
    "credentials, a query or a fragment",
  ],
  [["--base-url", "http://localhost?"], "credentials, a query or a fragment"],
  [["--base-url", "http://localhost#a"], "credentials, a query or a fragment"],
];

for (const [args, expected] of REFUSED) {
  Deno.test(`parseOptions() refuses ${args.join(" ")} in one line`, () => {
    const parsed = parseOptions(args);

    assert("problem" in parsed);
    assertStringIncludes(parsed.problem, expected);
    assert(!parsed.problem.includes("\n"));
  });
}

function accepted(args: string[]): DemoOptions {
  const parsed = parseOptions(args);
  assert("options" in parsed);
  return parsed.options;
}
