/** Cases that must fail. @module */

import type { ConformanceCase } from "../case.ts";
import { equal } from "../check.ts";
import { delay } from "../kit.ts";

/** Ways to fail, each of which the harness must notice in every runtime. */
export const PLANTED: readonly ConformanceCase[] = [
  {
    name: "a case that does not hold fails",
    run: () => equal(1, 2),
  },
  {
    name: "a case that is never over fails",
    limitMs: 50,
    run: () => new Promise(() => {}),
  },
  {
    name: "a case that leaves a rejection unhandled fails",
    run: () => void Promise.reject(new Error("Nobody handles this")),
  },
  {
    name: "a case that leaves an exception uncaught fails",
    needs: ["exceptions"],
    async run() {
      setTimeout(() => {
        throw new Error("Nobody catches this");
      });
      await delay(20);
    },
  },
  {
    name: "a case that throws what is no error fails",
    run: () => Promise.reject("just text"),
  },
];
