/**
 * Keeping the end of a growing page in sight.
 *
 * @module
 */

/** The parts of a window that {@linkcode followEnd} uses. */
export interface PageWindow {
  /** How far the page is scrolled. */
  readonly scrollY: number;
  /** How much of it shows. */
  readonly innerHeight: number;
  /** The document. */
  readonly document: {
    /** What scrolls. */
    readonly documentElement: {
      /** How high the page is. */
      readonly scrollHeight: number;
    };
  };
  /** Scrolls. */
  scrollTo(x: number, y: number): void;
  /** Calls back on events. */
  addEventListener(type: string, listener: () => void): void;
}

// About two lines.
const NEAR_PX = 60;

/**
 * Follows the end for as long as it is in sight: whoever scrolls up to read is left
 * alone.
 *
 * @param window The window.
 * @returns Call it when the page has grown.
 */
export function followEnd(window: PageWindow): () => void {
  let following = true;

  function height(): number {
    return window.document.documentElement.scrollHeight;
  }

  window.addEventListener("scroll", () => {
    const seen = window.scrollY + window.innerHeight;
    following = seen >= height() - NEAR_PX;
  });
  return () => {
    if (following) window.scrollTo(0, height());
  };
}
