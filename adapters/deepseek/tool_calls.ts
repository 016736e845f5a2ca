/**
 * Which tool call a fragment belongs to.
 *
 * Servers disagree on how to tell: by index, by id, by both, by neither, and
 * some give every call the same index.
 *
 * @module
 */

import type { ToolCallFragment } from "./payload_reader.ts";
import { beginsAnew, type OpenToolCall } from "./tool_call.ts";

/** What tells a call apart, as far as it does. */
type Place = Pick<ToolCallFragment, "index" | "id">;

/** The tool calls of one response. Finding one costs no look at the others. */
export class ToolCalls {
  /** The calls, oldest first. */
  readonly list: OpenToolCall[] = [];
  // The latest call of each index, of each id, and of each pair of both.
  readonly #latest = new Map<string, OpenToolCall>();

  /**
   * Adds a call that begins.
   *
   * @param call The call.
   */
  add(call: OpenToolCall): void {
    this.list.push(call);
    const { wireIndex: index, id } = call;
    this.#latest.set(keyOf({ index, id: "" }), call);
    if (id !== "") this.#enter(call);
  }

  /**
   * Gives a call the id that came late.
   *
   * @param call The call.
   * @param id The id.
   */
  identify(call: OpenToolCall, id: string): void {
    call.id = id;
    this.#enter(call);
  }

  /**
   * Tells whether a call came at an index.
   *
   * @param index The index, if the server told one.
   * @returns Whether one did.
   */
  hasIndex(index: number | undefined): boolean {
    return index !== undefined && this.#latest.has(keyOf({ index, id: "" }));
  }

  /**
   * Finds the call that a fragment continues.
   *
   * @param fragment The fragment.
   * @returns The call, or `undefined` when the fragment begins a new one.
   */
  find(fragment: ToolCallFragment): OpenToolCall | undefined {
    const { index, id, name } = fragment;
    const latest = index === undefined
      ? this.list.at(-1)
      : this.#latest.get(keyOf({ index, id: "" }));
    if (id !== "") {
      const sameId = this.#latest.get(keyOf({ index, id }));
      if (sameId !== undefined) return sameId;
      // An index of its own, but no name: the server counts fragments, not calls.
      if (latest === undefined && name === "") {
        return this.#latest.get(keyOf({ index: undefined, id }));
      }
    }
    if (latest === undefined) return undefined;
    if (id !== "" && latest.id !== "") return undefined;
    return beginsAnew(latest, fragment) ? undefined : latest;
  }

  #enter(call: OpenToolCall): void {
    const { wireIndex, id } = call;
    for (const index of [wireIndex, undefined]) {
      const key = keyOf({ index, id });
      // An older call that is named late is not the latest of its name.
      const other = this.#latest.get(key);
      if (other === undefined || other.index < call.index) {
        this.#latest.set(key, call);
      }
    }
  }
}

// No number has a space in it, so no two places share a key.
function keyOf({ index, id }: Place): string {
  return `${index} ${id}`;
}
