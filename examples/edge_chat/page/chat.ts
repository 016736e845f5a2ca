/**
 * The chat of the page.
 *
 * @module
 */

import { isTokenDelta } from "../../../message.ts";
import { BlockAssembler } from "../../../mod.ts";
import { connect, type ConnectState } from "../../../runtime/wire/mod.ts";
import { ask } from "./ask.ts";
import { openConversation, questionBody, type Said } from "./conversation.ts";
import { factsOf } from "./facts_of.ts";
import { createMessageView } from "./message_view.ts";
import type {
  PageDocument,
  PageElement,
  PageField,
  PageStorage,
} from "./page_parts.ts";
import { sentenceOf } from "./sentence_of.ts";

/** What {@linkcode startChat} works with. */
export interface ChatOptions {
  /** The page. */
  document: PageDocument;
  /** Where the conversation is kept across reloads. */
  storage: PageStorage;
  /** What to make requests with. */
  fetch: typeof globalThis.fetch;
  /** Where the worker is. */
  origin: string;
  /** Called with each question, which whoever asked it is to see. */
  onAsk?: (() => void) | undefined;
}

// In any script less than the 32 KiB that the worker takes of a text.
const MAX_QUESTION_LENGTH = 8_000;

/**
 * Brings the page to life, and goes on with what it showed before a reload.
 *
 * @param options What to work with.
 * @returns Settles once the answer that was under way, if any, is here.
 */
export async function startChat(
  { document, storage, fetch, origin, onAsk }: ChatOptions,
): Promise<void> {
  const conversation = openConversation(storage);
  const transcript = find("conversation");
  const status = find("status");
  const form = find("form");
  const question = find("question") as PageField;
  const send = find("send");
  const stop = find("stop");
  /** Stops the answer under way. */
  let current: AbortController | undefined;

  function find(id: string): PageElement {
    const element = document.getElementById(id);
    if (element === null) throw new Error(`Cannot start page: no "${id}"`);
    return element;
  }

  function show({ role, content, end }: Said): PageElement {
    const view = createMessageView(document, role);
    for (const [index, block] of content.entries()) {
      view.push({ type: "block-end", index, block });
    }
    view.end(end);
    transcript.append(view.element);
    return view.element;
  }

  /** Tells what happens, to those who hear the page too. */
  function tell(sentence: string, failed = false): void {
    status.className = failed ? "failure" : "";
    status.textContent = sentence;
  }

  function busy(answering: boolean): void {
    const [gone, come] = answering ? [send, stop] : [stop, send];
    // The keyboard would be nowhere.
    if (document.activeElement === gone) question.focus();
    gone.hidden = true;
    come.hidden = false;
  }

  /** Makes room for the next answer, unless another has taken its place. */
  function leave(left: AbortController): void {
    if (current !== left) return;
    current = undefined;
    busy(false);
  }

  /** Asks what was typed. */
  async function submit(): Promise<void> {
    const text = question.value.trim();
    if (text === "") return;
    if (current !== undefined) {
      return tell("An answer is under way: wait for it, or stop it.");
    }
    // Said here: a field with a limit cuts what is pasted, without a word.
    if (text.length > MAX_QUESTION_LENGTH) {
      return tell(
        `Cannot ask: the question has ${text.length} characters, ` +
          `and may have ${MAX_QUESTION_LENGTH}.`,
        true,
      );
    }
    const leaving = current = new AbortController();
    const askedAt = performance.now();
    busy(true);
    question.value = "";
    const said: Said = { role: "user", content: [{ type: "text", text }] };
    conversation.add(said);
    const shown = show(said);
    tell("Asking.");
    onAsk?.();
    try {
      const { signal } = leaving;
      const id = await ask(questionBody(conversation.said), { fetch, signal });
      if (current !== leaving) return;
      conversation.await(id);
      await read(id, leaving, askedAt);
    } catch (error) {
      if (current !== leaving) return;
      // Nothing was said: it can be asked again.
      shown.remove();
      conversation.takeBack();
      const draft = question.value;
      question.value = draft.trim() === "" ? text : `${text}\n${draft}`;
      if (leaving.signal.aborted) tell("Stopped.");
      else tell(`${(error as Error).message}.`, true);
    } finally {
      leave(leaving);
    }
  }

  /** Reads an answer over as many connections as it takes. */
  async function read(
    id: string,
    leaving: AbortController,
    askedAt?: number,
  ): Promise<void> {
    const view = createMessageView(document, "assistant");
    const answer = new BlockAssembler();
    transcript.append(view.element);
    tell("Waiting for the answer.");
    let begun = false;
    let firstTokenMs: number | undefined;
    let lost = false;

    function onState(state: ConnectState): void {
      if (state === "waiting") tell("Connection lost, trying again.");
      if (state === "open" && lost) tell("Connected again.");
      lost = state === "waiting" || (lost && state === "connecting");
    }

    const chunks = connect(new URL(`/chat/${id}`, origin), {
      fetch,
      signal: leaving.signal,
      onState,
    }).getReader();
    for (;;) {
      const { value: chunk, done } = await chunks.read();
      if (done) break;
      if (!begun && isTokenDelta(chunk)) {
        begun = true;
        // After a reload nobody knows when it was asked.
        if (askedAt !== undefined) firstTokenMs = performance.now() - askedAt;
        tell("Answering.");
      }
      answer.push(chunk);
      view.push(chunk);
    }
    // The conversation may have been left for another one.
    if (current !== leaving) return;
    const { finish, usage } = answer;
    const end = {
      facts: factsOf({ firstTokenMs, usage }),
      sentence: sentenceOf(finish),
      failed: finish.kind === "error",
    };
    view.end(end);
    // A tool call that was cut is none.
    const content = "failure" in finish
      ? answer.interruptedBlocks()
      : answer.blocks();
    conversation.add({ role: "assistant", content, end });
    conversation.await(undefined);
    tell(end.sentence ?? "The answer is complete.", end.failed);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  question.addEventListener("keydown", (event) => {
    const { key, shiftKey, isComposing } = event;
    if (key !== "Enter" || shiftKey || isComposing) return;
    event.preventDefault();
    submit();
  });
  stop.addEventListener("click", () => current?.abort());
  document.addEventListener("keydown", ({ key, isComposing }) => {
    if (key === "Escape" && !isComposing) current?.abort();
  });
  find("clear").addEventListener("click", () => {
    const left = current;
    current = undefined;
    left?.abort();
    conversation.clear();
    transcript.replaceChildren();
    busy(false);
    tell("This is a new conversation.");
    question.focus();
  });

  for (const said of conversation.said) show(said);
  const { pending } = conversation;
  if (pending === undefined) return;
  const leaving = current = new AbortController();
  busy(true);
  await read(pending, leaving);
  leave(leaving);
}
