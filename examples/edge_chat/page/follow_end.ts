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
// Positions of a page are fractions.
const SHIFT_PX = 1;

/** What keeps the end in sight. */
export interface EndFollower {
  /** Call it when the page has grown. */
  grown(): void;
  /** Goes to the end, wherever the page is. */
  goToEnd(): void;
}

/**
 * Follows the end for as long as it is in sight: whoever scrolls up to read is left
 * alone.
 *
 * @param window The window.
 * @returns What to tell of the page.
 */
export function followEnd(window: PageWindow): EndFollower {
  let following = true;
  let last = window.scrollY;

  function height(): number {
    return window.document.documentElement.scrollHeight;
  }

  function goToEnd(): void {
    following = true;
    window.scrollTo(0, height());
    last = window.scrollY;
  }

  window.addEventListener("scroll", () => {
    const y = window.scrollY;
    // One press of a key is a short way up, and meant all the same. What a page that
    // shrank has done to its end is not.
    const near = y < last ? SHIFT_PX : NEAR_PX;
    following = y + window.innerHeight >= height() - near;
    last = y;
  });
  return {
    goToEnd,
    grown() {
      if (following) goToEnd();
    },
  };
}
