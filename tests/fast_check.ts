/**
 * Property tests with one seed, so that a run of the tests can be repeated.
 *
 * Looking for inputs nobody has tried is the fuzzer's job: `deno task fuzz`.
 *
 * @module
 */

import fc from "fast-check";

fc.configureGlobal({ seed: 20_261_130 });

export { default } from "fast-check";
