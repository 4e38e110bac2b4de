import { median, type Work } from "../_measure.ts";

const SEED = 7;

/** Rounds that warm up: V8 compiles what a batch calls anew until about the hundredth. */
const WARM_UP = 100;

/** Number of samples. */
export interface SampleOptions {
  readonly rounds: number;
  readonly calls: number;
}

/** Microseconds of processor per call of each work, round by round. */
export class Samples {
  readonly #times: ReadonlyMap<string, readonly number[]>;

  constructor(times: ReadonlyMap<string, readonly number[]>) {
    this.#times = times;
  }

  has(name: string): boolean {
    return this.#times.has(name);
  }

  /** The median of a work's rounds. */
  timeOf(name: string): number {
    return median(this.#of(name));
  }

  /** The median of what each round gives of one work beside another. */
  ratio(name: string, base: string): number {
    const below = this.#of(base);
    return median(this.#of(name).map((time, round) => time / (below[round] ?? NaN)));
  }

  #of(name: string): readonly number[] {
    const times = this.#times.get(name);
    if (!times) throw new RangeError(`Cannot read samples: there is no ${name}`);
    return times;
  }
}

/**
 * Takes samples of works in turns, each round in another order. What counts is the processor's time of this process, so
 * that other load on the machine stays out of it.
 */
export async function sample(
  works: Readonly<Record<string, Work>>,
  { rounds, calls }: SampleOptions,
): Promise<Samples> {
  const entries = Object.entries(works);
  const times = new Map(entries.map(([name]): [string, number[]] => [name, []]));
  const random = randomFrom(SEED);
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [name, work] of shuffled(entries, random)) {
      const before = process.cpuUsage();
      for (let call = 0; call < calls; call++) await work(call);
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times.get(name)?.push((user + system) / calls);
    }
  }
  return new Samples(times);
}

/** No work always follows the same other one, whose garbage it would have to collect. */
function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const keyed = items.map((item): [number, Item] => [random(), item]);
  return keyed.toSorted(([one], [other]) => one - other).map(([, item]) => item);
}

/** Mulberry32: the same seed gives the same order. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
