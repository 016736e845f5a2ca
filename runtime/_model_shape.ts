/**
 * What is told of a model, in a catalogue or on its own.
 *
 * @module
 */

import { filled, text } from "../message/find_fault.ts";
import type { Shape } from "./read_shape.ts";

/** The shape of `LlmModelInfo`. */
export const MODEL: Shape = {
  provider: filled,
  id: filled,
  name: filled,
  "description?": text,
  "inputModalities?": [filled],
};
