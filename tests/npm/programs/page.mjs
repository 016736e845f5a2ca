// What a page does without a bundler: an import map names the modules.

// deno-lint-ignore-file no-console

import { assemble, textOf } from "@dsh/llm";
import { fromResponse } from "@dsh/llm/wire";

const answer = await assemble(
  fromResponse(await fetch(new URL("/answer", import.meta.url))),
);
console.log(textOf(answer.message()));
