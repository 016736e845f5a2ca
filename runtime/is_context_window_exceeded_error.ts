/**
 * Recognizes requests that did not fit the model.
 *
 * @module
 */

// Each names the size of the prompt as the trouble, so that complaints about one
// field, one parameter or a rate do not match. Gaps are bounded: a long text costs
// no more than its length.
const WORDINGS: readonly RegExp[] = [
  // Codes, class names, and the sentences made from them.
  /context[ _]?(?:length|window|size)[ _]?(?:has been |was |is )?exceeded/i,
  /context window exceeds (?:the )?limit/i,
  /\bexceed_context_size_error\b/i,
  /\bmodel_max_prompt_tokens_exceeded\b/i,
  /\btokens_limit_reached\b/i,
  // Something exceeds the context window.
  /\bexceed(?:s|ed|ing)?\b[^.\n]{0,60}?\b(?:context[ _-]?(?:length|window|size|limit)|max(?:imum)? context)\b/i,
  /\b(?:is|are) (?:longer|larger|greater) than the [^.\n]{0,30}?(?:context (?:length|window|size)|model length)\b/i,
  /\btoo (?:big|large|long) for (?:the |this )?(?:model'?s? )?context\b/i,
  /\bnot fit (?:in|into|within) (?:the |its )?(?:model'?s )?context (?:length|window|size)\b/i,
  /\bcontext (?:length |window )?overflow(?:ed)?\b/i,
  /\bran out of room in the model's context window\b/i,
  // The most it can be, with a number.
  /\bmax(?:imum)? context length(?: is| of|:)? ?\(?\d/i,
  /\btoo large for model with \d+ max(?:imum)? context length\b/i,
  // The prompt is too long, counted in tokens or not counted at all.
  /\bprompt (?:is )?too long\b(?![^\n]{0,80}\bcharacters?\b)/i,
  /\binput is too long for (?:the )?requested model\b/i,
  /\bmaximum prompt length is \d+ but the request contains\b/i,
  /\breduce the length of (?:the|your) (?:messages|prompt|conversation)\b/i,
  /\b(?:input|prompt)(?: length)?(?: \(?\d+\)?)? exceeds (?:the )?(?:model's )?max(?:imum)? (?:allowed )?(?:(?:input|prompt) )?length\b(?![^\n]{0,80}\bcharacters?\b)/i,
  /\brange of input length should be\b/i,
  // More tokens than the model takes.
  /\b(?:input|prompt) token count\b[^.\n]{0,30}? exceeds the (?:maximum number of tokens|limit)\b/i,
  /\binput tokens exceed the configured limit\b/i,
  /\btoo many input tokens\b(?! per\b)/i,
  /\bexceeded model token limit\b/i,
  /\btokens in the prompt cannot exceed\b/i,
  /\bnumber of input tokens \d+ cannot exceed\b/i,
  /`inputs` (?:must have less than \d+ tokens|tokens \+ `max_new_tokens` must be <=)/i,
];

/**
 * Tells whether a provider complains that a request does not fit the context
 * window of the model.
 *
 * Conservative: only wordings that providers are known to use match, and neither
 * a bad parameter nor a rate limit counted in tokens does.
 *
 * @example Tell an overflow from a bad parameter
 * ```ts
 * import { isContextWindowExceededError } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * equal(
 *   isContextWindowExceededError("prompt is too long: 208310 tokens > 200000 maximum"),
 *   true,
 * );
 * equal(isContextWindowExceededError("max_tokens must be at most 8192"), false);
 * ```
 *
 * @param detail What the provider wrote: a message, a code, or a whole body.
 * @returns Whether it is such a complaint.
 */
export function isContextWindowExceededError(detail: string): boolean {
  return WORDINGS.some((wording) => wording.test(detail));
}
