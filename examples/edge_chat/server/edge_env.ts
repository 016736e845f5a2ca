/**
 * What whoever runs the worker gives it.
 *
 * @module
 */

/** Settings and page, as text: every runtime can bind text. */
export interface EdgeEnv {
  /** The page. */
  readonly PAGE_HTML: string;
  /** Its style. */
  readonly PAGE_CSS: string;
  /** Its program, bundled. */
  readonly PAGE_JS: string;
  /** Key of the real provider. Absent, empty or null: a mock answers. */
  readonly DEEPSEEK_API_KEY?: string | null | undefined;
  /**
   * Most answers under way at once.
   *
   * @default {"100"}
   */
  readonly MAX_CALLS?: string | null | undefined;
  /**
   * Names, separated by commas and without ports, that the worker is reached by
   * without TLS, as behind a proxy that speaks it. It is reached by its address and
   * as `localhost` anyway.
   *
   * @default {""}
   */
  readonly HOSTS?: string | null | undefined;
}

/** What a runtime may pass beside a request. */
export interface EdgeContext {
  /**
   * Keeps the worker alive after its response.
   *
   * @param work What to wait for.
   */
  waitUntil(work: Promise<unknown>): void;
}
