/** Counted for a value beside its own characters and its name: its place. */
const OVERHEAD = 200;

interface Sized<Value> {
  readonly value: Value;
  readonly size: number;
}

/** Values by name, as many as fit a number of characters; the least recently used go first. */
export class RecentValues<Value> {
  readonly #maximum: number;
  /** Least recently used first. */
  readonly #values = new Map<string, Sized<Value>>();
  #size = 0;

  /** @param maximum Most characters of all values with their names. */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  get(name: string): Value | undefined {
    const known = this.#values.get(name);
    if (!known) return undefined;
    this.#values.delete(name);
    this.#values.set(name, known);
    return known.value;
  }

  /** Adds a value of `length` characters in the place of the one of this name, and returns it. */
  set(name: string, value: Value, length: number): Value {
    this.delete(name);
    const size = length + name.length + OVERHEAD;
    this.#values.set(name, { value, size });
    this.#size += size;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#maximum) break;
      this.delete(oldest);
    }
    return value;
  }

  delete(name: string): void {
    this.#size -= this.#values.get(name)?.size ?? 0;
    this.#values.delete(name);
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }
}
