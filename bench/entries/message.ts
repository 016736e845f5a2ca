/** The vocabulary alone, whole. */

export * from "../../message.ts";
