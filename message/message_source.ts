/**
 * Who produced a message, and what kind of information it holds.
 *
 * @module
 */

import type { CallId } from "./ids.ts";

/**
 * What kind of information a producer put into the context.
 *
 * Says what the content is, never how to draw it, and is independent of who
 * produced it. No form at all is legal and means opaque content.
 *
 * - `instructions`: directions the model is expected to follow
 * - `catalog`: a list of what is available, published again when it changes
 * - `snapshot`: the state right now; a later one replaces it
 * - `notice`: one thing that just happened; it replaces nothing
 * - `relay`: a message from another agent
 * - `recall`: material taken from another conversation
 */
export type ContextForm =
  | "instructions"
  | "catalog"
  | "snapshot"
  | "notice"
  | "relay"
  | "recall";

/** One named part of a snapshot. */
export interface ContextSnapshotSection {
  /** Which subsystem contributed the part. */
  readonly name: string;
  /** The text the model sees. */
  readonly text: string;
}

/** A {@linkcode ContextForm} together with the fields it requires. */
export type ContextFormed =
  | {
    /** No form: opaque content. */
    readonly form?: undefined;
  }
  | {
    /** A form that needs nothing else. */
    readonly form: "instructions" | "catalog" | "relay" | "recall";
  }
  | {
    /** The state right now. */
    readonly form: "snapshot";
    /** What the snapshot was assembled from, in order. */
    readonly sections: readonly ContextSnapshotSection[];
  }
  | {
    /** One thing that just happened. */
    readonly form: "notice";
    /** One line that tells it. See `boundContextSummary`. */
    readonly summary: string;
  };

/** A person wrote it. */
export interface UserMessageSource {
  /** Discriminates the source. */
  kind: "user";
}

/** A part of the application wrote it. */
export type PluginMessageSource = {
  /** Discriminates the source. */
  kind: "plugin";
  /** Which part. */
  plugin: string;
} & ContextFormed;

/** Which model produced a message, and what its adapter needs to replay it. */
export interface AssistantProvenance {
  /** Provider route that served the call. */
  provider: string;
  /** Model id that served the call. */
  model: string;
  /** State private to the adapter, as lossless JSON. */
  replayState?: unknown;
}

/** A model produced it. */
export interface ModelMessageSource extends AssistantProvenance {
  /** Discriminates the source. */
  kind: "model";
}

/** A tool produced it. */
export interface ToolMessageSource {
  /** Discriminates the source. */
  kind: "tool";
  /** The call it answers. */
  callId: CallId;
}

/** Every message source, keyed by its `kind`. Open: an application adds its own. */
export interface MessageSourceMap {
  /** A person. */
  "user": UserMessageSource;
  /** A part of the application. */
  "plugin": PluginMessageSource;
  /** A model. */
  "model": ModelMessageSource;
  /** A tool. */
  "tool": ToolMessageSource;
}

/** Any known message source. Switch on `kind` and let unknown ones through. */
export type MessageSource = MessageSourceMap[keyof MessageSourceMap];
