import { type Clock, SYSTEM_CLOCK } from "./clock.ts";

/** A timer, which Node and its like can start again. */
interface Timer {
  refresh?(): unknown;
  ref?(): unknown;
  unref?(): unknown;
}

/** A timer that may be reused, and what it calls now. */
interface Reusable {
  readonly timer: Timer;
  readonly delay: number;
  /** What made it: a test may have put another in the place of the runtime's own since. */
  readonly maker: unknown;
  run: () => void;
}

/**
 * The runtime's own clock, which restarts a timer that was cleared: to make one for each request costs Node more than all
 * else that a transport does for it. A spare timer does not keep a process alive.
 */
export function reuseTimers(): Clock {
  let spare: Reusable | undefined;
  return {
    ...SYSTEM_CLOCK,
    setTimeout(run, delay) {
      const maker = globalThis.setTimeout;
      if (spare?.delay === delay && spare.maker === maker) {
        const known = spare;
        spare = undefined;
        known.run = run;
        known.timer.refresh?.();
        known.timer.ref?.();
        return known;
      }
      const timer = SYSTEM_CLOCK.setTimeout(() => own.run(), delay) as Timer;
      const own: Reusable = { timer, delay, maker, run };
      return own;
    },
    clearTimeout(given) {
      const own = given as Reusable;
      if (own === spare) return;
      own.run = ignore;
      let dropped: Reusable | undefined = own;
      if (own.timer.refresh && spare?.delay !== own.delay) {
        own.timer.unref?.();
        dropped = spare;
        spare = own;
      }
      if (dropped) SYSTEM_CLOCK.clearTimeout(dropped.timer);
    },
  };
}

function ignore(): void {}
