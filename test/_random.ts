/** Random numbers that a seed fixes. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 to `most`. */
  upTo(most: number): number;
}

/** Runs `body` for each seed from 0; a failure names the seed. */
export async function forSeeds(
  count: number,
  body: (random: Random) => Promise<void>,
): Promise<void> {
  for (let seed = 0; seed < count; seed += 1) {
    try {
      await body(randomOf(seed));
    } catch (error) {
      throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
    }
  }
}

/** The generator mulberry32. */
function randomOf(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return { next, upTo: (most) => Math.floor(next() * (most + 1)) };
}
