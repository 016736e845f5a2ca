/**
 * Recognizes accounts that have used up what they may use.
 *
 * @module
 */

// Money does not come back by itself, so these match whatever else is said.
const SPENT: readonly RegExp[] = [
  /\binsufficient[ _-]?(?:(?:account|user)[ _-])?(?:balance|quota|credits?|funds)\b/i,
  /\b(?:not (?:have )?(?:enough|sufficient)|lack(?:s|ing)? (?:enough|sufficient)) (?:account )?(?:balance|credits?|funds|quota)\b/i,
  /\bbalance (?:has |have |was |were |is |are )?(?:been )?(?:depleted|exceeded|exhausted|used up|insufficient|too low|not enough|overdue)\b/i,
  /\boverdue balance\b/i,
  /\b(?:depleted|exceeded|exhausted|used up|used all|out of)(?: of)? (?:[\w-]+ ){0,4}?(?:credits?|funds)\b/i,
  /\b(?:no|0|zero) (?:credits? (?:left|remaining)|(?:remaining|more) credits?)\b/i,
  /\bcredits? (?:limit )?(?:has |have |was |were |is |are )?(?:been )?(?:depleted|exceeded|exhausted|used up|expired)\b/i,
  /\b(?:credits?|funds|balance) (?:(?:has|have) run|ran) out\b/i,
  /\brequires more credits\b/i,
  /\bcan only afford\b/i,
  /\bbilling[ _]hard[ _]limit/i,
  /\bspend(?:ing)? (?:limit|cap) (?:has |have |was |were |is |are )?(?:been )?(?:depleted|exceeded|exhausted|used up|reached|hit)\b/i,
  /\b(?:depleted|exceeded|exhausted|used up|reached|hit|reaching) (?:your |its |the |their )?(?:[\w-]+ ){0,4}?spend(?:ing)? (?:limit|cap)\b/i,
  // A budget of tokens to think with is a parameter, and no money.
  /(?:^|["':(] ?|\b(?!(?:thinking|reasoning|output|tokens?) )\w{1,30} )budget (?:limit )?(?:has |have |was |were |is |are )?(?:been )?(?:depleted|exceeded|exhausted|used up|reached|hit)\b/i,
  /(?:^|["':(] ?|\b(?!(?:thinking|reasoning|output|tokens?) )\w{1,30} )budget (?:for|of) (?:[\w-]+ ){1,4}?(?:has been |is |was )(?:depleted|exceeded|exhausted|used up|reached|hit)\b/i,
  /\bbudget_exceeded\b|\bExceededBudget\b/i,
  /\b(?:depleted|exceeded|exhausted|used up) (?:your |its |the |their )?(?:(?:account|monthly|daily|weekly|project|team|organization|key) )+budget\b/i,
  /\bArrearage\b/,
  /余额不足|欠费|(?:额度|配额)(?:已)?(?:用尽|用完|耗尽|不足)/,
];

// Quotas and limits may also be those of the current minute.
const USED_UP: readonly RegExp[] = [
  /\b(?:depleted|exceeded|exhausted|used up|reached|hit|out of) (?:your |its |the |their )?(?:[\w-]+ ){0,4}?quota\b/i,
  /\bquota[ _]?(?:limit )?(?:has |have |was |were |is |are )?(?:been )?(?:depleted|exceeded|exhausted|used up|reached|hit)\b/i,
  /\bquota\b[^.\n]{0,30}? (?:has been |is |was )(?:depleted|exceeded|exhausted|used up|reached|hit)\b/i,
  /\bexceeded[ _](?:your[ _])?current[ _]quota/i,
  /\bquota (?:has run|ran) out\b/i,
  /\bfree tier of the model has been exhausted\b/i,
  /\busage[ _]limits?[ _](?:has |have |was |were |is |are )?(?:been )?(?:depleted|exceeded|exhausted|used up|reached|hit)\b/i,
  /\b(?:depleted|exceeded|exhausted|used up|reached|hit) (?:your |its |the |their )?(?:[\w-]+ ){0,4}?usage limits?\b/i,
  /\bkey limit exceeded\b/i,
  /\bexceeded your [\w-]+ request allowance\b/i,
  /\bused up your daily free allocation\b/i,
];

// What a moment restores is a rate limit, whatever the provider calls it, and a
// full disk is the provider's own.
const OTHER_LIMITS: readonly RegExp[] = [
  /\brate limit (?:quota )?(?:has |have |was |were |is |are )?(?:been )?(?:depleted|exceeded|exhausted|used up|reached|hit)\b/i,
  /\b(?:disk|storage) quota\b/i,
  /\bconcurren(?:t|cy)\b/i,
  /per[ _-]?(?:minute|min\b|second|sec\b)/i,
  /\b(?:resets?|retry|again|replenished|refreshes|available)\b[^.\n]{0,20}?\b(?:in|after) (?:about )?(?:(?:an?|one|the next|[\d.]+) ?(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)|a moment)\b/i,
];

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
  const matches = (wording: RegExp) => wording.test(detail);
  return SPENT.some(matches) ||
    (USED_UP.some(matches) && !OTHER_LIMITS.some(matches));
}
