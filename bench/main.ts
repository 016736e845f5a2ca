/**
 * Prints every figure the documentation quotes, with its target.
 *
 * Ratios are taken in one process, floor and implementation in turn, from the
 * CPU time of the whole process. F2 is the least any client must do on the same
 * bytes: `TextDecoder`, `eventsource-parser`, `JSON.parse`, synchronously.
 *
 * Run with `deno task bench`.
 *
 * @module
 */

import { cost } from "./cost.ts";
import { growth } from "./growth.ts";
import { idleStreams } from "./idle_streams.ts";
import { readAhead } from "./read_ahead.ts";
import { print } from "./report.ts";

for (const figure of await cost()) print(figure);
for (const figure of await growth()) print(figure);
print(await readAhead());
print(await idleStreams());
