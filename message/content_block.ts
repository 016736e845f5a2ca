/**
 * What a message is made of.
 *
 * @module
 */

import type { AttachmentId, CallId } from "./ids.ts";

/** Visible text. */
export interface TextBlock {
  /** Discriminates the block. */
  type: "text";
  /** The text, exactly as it was written or produced. */
  text: string;
}

/** The model's thinking. Never part of the answer. */
export interface ReasoningBlock {
  /** Discriminates the block. */
  type: "reasoning";
  /** The thinking, exactly as the model produced it. */
  text: string;
}

/** Where the bytes of an image are, and what they are. */
export interface ImageAttachmentRef {
  /** Key to the bytes in the host's attachment store. */
  attachmentId: AttachmentId;
  /** Media type of the bytes. */
  mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
  /** Size of the stored bytes. */
  bytes: number;
  /** Width in pixels, when known. */
  width?: number | undefined;
  /** Height in pixels, when known. */
  height?: number | undefined;
  /** File name to show a person, when there is one. */
  name?: string | undefined;
}

/** A reference to an image. The bytes stay in the host's attachment store. */
export interface ImageBlock {
  /** Discriminates the block. */
  type: "image";
  /** Where the bytes are. */
  attachment: ImageAttachmentRef;
}

/** The model asks for a tool to be run. */
export interface ToolCallBlock {
  /** Discriminates the block. */
  type: "tool-call";
  /** Ties the result to this call. */
  id: CallId;
  /** Name of the tool. */
  name: string;
  /** Arguments as the JSON text the model wrote. See `parseToolArguments`. */
  arguments: string;
}

/** What a tool answered. */
export interface ToolResultBlock {
  /** Discriminates the block. */
  type: "tool-result";
  /** The call this answers. */
  toolCallId: CallId;
  /** What the tool produced. */
  content: ContentBlock[];
  /** Whether the tool failed. */
  isError?: boolean | undefined;
}

/**
 * Every content block, keyed by its `type`. Open: an application adds its own.
 *
 * Add under one name throughout a program: TypeScript may lose what is added under
 * `"@dsh/llm"` where another file adds under `"@dsh/llm/message"`.
 *
 * @example Add a block from an application
 * ```ts ignore
 * import type {} from "@dsh/llm";
 *
 * declare module "@dsh/llm" {
 *   interface ContentBlockMap {
 *     chart: { type: "chart"; points: number[] };
 *   }
 * }
 * ```
 */
export interface ContentBlockMap {
  /** Visible text. */
  "text": TextBlock;
  /** The model's thinking. */
  "reasoning": ReasoningBlock;
  /** A reference to an image. */
  "image": ImageBlock;
  /** A request to run a tool. */
  "tool-call": ToolCallBlock;
  /** What a tool answered. */
  "tool-result": ToolResultBlock;
}

/** Every `type` a content block may have. */
export type ContentBlockType = keyof ContentBlockMap;

/** Any known content block. Switch on `type` and let unknown ones through. */
export type ContentBlock = ContentBlockMap[ContentBlockType];

/** Content to make a message of: blocks, or a string for a single text block. */
export type ContentInput = string | readonly ContentBlock[];

/**
 * Every kind of input a model may accept, keyed by its name. Open.
 */
export interface ModelModalityMap {
  /** Text. */
  "text": true;
  /** Images. */
  "image": true;
}

/** Any known input modality. */
export type ModelModality = keyof ModelModalityMap;
