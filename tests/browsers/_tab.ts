/**
 * A tab of a real browser.
 *
 * @module
 */

/** A browser that the page is tried in. */
export type BrowserName = "Chromium" | "Firefox" | "WebKit";

/** Every browser that the page is tried in. */
export const BROWSERS: readonly BrowserName[] = [
  "Chromium",
  "Firefox",
  "WebKit",
];

/** Options for {@linkcode openTab}. */
export interface TabOptions {
  /**
   * Width of the viewport, in CSS pixels.
   *
   * @default {800}
   */
  readonly width?: number | undefined;
  /**
   * Height of the viewport, in CSS pixels, give or take what WebKit needs of it.
   *
   * @default {700}
   */
  readonly height?: number | undefined;
  /**
   * Whether its owner prefers dark pages.
   *
   * @default {false}
   */
  readonly dark?: boolean | undefined;
  /**
   * Whether its owner prefers that nothing moves.
   *
   * @default {false}
   */
  readonly still?: boolean | undefined;
}

/** Options with defaults filled in. */
export type TabSettings = {
  readonly [Name in keyof TabOptions]-?: NonNullable<TabOptions[Name]>;
};

/** What can be pressed beside characters. */
export type Key =
  | "Tab"
  | "Enter"
  | "Escape"
  | "Space"
  | "Shift+Tab"
  | "Shift+Enter";

/** A node of an accessibility tree. */
export interface AccessibleNode {
  /** What it is. */
  readonly role: string;
  /** What it is called. */
  readonly name?: string;
  /** What explains it. */
  readonly description?: string;
  /** What is in it. */
  readonly children?: readonly AccessibleNode[];
}

/** A tab, which ends with its scope. */
export interface Tab extends AsyncDisposable {
  /** Goes to a page. */
  load(url: string): Promise<void>;
  /** Loads the page again. */
  reload(): Promise<void>;
  /** Runs an expression in the page, and awaits what it comes to. */
  evaluate<T>(expression: string): Promise<T>;
  /** Presses a key, or two at once. */
  press(key: Key): Promise<void>;
  /** Presses the keys of a text. */
  type(text: string): Promise<void>;
  /** Clicks an element. */
  click(selector: string): Promise<void>;
  /** Takes a picture of what shows, as a PNG. */
  picture(): Promise<Uint8Array>;
  /** What assistive technology sees, which WebKit and Firefox do not tell. */
  accessibilityTree?(): Promise<AccessibleNode>;
}
