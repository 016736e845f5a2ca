/**
 * Where results of tools stand in a request.
 *
 * @module
 */

/** What {@linkcode resultsFirst} needs to know of the messages of a format. */
export interface ResultsFirstOptions<Message, Part> {
  /** The role of a result. */
  readonly resultRole: string;
  /** Makes a message of the user of parts that are still added to. */
  userMessage(parts: Part[]): Message;
}

/**
 * Puts results of tools right after the turn that asked for them: providers want
 * them there, before whatever else was said while the tools ran. What results show
 * but cannot hold comes next, in one message: not every server takes several in a
 * row.
 *
 * @typeParam Message A message of the format.
 * @typeParam Part A part of what a user says.
 * @param entries Messages, and lists of parts that results show.
 * @param options How the format writes them.
 * @returns The messages.
 */
export function resultsFirst<Message extends { role: string }, Part>(
  entries: readonly (Message | Part[])[],
  { resultRole, userMessage }: ResultsFirstOptions<Message, Part>,
): Message[] {
  const ordered: Message[] = [];
  let place: number | undefined;
  let shown: Part[] | undefined;
  for (const entry of entries) {
    if (Array.isArray(entry)) {
      if (shown === undefined) {
        const message = userMessage(shown = []);
        ordered.splice(place ?? ordered.length, 0, message);
      }
      shown.push(...entry);
      continue;
    }
    if (entry.role === resultRole && place !== undefined) {
      ordered.splice(place++, 0, entry);
      continue;
    }
    ordered.push(entry);
    if (entry.role === "assistant") {
      place = ordered.length;
      shown = undefined;
    }
  }
  return ordered;
}
