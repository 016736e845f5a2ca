/**
 * Rejections and exceptions nobody handles, as Node tells of them.
 *
 * @module
 */

import process from "node:process";

/** Listens the way Node does. */
export function listenToProcess(unhandled: Map<unknown, unknown>): void {
  process.on("unhandledRejection", (reason, promise) => {
    unhandled.set(promise, reason);
  });
  process.on("uncaughtException", (error) => unhandled.set({}, error));
  process.on("rejectionHandled", (promise) => unhandled.delete(promise));
}
