/**
 * Cuts secrets out of what a provider sends back.
 *
 * @module
 */

/** Cuts secrets out of a text. */
export type Redact = (text: string) => string;

const REDACTED = "[redacted]";

// Shorter runs are shared by chance. Shorter secrets stand for no secret at all,
// such as "none" for a server that wants no key, and would blank words.
const MIN_RUN = 6;

// "sk-…" says more of a key than the three characters it shows, fewer say nothing.
const MIN_VISIBLE = 3;

// Longer ends of a masked secret are cut as runs.
const MAX_END = 32;

// What stands in many a header beside its secret, and in many a text.
const NO_SECRET = /\s+|\bBearer\b|\bhttps?:\/\//i;

const MASK = /\*+|•+|·{2,}|…|\.{3,}|x{3,}|X{3,}|#{3,}|_{3,}/g;
const WORD = /[^\s"'`,;:=()<>{}[\]]+/g;
const STARRED = /[*•][^*•]*[*•]/;
const CLOSING = ".!?";

/** A stretch of a text: from the first index up to the second. */
type Hide = (start: number, end: number) => void;

/**
 * Makes a function that cuts secrets out of texts, each replaced by `[redacted]`.
 *
 * Cut are: every stretch of 6 or more characters that a secret contains, so a
 * secret that is whole, shortened, or written inside of something else; the ends
 * of a secret around a mask such as `sk-ab…wxyz`; and every word with two or more
 * asterisks or bullets in it, whose ever it is.
 *
 * White space, the word `Bearer` and the scheme of a URL part a secret into several.
 * Parts shorter than 6 characters are no secrets.
 *
 * @param secrets What must not be seen.
 * @returns The function. Its time is linear in the length of the text.
 */
export function redactor(
  secrets: readonly string[],
): Redact {
  // Most calls fail in no way that tells a text: prepared when the first comes.
  let parts: readonly string[] | undefined;
  let runs: ReadonlySet<string> | undefined;

  return (text) => {
    parts ??= secrets.flatMap((secret) => secret.split(NO_SECRET)).filter(
      (part) => part.length >= MIN_RUN,
    );
    runs ??= new Set(parts.flatMap(runsOf));
    // One for each unit that goes. Those that touch are one secret.
    const hidden = new Uint8Array(text.length);
    const hide: Hide = (start, end) => void hidden.fill(1, start, end);
    hideRuns(text, runs, hide);
    hideMaskedEnds(text, parts, hide);
    hideStarredWords(text, hide);
    return cut(text, hidden);
  };
}

function runsOf(part: string): string[] {
  return Array.from(
    { length: part.length - MIN_RUN + 1 },
    (_, start) => part.slice(start, start + MIN_RUN),
  );
}

function hideRuns(
  text: string,
  runs: ReadonlySet<string>,
  hide: Hide,
): void {
  if (runs.size === 0) return;
  for (let start = 0; start + MIN_RUN <= text.length; start++) {
    const end = start + MIN_RUN;
    if (runs.has(text.slice(start, end))) hide(start, end);
  }
}

function hideMaskedEnds(
  text: string,
  parts: readonly string[],
  hide: Hide,
): void {
  for (const { 0: mask, index } of text.matchAll(MASK)) {
    const end = index + mask.length;
    for (const part of parts) {
      const head = headBefore(text, index, part);
      const tail = tailAfter(text, end, part);
      if (head + tail >= MIN_VISIBLE) hide(index - head, end + tail);
    }
  }
}

function headBefore(text: string, index: number, part: string): number {
  for (let size = Math.min(MAX_END, part.length, index); size > 0; size--) {
    if (text.startsWith(part.slice(0, size), index - size)) return size;
  }
  return 0;
}

function tailAfter(text: string, index: number, part: string): number {
  for (let size = Math.min(MAX_END, part.length); size > 0; size--) {
    if (text.startsWith(part.slice(-size), index)) return size;
  }
  return 0;
}

function hideStarredWords(text: string, hide: Hide): void {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!STARRED.test(word)) continue;
    // The end of a sentence is none of the secret's. No pattern does this in
    // linear time.
    let size = word.length;
    while (CLOSING.includes(word.charAt(size - 1))) size--;
    hide(index, index + size);
  }
}

function cut(text: string, hidden: Uint8Array): string {
  let result = "";
  let done = 0;
  while (true) {
    const start = hidden.indexOf(1, done);
    if (start === -1) return result + text.slice(done);
    result += text.slice(done, start) + REDACTED;
    const end = hidden.indexOf(0, start);
    done = end === -1 ? text.length : end;
  }
}
