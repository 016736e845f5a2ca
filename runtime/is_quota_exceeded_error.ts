/**
 * Recognizes accounts that have used up what they may use.
 *
 * @module
 */

// Money does not come back by itself, so these match whatever else is said. A
// budget of tokens to think with is a parameter, one of retries is nobody's, and
// neither is money.
const SPENT: readonly RegExp[] = [
  /\b(?:insufficient|overdue|(?:not|\w+n['’]t|lacks?|lacking)(?: have)? (?:enough|sufficient))(?: \w+)? (?:balance|quota|credits?|funds)\b/i,
  /\b(?:balance|credits?|funds)(?: limit)?(?: (?:ha[sv]e?|was|were|is|are|been)){0,2} (?:depleted|exceeded|exhausted|used up|expired|insufficient|too low|not enough|overdue|r[au]n out)\b|\bquota(?: is)? (?:insufficient|not enough)\b/i,
  /\b(?:depleted|exceeded|exhausted|(?:used|consumed) (?:up|all)|out of)(?: \w+){0,5}? (?:credits?|funds|(?:account|monthly|daily|weekly|project|team|organization|key) budget)\b/i,
  /\b(?:no|0|zero) (?:credits? (?:left|remaining)|(?:remaining|more) credits?)\b/i,
  /(?:\bbilling hard limit|\bspend(?:ing)? (?:limit|cap)|(?:^|[^\w ] ?|\b(?!(?:thinking|reasoning|output|completion|tokens?|context|retry|error|time|latency|step|call) )\w{1,30} )budget(?: limit)?(?: (?:for|of)(?: \w+){1,4}?)?)(?: (?:ha[sv]e?|was|were|is|are|been)){0,2} (?:depleted|exceeded|exhausted|used up|reached|hit)\b/i,
  /\b(?:depleted|exceeded|exhausted|used up|reach(?:ed|ing)|hit)(?: \w+){0,5}? spend(?:ing)? (?:limit|cap)\b/i,
  /\brequires more credits\b|\bcan only afford\b|\bexceeded (?:token )?budget(?![\w ])|\baccount overdue\b|\barrearage\b/i,
  /余额不足|欠费|(?:额度|配额)已?(?:用尽|用完|耗尽|不足)/,
];

// Quotas and limits may also be those of the current minute.
const USED_UP: readonly RegExp[] = [
  /\b(?:depleted|exceeded|exhausted|used up|reached|hit|out of)(?: \w+){0,5}? (?:quota|usage limits?|request allowance|free allocation)\b/i,
  /\b(?:quota|usage limits?|key limit|free tier)(?: limit)?(?:[^.:\n]{0,30}? (?:ha[sv]e?(?: been)?|was|were|is|are))? (?:depleted|exceeded|exhausted|used up|reached|hit|r[au]n out)\b/i,
];

// What a moment restores is a rate limit, whatever the provider calls it, and a
// full disk is the provider's own.
const OTHER_LIMITS =
  /\brate limit (?:quota )?(?:(?:has been|was|is) )?(?:exceeded|reached|hit)\b|\b(?:disk|storage) quota\b|\bconcurren(?:t|cy)\b|\b[rt]pm\b|per ?(?:min(?:ute)?|sec(?:ond)?)\b|\b(?:resets?|retry|again|replenished|refreshes|available)\b[^.\n]{0,20}? (?:in|after) (?:about )?(?:an? (?:few )?|one |the next |[\d.]+ ?)(?:m?s|milli\w*|secs?|seconds?|m|mins?|minutes?|moment)\b/i;

/**
 * Tells whether a provider complains that a quota, a balance, credits, a budget
 * or a usage limit is used up.
 *
 * Conservative: a limit that a moment restores is not such a complaint, even where
 * the provider calls it a quota.
 *
 * @example Tell an empty account from a busy one
 * ```ts
 * import { isQuotaExceededError } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * equal(isQuotaExceededError("Insufficient Balance"), true);
 * equal(isQuotaExceededError("Rate limit reached: 60 requests per minute"), false);
 * ```
 *
 * @param detail What the provider wrote: a message, a code, or a whole body.
 * @returns Whether it is such a complaint.
 */
export function isQuotaExceededError(detail: string): boolean {
  // Codes are sentences in another spelling.
  const words = detail.replace(/[_-]/g, " ").replace(/[a-z](?=[A-Z])/g, "$& ");
  const matches = (wording: RegExp) => wording.test(words);
  return SPENT.some(matches) ||
    (USED_UP.some(matches) && !OTHER_LIMITS.test(words));
}
