/**
 * Recognizes requests that did not fit the model.
 *
 * @module
 */

// Each names the size of the prompt as the trouble, so that complaints about one
// field, one parameter or a rate do not match. Gaps are bounded: a long text costs
// no more than its length.
const WORDINGS: readonly RegExp[] = [
  // The context window is exceeded. Codes are sentences in another spelling.
  /context[ _-]?(?:length|window|size|limit)[ _-]?(?:(?:has been |was |is )?exceeded|exceeds (?:the )?limit)|\bcontext (?:(?:length|window|size|the) )?overflow/i,
  /\b(?:exceed(?:s|ed|ing)?|(?:is|are) (?:longer|larger|greater) than|too large for model|not fit (?:in|into|within)|out of room in)\b[^.\n]{0,60}? (?:context[ _-]?(?:length|window|size|limit)|max(?:imum)? context)\b/i,
  /\b(?:is|are) (?:longer|larger|greater) than the [^.\n]{0,30}?model length\b|\bexceeded model token limit\b/i,
  /\btoo (?:big|large|long) for (?:the |this )?(?:model'?s? )?context\b/i,
  /exceed_context_size|\btokens_limit_reached|prompt_tokens_exceeded/i,
  // The most it can be, with a number.
  /\bcontext length is only \d|\bmax(?:imum)? (?:context length(?: is| of|:)? ?\(?\d|prompt length is \d+ but)/i,
  // The prompt is too long, counted in tokens or not counted at all.
  /\b(?:prompt (?:is )?too long|(?:input|prompt)(?: length)?(?: \(?\d+\)?)? exceeds (?:the |model's ){0,2}max(?:imum)? (?:(?:allowed|input|prompt) ){0,2}length)\b(?![^\n]{0,80}\bcharacters?\b)/i,
  /\binput is too long for (?:the )?requested model\b|\breduce the length of (?:the|your) (?:input )?(?:messages|prompt|conversation)\b|\brange of input length should be\b/i,
  // More tokens than the model takes.
  /\b(?:input|prompt) tokens?(?: count)?(?: (?:of )?\(?\d+\)?)? (?:cannot exceed|exceeds? the (?:maximum number of tokens|(?:configured )?limit))\b/i,
  /\btoo many input tokens\b(?! per\b)|\btoo many tokens: size limit exceeded\b|\binput token count is \d+ but (?:the )?model only supports\b|\btokens in the prompt cannot exceed\b/i,
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
