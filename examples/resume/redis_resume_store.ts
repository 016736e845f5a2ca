/**
 * Keeps responses in Redis, each log in a stream.
 *
 * @module
 */

import type { ResumeStore } from "../../runtime/wire/mod.ts";
import type { RedisClient, RedisReply } from "./redis_client.ts";

// The entries of a stream have the ids 1-0, 2-0 and so on, and none is ever taken
// out: so the length of the stream is the number of its last entry.
const APPEND = `
local length = redis.call("XLEN", KEYS[1])
if ARGV[2] ~= "" and length ~= tonumber(ARGV[2]) then return 0 end
if #ARGV == 2 and length == 0 then return 0 end
for at = 3, #ARGV do
  redis.call("XADD", KEYS[1], (length + at - 2) .. "-0", "entry", ARGV[at])
end
redis.call("PEXPIRE", KEYS[1], ARGV[1])
return 1
`;

/**
 * Makes a store of a Redis.
 *
 * @param redis The client. Closed by whoever made it.
 * @param prefix What every key begins with.
 * @returns The store.
 */
export function redisResumeStore(
  redis: RedisClient,
  prefix: string = "responses/",
): ResumeStore {
  return {
    async append(log, entries, { ttlMs, after = "" }) {
      const key = prefix + log;
      const command = ["EVAL", APPEND, 1, key, Math.ceil(ttlMs), after];
      return await redis.send([...command, ...entries]) === 1;
    },

    async read(log, after, { limit, waitMs, signal }) {
      const key = prefix + log;
      const endsAt = Date.now() + waitMs;
      for (;;) {
        const range = ["XRANGE", key, `${after + 1}-0`, "+", "COUNT", limit];
        const entries = entriesIn(await redis.send(range, { signal }));
        if (entries.length > 0) return entries;

        const length = Number(await redis.send(["XLEN", key]));
        // A stream that has expired has no length either.
        if (length === 0 || length < after) return undefined;
        const ms = Math.min(
          endsAt - Date.now(),
          Number(await redis.send(["PTTL", key])) + 1,
        );
        if (endsAt <= Date.now()) return [];
        // Nothing says when a stream expires, so no wait is longer than it lives.
        await redis.send(
          ["XREAD", "BLOCK", Math.max(1, ms), "STREAMS", key, `${after}-0`],
          { signal },
        );
      }
    },
  };
}

/** The texts of `[[id, ["entry", text]], …]`. */
function entriesIn(reply: RedisReply): string[] {
  const entries = reply as readonly (readonly [string, readonly string[]])[];
  return entries.map(([, [, text = ""]]) => text);
}
