/**
 * How much of the model's context a session takes.
 *
 * @module
 */

export type { SessionEvent } from "../session/session_event.ts";
