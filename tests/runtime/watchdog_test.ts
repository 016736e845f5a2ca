import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  createWatchdog,
  type Watchdog,
  type WatchdogClock,
} from "../../runtime/watchdog.ts";

/** Runs with faked time and a watchdog of 100 ms idle and 250 ms of progress. */
function watched(
  run: (parts: {
    time: FakeTime;
    watchdog: Watchdog;
    expired: WatchdogClock[];
  }) => void,
  limits = { idleMs: 100, progressMs: 250 },
): void {
  using time = new FakeTime(0);
  const expired: WatchdogClock[] = [];
  const watchdog = createWatchdog({
    ...limits,
    onExpire: (clock) => expired.push(clock),
  });

  run({ time, watchdog, expired });

  watchdog.stop();
  assertStrictEquals(time.next(), false);
}

Deno.test("createWatchdog() sleeps until the first read", () => {
  watched(({ time }) => {
    const fired = time.next();

    assertStrictEquals(fired, false);
  });
});

Deno.test("createWatchdog() expires where the first read brings nothing", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.waiting();
    time.tick(99);
    const before = [...expired];
    time.tick(1);

    assertEquals(before, []);
    assertEquals(expired, ["idle"]);
  });
});

Deno.test("createWatchdog() starts its idle clock anew for each read", () => {
  watched(({ time, watchdog, expired }) => {
    for (let read = 0; read < 5; read++) {
      watchdog.waiting();
      time.tick(60);
      watchdog.received();
      watchdog.progressed();
    }
    watchdog.waiting();
    time.tick(99);
    const before = [...expired];
    time.tick(1);

    assertEquals(before, []);
    assertEquals(expired, ["idle"]);
  });
});

Deno.test("createWatchdog() never takes a slow consumer for a stall", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.waiting();
    time.tick(10);
    watchdog.received();
    time.tick(1_000_000);

    assertEquals(expired, []);
  });
});

Deno.test("createWatchdog() leaves no timer on with no read outstanding", () => {
  watched(({ time, watchdog }) => {
    watchdog.waiting();
    watchdog.received();
    const first = time.next();
    const second = time.next();

    assertEquals([first, second], [true, false]);
  });
});

Deno.test("createWatchdog() watches again after a slow consumer", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.waiting();
    watchdog.received();
    time.tick(1_000_000);
    watchdog.waiting();
    time.tick(99);
    const before = [...expired];
    time.tick(1);

    assertEquals(before, []);
    assertEquals(expired, ["idle"]);
  });
});

Deno.test("createWatchdog() adds up what reads wait for content", () => {
  watched(({ time, watchdog, expired }) => {
    for (let read = 0; read < 4; read++) {
      watchdog.waiting();
      time.tick(60);
      watchdog.received();
    }
    watchdog.waiting();
    time.tick(9);
    const before = [...expired];
    time.tick(1);

    assertEquals(before, []);
    assertEquals(expired, ["progress"]);
  });
});

Deno.test("createWatchdog() counts no time of the consumer as a wait for content", () => {
  watched(({ time, watchdog, expired }) => {
    for (let read = 0; read < 4; read++) {
      watchdog.waiting();
      time.tick(60);
      watchdog.received();
      time.tick(1_000);
    }
    watchdog.waiting();
    time.tick(9);
    const before = [...expired];
    time.tick(1);

    assertEquals(before, []);
    assertEquals(expired, ["progress"]);
  });
});

Deno.test("createWatchdog() starts its progress clock anew at content", () => {
  watched(({ time, watchdog, expired }) => {
    for (let read = 0; read < 20; read++) {
      watchdog.waiting();
      time.tick(60);
      watchdog.received();
      if (read % 4 === 3) watchdog.progressed();
    }

    assertEquals(expired, []);
  });
});

Deno.test("createWatchdog() expires at once where earlier reads used up all", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.waiting();
    time.tick(90);
    watchdog.received();
    watchdog.waiting();
    time.tick(10);
    watchdog.received();
    watchdog.waiting();
    time.tick(0);

    assertEquals(expired, ["progress"]);
  }, { idleMs: 200, progressMs: 100 });
});

Deno.test("createWatchdog() names the clock that ran out first", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.waiting();
    time.tick(1_000);

    assertEquals(expired, ["progress"]);
  }, { idleMs: 200, progressMs: 100 });
});

Deno.test("createWatchdog() names the idle clock where both run out", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.waiting();
    time.tick(100);

    assertEquals(expired, ["idle"]);
  }, { idleMs: 100, progressMs: 100 });
});

Deno.test("createWatchdog() expires once", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.waiting();
    time.tick(100);
    watchdog.received();
    watchdog.waiting();
    time.tick(1_000);

    assertEquals(expired, ["idle"]);
  });
});

Deno.test("createWatchdog() leaves no timer once stopped", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.waiting();
    watchdog.stop();
    const fired = time.next();

    assertStrictEquals(fired, false);
    assertEquals(expired, []);
  });
});

Deno.test("createWatchdog() starts no timer once stopped", () => {
  watched(({ time, watchdog }) => {
    watchdog.stop();
    watchdog.waiting();
    const fired = time.next();

    assertStrictEquals(fired, false);
  });
});

Deno.test("createWatchdog() has stopped by the time it tells", () => {
  using time = new FakeTime(0);
  let fired: boolean | undefined;
  const watchdog = createWatchdog({
    idleMs: 100,
    progressMs: 250,
    onExpire: () => {
      watchdog.waiting();
      fired = time.next();
    },
  });

  watchdog.waiting();
  time.tick(100);

  assertStrictEquals(fired, false);
});

Deno.test("createWatchdog() lets a second start of one read pass", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.waiting();
    time.tick(60);
    watchdog.waiting();
    time.tick(40);

    assertEquals(expired, ["idle"]);
  });
});

Deno.test("createWatchdog() lets an end without a read pass", () => {
  watched(({ time, watchdog, expired }) => {
    watchdog.received();
    watchdog.progressed();
    time.tick(1_000);

    assertEquals(expired, []);
  });
});

Deno.test("createWatchdog() waits no longer than its limit if the clock is set back", () => {
  watched(({ time, watchdog, expired }) => {
    time.tick(1_000_000);
    const now = Date.now;

    watchdog.waiting();
    Date.now = () => 0;
    time.tick(100);
    Date.now = now;
    const before = [...expired];
    time.tick(100);

    assertEquals(before, []);
    assertEquals(expired, ["idle"]);
  });
});

Deno.test("createWatchdog() makes one timer for 20,000 quick reads", () => {
  watched(({ watchdog }) => {
    const faked = globalThis.setTimeout;
    let timers = 0;
    globalThis.setTimeout = new Proxy(faked, {
      apply(target, self, args) {
        timers++;
        return Reflect.apply(target, self, args);
      },
    });
    try {
      for (let read = 0; read < 20_000; read++) {
        watchdog.waiting();
        watchdog.received();
        watchdog.progressed();
      }
    } finally {
      globalThis.setTimeout = faked;
    }

    assertEquals(timers, 1);
  });
});
