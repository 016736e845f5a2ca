/**
 * Reads the next payload without parsing it.
 *
 * Most payloads of a response differ from the one before in a single string: the
 * delta. Parsing all the rest again is most of what reading a response costs. So
 * the text around the delta is kept as a template, and a payload that begins and
 * ends with it is read by taking out what is between.
 *
 * Nothing is assumed about the text around the delta. A template is kept only
 * once another string was put in the same place, and reading the result said
 * that string and nothing else. From there on the place is known to be inside of
 * a string that is the delta, whatever valid text is put there.
 *
 * @module
 */

import { PayloadReader } from "./payload_reader.ts";

/** What a delta is. */
export type DeltaKind = "text" | "reasoning";

/** Takes deltas, none of them empty. */
export type DeltaVisitor = Readonly<Record<DeltaKind, (text: string) => void>>;

interface Template {
  readonly kind: DeltaKind;
  readonly before: string;
  readonly after: string;
}

// A server whose payloads differ in more than the delta is not worth the try.
const MAX_USELESS_LESSONS = 8;

// A template is for payloads that are small and many.
const MAX_PAYLOAD_LENGTH = 4_096;
const MAX_PLACES = 4;

// One word no provider sends by chance, without a character that JSON would escape.
const SENTINEL = "~payload-template-sentinel~";

// Engines copy a slice as short as this. A longer one would keep the text of the
// whole read alive for as long as the delta lives.
const MAX_COPIED_SLICE = 12;

// What cannot be in a JSON string as it is.
// deno-lint-ignore no-control-regex
const NOT_PLAIN = /[\u0000-\u001f"\\]/;

/** Reads payloads that are like earlier ones of the same response. */
export class PayloadTemplates {
  readonly #visitor: DeltaVisitor;
  #template: Template | undefined;
  #lessons = 0;

  /**
   * Begins without a template.
   *
   * @param visitor Takes the deltas that are read.
   */
  constructor(visitor: DeltaVisitor) {
    this.#visitor = visitor;
  }

  /**
   * Reads a payload if it is like an earlier one.
   *
   * @param data The payload.
   * @returns Whether it was read.
   */
  read(data: string): boolean {
    if (this.#template === undefined) return false;
    const { kind, before, after } = this.#template;
    const end = data.length - after.length;
    // Slices, since `startsWith` costs more than it saves.
    if (
      end <= before.length || data.slice(0, before.length) !== before ||
      data.slice(end) !== after
    ) return false;
    const text = parseString(data.slice(before.length - 1, end + 1));
    if (text === undefined) return false;
    this.#lessons = 0;
    this.#visitor[kind](text);
    return true;
  }

  /**
   * Remembers a payload that said one delta and nothing else.
   *
   * @param data The payload.
   * @param kind What the delta was.
   * @param text The delta.
   */
  learn(data: string, kind: DeltaKind, text: string): void {
    if (data.length > MAX_PAYLOAD_LENGTH) return;
    if (this.#lessons++ < MAX_USELESS_LESSONS) {
      this.#template = prove(data, kind, text) ?? this.#template;
    }
  }
}

/** What a JSON string says, if it is one. */
function parseString(literal: string): string | undefined {
  const length = literal.length - 2;
  if (length <= MAX_COPIED_SLICE) {
    const text = literal.slice(1, -1);
    if (!NOT_PLAIN.test(text)) return text;
  }
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A copy that keeps nothing else alive. */
function copy(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

/** Finds the place of a delta, and proves that it is the place. */
function prove(
  data: string,
  kind: DeltaKind,
  text: string,
): Template | undefined {
  // It would be said whatever place it was put in.
  if (text === SENTINEL) return undefined;
  const literal = JSON.stringify(text);
  let at = -1;
  for (let places = 0; places < MAX_PLACES; places++) {
    at = data.indexOf(literal, at + 1);
    if (at === -1) break;
    const before = data.slice(0, at + 1);
    const after = data.slice(at + literal.length - 1);
    const said = deltaIn(before + SENTINEL + after);
    if (said?.kind === kind && said.text === SENTINEL) {
      return { kind, before: copy(before), after: copy(after) };
    }
  }
  return undefined;
}

/** The delta of a payload that says one delta and nothing else. */
function deltaIn(
  data: string,
): { kind: DeltaKind; text: string } | undefined {
  const deltas: { kind: DeltaKind; text: string }[] = [];
  let others = 0;
  const other = (): void => void others++;
  const reader = new PayloadReader(
    {
      text: (text) => deltas.push({ kind: "text", text }),
      reasoning: (text) => deltas.push({ kind: "reasoning", text }),
      toolCall: other,
      identity: () => {},
      annotations: other,
      finishReason: other,
      usage: other,
      failed() {
        throw new Error("Payload is a failure");
      },
      // A payload that says less once deltas came is no template.
    },
    other,
    { begun: true },
  );
  try {
    reader.read(JSON.parse(data));
  } catch {
    return undefined;
  }
  return deltas.length === 1 && others === 0 ? deltas[0] : undefined;
}
