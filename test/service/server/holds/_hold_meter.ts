/**
 * Milliseconds of processor that this thread has had: the first call makes Linux bring up to date what the second one reads.
 */
function worked(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds that the work of {@linkcode HoldMeter.slowness} takes on an idle machine. */
const USUAL = 2.9;

const BYTES = new Uint8Array(64 * 1_024).map((_, index) => index * 31);

/** Work that leaves nothing behind that would have to be cleaned up while something is measured. */
function hash(): number {
  let sum = 2_166_136_261;
  for (let round = 0; round < 8; round++)
    for (const byte of BYTES) sum = Math.imul(sum ^ byte, 16_777_619);
  return sum;
}

/**
 * Measures for how long at most the event loop of its thread serves nothing else: the processor time of a turn of the loop.
 * Other programs may keep the machine busy, so that the time by the clock tells nothing. While it measures, the loop never
 * sleeps.
 */
export class HoldMeter {
  #longest = 0;
  /** Counts what was measured: an earlier measurement may have a turn left. */
  #measured = 0;

  begin(): void {
    this.#longest = 0;
    const own = ++this.#measured;
    let last = worked();
    const tick = (): void => {
      if (own !== this.#measured) return;
      this.#longest = Math.max(this.#longest, worked() - last);
      last = worked();
      setImmediate(tick);
    };
    setImmediate(tick);
  }

  /** Milliseconds of the longest hold since it began. */
  end(): number {
    this.#measured++;
    return this.#longest;
  }

  /** How much longer the same work takes at this moment than on an idle machine; 1 at least. */
  slowness(): number {
    const times = Array.from({ length: 3 }, () => {
      const before = worked();
      hash();
      return worked() - before;
    });
    return Math.max(1, Math.min(...times) / USUAL);
  }
}
