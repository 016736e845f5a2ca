/**
 * What every program does: run the suite, and send what became of it.
 *
 * @module
 */

import type { Env } from "../case.ts";
import { runSuite } from "../run_suite.ts";
import type { Report } from "../server/reports.ts";
import { WHOLE_SUITE } from "../suite.ts";

/** Options for {@linkcode reportSuite}. */
export interface ReportSuiteOptions extends Omit<Env, "unhandled"> {
  /** What the run is called. */
  readonly run: string;
  /**
   * Keeps every rejection that nobody handles from now on, by its promise, and every
   * exception.
   */
  listen(unhandled: Map<unknown, unknown>): void;
}

/** Runs the suite and reports it. */
export async function reportSuite(
  { run, listen, ...env }: ReportSuiteOptions,
): Promise<void> {
  const unhandled = new Map<unknown, unknown>();
  listen(unhandled);

  async function send(report: Report): Promise<void> {
    const body = JSON.stringify(report);
    const url = `${env.url}/_report?run=${run}`;
    const response = await fetch(url, { method: "POST", body });
    await response.text();
  }

  try {
    await runSuite(WHOLE_SUITE, { ...env, unhandled }, send);
    await send({ ended: "" });
  } catch (error) {
    await send({ ended: `${error}` });
  }
}

/** Listens the way the web does. */
export function listenToEvents(unhandled: Map<unknown, unknown>): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    unhandled.set(event.promise, event.reason);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    unhandled.set(event, event.error);
  });
  globalThis.addEventListener("rejectionhandled", ({ promise }) => {
    unhandled.delete(promise);
  });
}
