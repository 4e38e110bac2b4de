interface Sized<Value> {
  readonly value: Value;
  readonly size: number;
}

/**
 * Values by key, as many as there is room for; the least recently used go first. While less than half of the room is taken,
 * uses are not noted: nothing is to go soon, and a value that is moved in a large map costs more than it is worth.
 */
export class RecentValues<Key, Value> {
  readonly #room: number;
  /** Least recently used first. */
  readonly #values = new Map<Key, Sized<Value>>();
  #size = 0;

  /** @param room Most values, or the most of all sizes together. */
  constructor(room: number) {
    this.#room = room;
  }

  has(key: Key): boolean {
    return this.#values.has(key);
  }

  get(key: Key): Value | undefined {
    const known = this.#values.get(key);
    if (!known) return undefined;
    if (this.#size * 2 > this.#room) {
      this.#values.delete(key);
      this.#values.set(key, known);
    }
    return known.value;
  }

  /** Adds a value in the place of the one under this key, and returns it. */
  set(key: Key, value: Value, size = 1): Value {
    this.delete(key);
    this.#values.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#room) break;
      this.delete(oldest);
    }
    return value;
  }

  delete(key: Key): void {
    this.#size -= this.#values.get(key)?.size ?? 0;
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }
}

/** Counted for each text beside its own characters and those of its name. */
const OVERHEAD = 200;

/** The size of a text under a name, in characters. */
export function sizeOfText(name: string, length: number): number {
  return name.length + length + OVERHEAD;
}
