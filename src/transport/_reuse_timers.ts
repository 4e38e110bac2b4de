import { type Clock, SYSTEM_CLOCK } from "./clock.ts";

/** A timer, which Node and its like can start again. */
interface Timer {
  refresh?(): unknown;
  ref?(): unknown;
  unref?(): unknown;
}

/** A timer, and what it calls now. */
interface Kept {
  readonly timer: Timer;
  readonly delay: number;
  /** What made it: a test may have put another in the place of the runtime's own since. */
  readonly maker: unknown;
  run: () => void;
}

/**
 * The runtime's own clock, which starts a timer again that was taken back: to make one for each request costs Node more
 * than all else that a transport does for it. One that nobody waits for does not keep a process alive.
 */
export function reuseTimers(): Clock {
  let spare: Kept | undefined;
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
      const timer = SYSTEM_CLOCK.setTimeout(() => kept.run(), delay) as Timer;
      const kept: Kept = { timer, delay, maker, run };
      return kept;
    },
    clearTimeout(given) {
      const kept = given as Kept;
      if (kept === spare) return;
      kept.run = ignore;
      let dropped: Kept | undefined = kept;
      if (kept.timer.refresh && spare?.delay !== kept.delay) {
        kept.timer.unref?.();
        dropped = spare;
        spare = kept;
      }
      if (dropped) SYSTEM_CLOCK.clearTimeout(dropped.timer);
    },
  };
}

function ignore(): void {}
