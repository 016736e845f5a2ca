/**
 * The order tools are sent in.
 *
 * @module
 */

import type { ToolSchema } from "../request.ts";

/**
 * Sorts tools, so that the same tools always make the same request: a provider
 * that has cached the beginning of one finds it again.
 *
 * @param tools The tools.
 * @param order Names of those that come first, in this order. The others follow by
 * name, in the order of code units. Names of no tool are ignored.
 * @returns The tools, in an array of the caller's own.
 */
export function orderTools(
  tools: readonly ToolSchema[],
  order: readonly string[] = [],
): ToolSchema[] {
  const places = new Map<string, number>();
  for (const name of order) {
    if (!places.has(name)) places.set(name, places.size);
  }
  const placeOf = ({ name }: ToolSchema) => places.get(name) ?? places.size;
  return [...tools].sort((a, b) =>
    placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : Number(a.name > b.name))
  );
}
