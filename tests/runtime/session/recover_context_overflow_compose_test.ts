import { assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { installRetry } from "../../../runtime/session/install_retry.ts";
import { recoverContextOverflow } from "../../../runtime/session/recover_context_overflow.ts";
import { compact, OVERFLOW, talked } from "./_overflow.ts";
import { ALWAYS, failed, failedAgain, NORMAL, RETRY } from "./_recovery.ts";

for (const first of ["retry", "compaction"]) {
  for (const retryPolicy of [NORMAL, ALWAYS]) {
    Deno.test(`recoverContextOverflow() goes with ${retryPolicy.mode} retries, the ${first} first`, async () => {
      using time = new FakeTime();
      const target = await talked();
      let compactions = 0;
      if (first === "retry") installRetry(target);
      recoverContextOverflow(target, () => {
        compactions++;
        return compact(target.log);
      });
      if (first === "compaction") installRetry(target);
      const busy = failed({ retryPolicy });
      const { failure } = OVERFLOW;

      const retried = target.ask(busy);
      await time.nextAsync();
      const compacted = target.ask(failedAgain(busy, { failure }));
      await compacted;
      assertFalse(time.next());
      const again = target.ask(failedAgain(failedAgain(busy)));
      await time.nextAsync();

      assertEquals(await retried, RETRY);
      assertEquals(await compacted, RETRY);
      assertEquals(await again, RETRY);
      assertEquals(compactions, 1);
      assertEquals(target.recorded.map(({ data }) => data.retry), [1, 1, 2, 2]);
      assertFalse(time.next());
    });
  }
}
