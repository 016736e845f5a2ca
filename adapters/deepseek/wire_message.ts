/**
 * Messages as the server takes them.
 *
 * @module
 */

/** A message as the server takes it. */
export type WireMessage =
  | {
    role: "system";
    content: string;
  }
  | {
    role: "user";
    content: string | WirePart[];
  }
  | {
    role: "assistant";
    content: string;
    reasoning_content?: string;
    tool_calls?: WireToolCall[];
  }
  | {
    role: "tool";
    tool_call_id: string;
    content: string;
  };

/** A part of what the user says, where that is more than text. */
export type WirePart = WireText | WireImage;

/** Text among images. */
export interface WireText {
  /** The kind of the part. */
  type: "text";
  /** The text. */
  text: string;
}

/** An image. */
export interface WireImage {
  /** The kind of the part. */
  type: "image_url";
  /** Where the image is. */
  image_url: {
    /** A data URL: empty until the bytes have been read. */
    url: string;
  };
}

/** A tool call as the server takes it, with the fields it attached itself. */
export interface WireToolCall {
  [field: string]: unknown;
  /** Ties the result to the call. */
  id: string;
  /** The only kind there is. */
  type: "function";
  /** What is called. */
  function: {
    /** Name of the tool. */
    name: string;
    /** JSON text. */
    arguments: string;
  };
}
