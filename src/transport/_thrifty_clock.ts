import { type Clock, SYSTEM_CLOCK } from "./clock.ts";

/** A timer of Node and its like, which can be started again. */
interface Timer {
  refresh(): unknown;
  ref(): unknown;
  unref(): unknown;
}

/** A timer, and what it calls now. */
interface Kept {
  readonly timer: unknown;
  readonly delay: number;
  /** What made it: a test may have put another in the place of the runtime's own since. */
  readonly maker: unknown;
  run: () => void;
}

/**
 * The runtime's own clock, which starts a timer again that was taken back: to make one for each request costs Node more
 * than all else that a transport does for it. One that nobody waits for does not keep a process alive.
 */
export function thriftyClock(): Clock {
  let spare: Kept | undefined;

  function make(run: () => void, delay: number): Kept {
    const timer = SYSTEM_CLOCK.setTimeout(() => kept.run(), delay);
    const kept: Kept = { timer, delay, maker: globalThis.setTimeout, run };
    return kept;
  }
  return {
    now: () => SYSTEM_CLOCK.now(),
    setTimeout(run, delay) {
      const kept = spare;
      if (kept?.delay !== delay || kept.maker !== globalThis.setTimeout) return make(run, delay);
      spare = undefined;
      kept.run = run;
      (kept.timer as Timer).refresh();
      (kept.timer as Timer).ref();
      return kept;
    },
    clearTimeout(given) {
      const kept = given as Kept;
      if (kept === spare) return;
      kept.run = ignore;
      const isNeeded = spare?.delay !== kept.delay;
      if (!isNeeded || !isTimer(kept.timer)) return SYSTEM_CLOCK.clearTimeout(kept.timer);
      if (spare) SYSTEM_CLOCK.clearTimeout(spare.timer);
      kept.timer.unref();
      spare = kept;
    },
  };
}

function isTimer(timer: unknown): timer is Timer {
  const { refresh, unref } = (timer ?? {}) as Partial<Timer>;
  return typeof refresh === "function" && typeof unref === "function";
}

function ignore(): void {}
