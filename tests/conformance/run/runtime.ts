/**
 * What a driver of a runtime is.
 *
 * @module
 */

/** Something to install: runtimes from npm, this package, browsers from Debian. */
export type Need = "npm" | "package" | "browsers";

/** Where a run takes place. */
export interface RunOptions {
  /** What the run is called. */
  readonly run: string;
  /** Where the server of the harness is. */
  readonly url: string;
  /** Where packages of npm are. */
  readonly tools: string;
  /** A folder for what the run needs, which goes away after all runs. */
  readonly folder: string;
  /** Where pi-ai is, as one file. */
  readonly piAi: string;
}

/** A run under way, which ends with its scope. */
export interface Run extends AsyncDisposable {
  /** Resolves if the runtime ends before its suite, to why. */
  readonly ended: Promise<string>;
}

/** A runtime to run the suite in. */
export interface Runtime {
  /** What it is called. */
  readonly name: string;
  /** What it needs installed. */
  readonly needs: readonly Need[];
  /** Starts the suite. */
  start(options: RunOptions): Promise<Run>;
}
