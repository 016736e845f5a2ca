/**
 * Prints what a response, a session and their ways cost, with the most they may.
 *
 * Ratios are taken in one process, floor and implementation in turn, from the
 * CPU time of the whole process. F2 is the least any client must do on the same
 * bytes: `TextDecoder`, `eventsource-parser`, `JSON.parse`, synchronously. What
 * goes to a browser is the same answer, so its figures are ratios to the same F2;
 * F is the least that reading the bytes on that way takes, which are fewer.
 *
 * Run with `deno task bench`.
 *
 * @module
 */

import { cost } from "./cost.ts";
import { growth } from "./growth.ts";
import { idleStreams } from "./idle_streams.ts";
import { readAhead } from "./read_ahead.ts";
import { meter } from "./meter.ts";
import { piAi } from "./pi_ai.ts";
import { print } from "./report.ts";
import { sessionCost } from "./session_cost.ts";
import { wire } from "./wire.ts";

// First: what others leave behind would be weighed with it.
print(await idleStreams());
for (const figure of await cost()) print(figure);
for (const figure of await wire()) print(figure);
for (const figure of await growth()) print(figure);
print(await readAhead());
for (const figure of await piAi()) print(figure);
for (const figure of await sessionCost()) print(figure);
for (const figure of await meter()) print(figure);
