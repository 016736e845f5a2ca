/** A page without a browser: text and elements, and no markup at all. */

import type {
  PageDocument,
  PageElement,
  PageEvent,
  PageField,
  PageStorage,
  PageText,
} from "../../../examples/edge_chat/page/page_parts.ts";

/** Text of a fake page. */
interface FakeText extends PageText {
  /** The text. */
  data: string;
}

type FakeNode = FakeElement | FakeText;
type Listeners = Map<string, ((event: PageEvent) => void)[]>;

/** An element of a fake page. */
export interface FakeElement extends PageField {
  /** Its name. */
  readonly name: string;
  /** What is in it. */
  readonly children: FakeNode[];
  /** Its attributes. */
  readonly attributes: Map<string, string>;
  /** Lets something happen to it. */
  fire(type: string, event?: Partial<PageEvent>): void;
}

/** A fake page. */
export interface FakePage extends PageDocument {
  /** What the program of the page looks for. */
  readonly ids: Readonly<Record<string, FakeElement>>;
  /** Where the keyboard is. */
  activeElement: PageElement | null;
  /** Lets something happen. */
  fire(type: string, event?: Partial<PageEvent>): void;
}

const IDS = [
  "conversation",
  "status",
  "form",
  "question",
  "send",
  "stop",
  "clear",
];

/** Makes a page. */
export function fakePage(): FakePage {
  const ids: Record<string, FakeElement> = {};
  const listeners: Listeners = new Map();

  function createElement(name: string): FakeElement {
    const children: FakeNode[] = [];
    const attributes = new Map<string, string>();
    const listeners: Listeners = new Map();
    let parent: FakeElement | undefined;
    const element: FakeElement = {
      name,
      children,
      attributes,
      className: "",
      hidden: false,
      value: "",
      get textContent() {
        return textOf(element);
      },
      set textContent(text) {
        element.replaceChildren(text ?? "");
      },
      append(...nodes) {
        for (const node of nodes) {
          if (typeof node === "string") children.push(createTextNode(node));
          else {
            if ("remove" in node) {
              node.remove();
              (node as FakeElement & { adopt(parent: FakeElement): void })
                .adopt(element);
            }
            children.push(node as FakeNode);
          }
        }
      },
      replaceChildren(...nodes) {
        children.length = 0;
        element.append(...nodes);
      },
      remove() {
        parent?.children.splice(parent.children.indexOf(element), 1);
        parent = undefined;
      },
      setAttribute: (name, value) => void attributes.set(name, value),
      focus: () => void (page.activeElement = element),
      addEventListener: (type, listener) => listen(listeners, type, listener),
      fire: (type, event) => fire(listeners, type, event),
    };
    return Object.assign(element, {
      adopt: (next: FakeElement) => parent = next,
    });
  }

  const page: FakePage = {
    ids,
    activeElement: null,
    createElement,
    createTextNode,
    getElementById: (id) => ids[id] ?? null,
    addEventListener: (type, listener) => listen(listeners, type, listener),
    fire: (type, event) => fire(listeners, type, event),
  };
  for (const id of IDS) ids[id] = createElement("div");
  ids["stop"]!.hidden = true;
  return page;
}

function createTextNode(data: string): FakeText {
  return {
    data,
    appendData(text) {
      this.data += text;
    },
  };
}

function listen(
  listeners: Listeners,
  type: string,
  listener: (event: PageEvent) => void,
): void {
  listeners.set(type, [...listeners.get(type) ?? [], listener]);
}

function fire(
  listeners: Listeners,
  type: string,
  event: Partial<PageEvent> = {},
): void {
  for (const listener of listeners.get(type) ?? []) {
    listener({ preventDefault() {}, ...event });
  }
}

function textOf(node: FakeNode): string {
  return "data" in node ? node.data : node.children.map(textOf).join("");
}

/** Writes an element as names, classes and text: `article(h2(You) div.text(Hi))`. */
export function outlineOf(node: FakeNode): string {
  if ("data" in node) return node.data;
  const { name, className, children } = node;
  const inner = children.map(outlineOf).filter((text) => text !== "").join(" ");
  return `${name}${className && `.${className}`}(${inner})`;
}

/** Every element in one. */
export function elementsOf(element: FakeElement): FakeElement[] {
  return element.children.flatMap((node) =>
    "data" in node ? [] : [node, ...elementsOf(node)]
  );
}

/** Keeps text in memory. */
export function fakeStorage(
  entries: Record<string, string> = {},
): PageStorage & { readonly entries: Record<string, string> } {
  return {
    entries,
    getItem: (key) => entries[key] ?? null,
    setItem: (key, value) => void (entries[key] = value),
  };
}
