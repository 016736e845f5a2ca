/** A page that shows what a server of its own streams, and may lose touch. */

import { assemble, createUserMessage, textOf } from "../../mod.ts";
import { connect, fromResponse } from "../../runtime/wire/mod.ts";

/** Asks once, and takes the answer from the response. */
export async function ask(question: string): Promise<string> {
  const body = JSON.stringify(createUserMessage({ content: question }));
  const response = await fetch("/ask", { method: "POST", body });
  return textOf((await assemble(fromResponse(response))).message());
}

/** Follows an answer across reloads of the page. */
export async function follow(url: string): Promise<string> {
  return textOf((await assemble(connect(url))).message());
}
