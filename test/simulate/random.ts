/** Random numbers that a seed and a name fix, so that what one part draws changes nothing of another. */
export class Random {
  #state: number;

  constructor(seed: number, name: string) {
    this.#state = seed | 0;
    for (let place = 0; place < name.length; place++)
      this.#state = Math.imul(this.#state ^ name.charCodeAt(place), 0x5bd1e995) + 0x6d2b79f5;
  }

  /** A number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number between two, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True in so many of all cases, from 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of several. */
  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.next() * values.length)] as Value;
  }

  /** Writes random bytes over some. */
  overwrite(bytes: Uint8Array): void {
    for (let place = 0; place < bytes.length; place++) bytes[place] = this.between(0, 255);
  }
}
