/**
 * A message on the page, while it grows.
 *
 * @module
 */

import type { ContentBlock, StreamChunk } from "../../../message.ts";
import type { AnswerEnd } from "./conversation.ts";
import type { PageDocument, PageElement, PageText } from "./page_parts.ts";

/** A message on the page. */
export interface MessageView {
  /** What to put on the page. */
  readonly element: PageElement;
  /** Shows what has come. */
  push(chunk: StreamChunk): void;
  /** Shows that nothing more comes, and how an answer ended. */
  end(end?: AnswerEnd): void;
}

interface BlockView {
  readonly text: PageText;
  readonly name: PageElement | undefined;
  empty: boolean;
}

/**
 * Makes the view of a message. All that it says becomes text: nothing of it can
 * be markup.
 *
 * @param document The page.
 * @param role Who speaks.
 * @returns The view.
 */
export function createMessageView(
  document: PageDocument,
  role: "user" | "assistant",
): MessageView {
  const [kind, title] = role === "user"
    ? ["question", "You"]
    : ["answer", "Answer"];
  const element = document.createElement("article");
  element.className = kind;
  element.setAttribute("aria-label", title);
  element.setAttribute("aria-busy", "true");
  element.append(make("h2", "", title));
  const blocks = new Map<number, BlockView>();

  function make(name: string, className: string, text = ""): PageElement {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  }

  function open(index: number, type: string): BlockView | undefined {
    const known = blocks.get(index);
    if (known !== undefined) return known;
    const text = document.createTextNode("");
    let name: PageElement | undefined;
    if (type === "text") {
      const body = make("div", "text");
      body.append(text);
      element.append(body);
    } else if (type === "reasoning") {
      const details = make("details", "");
      const body = make("div", "text");
      body.append(text);
      details.append(make("summary", "", "Reasoning"), body);
      element.append(details);
    } else if (type === "tool-call") {
      name = make("code", "");
      const caption = make("figcaption", "", "Asks for ");
      const body = make("pre", "");
      body.append(text);
      caption.append(name);
      const figure = make("figure", "");
      figure.append(caption, body);
      element.append(figure);
    } else return undefined;
    const view = { text, name, empty: true };
    blocks.set(index, view);
    return view;
  }

  function grow(index: number, type: string, delta: string): void {
    const view = open(index, type);
    if (view === undefined || delta === "") return;
    view.empty = false;
    view.text.appendData(delta);
  }

  /** Shows a block that came without deltas. */
  function fill(index: number, block: ContentBlock): void {
    if (block.type === "tool-call") rename(index, block.name);
    if (blocks.get(index)?.empty === false) return;
    if (block.type === "tool-call") grow(index, block.type, block.arguments);
    if (block.type === "text" || block.type === "reasoning") {
      grow(index, block.type, block.text);
    }
  }

  function rename(index: number, name: string): void {
    const view = open(index, "tool-call");
    if (view?.name !== undefined) view.name.textContent = name;
  }

  function note(className: string, sentence: string | undefined): void {
    if (sentence) element.append(make("p", className, sentence));
  }

  return {
    element,
    end(end) {
      element.setAttribute("aria-busy", "false");
      note("facts", end?.facts);
      note(end?.failed ? "failure" : "facts", end?.sentence);
    },
    push(chunk) {
      switch (chunk.type) {
        case "block-start":
          open(chunk.index, chunk.blockType);
          break;
        case "text-delta":
          grow(chunk.index, "text", chunk.text);
          break;
        case "reasoning-delta":
          grow(chunk.index, "reasoning", chunk.text);
          break;
        case "tool-call-delta":
          if (chunk.name) rename(chunk.index, chunk.name);
          grow(chunk.index, "tool-call", chunk.argumentsDelta);
          break;
        case "block-end":
          fill(chunk.index, chunk.block);
      }
    },
  };
}
