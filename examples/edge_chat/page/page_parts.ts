/**
 * The parts of a browser that the page uses, and no others: what turns text into
 * markup is not among them.
 *
 * The types are here because Deno has none of a document.
 *
 * @module
 */

/** Text that can grow. */
export interface PageText {
  /** Adds to its end. */
  appendData(text: string): void;
}

/** An element. */
export interface PageElement {
  /** All text in it. */
  textContent: string | null;
  /** Its classes. */
  className: string;
  /** Whether it is left out of the page. */
  hidden: boolean;
  /** Adds to its end. Strings become text. */
  append(...nodes: (PageElement | PageText | string)[]): void;
  /** Puts others in the place of what it holds. */
  replaceChildren(...nodes: (PageElement | PageText | string)[]): void;
  /** Takes it out of the page. */
  remove(): void;
  /** Sets an attribute. */
  setAttribute(name: string, value: string): void;
  /** Moves the keyboard to it. */
  focus(): void;
  /** Calls back on events. */
  addEventListener(
    type: string,
    listener: (event: PageEvent) => void,
  ): void;
}

/** An element to type into. */
export interface PageField extends PageElement {
  /** What was typed. */
  value: string;
}

/** An event. */
export interface PageEvent {
  /** Which key was pressed. */
  readonly key?: string;
  /** Whether Shift was down. */
  readonly shiftKey?: boolean;
  /** Whether characters are being composed out of several keys. */
  readonly isComposing?: boolean;
  /** Keeps the browser from doing what it usually does. */
  preventDefault(): void;
}

/** A document. */
export interface PageDocument {
  /** What the keyboard is at. */
  readonly activeElement: PageElement | null;
  /** Makes an element. */
  createElement(name: string): PageElement;
  /** Makes text. */
  createTextNode(text: string): PageText;
  /** Finds an element. */
  getElementById(id: string): PageElement | null;
  /** Calls back on events. */
  addEventListener(
    type: string,
    listener: (event: PageEvent) => void,
  ): void;
}

/** Where a page keeps text across reloads. */
export type PageStorage = Pick<Storage, "getItem" | "setItem">;
