import { median, type Work } from "../_measure.ts";

/** How often to measure. */
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
  for (let round = -Math.ceil(rounds / 4); round < rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const [name, work] = entries[(turn + Math.abs(round)) % entries.length] ?? [];
      if (name === undefined || !work) continue;
      const before = process.cpuUsage();
      for (let call = 0; call < calls; call++) await work(call);
      const { user, system } = process.cpuUsage(before);
      // The first rounds warm up.
      if (round >= 0) times.get(name)?.push((user + system) / calls);
    }
  }
  return new Samples(times);
}
