import { LRUCache } from "../../lru_cache.ts";
import type { Moment } from "./_engine.ts";

/** Most bytes of the answers of one chain. */
const MAX_BYTES = 8_000_000;
/** Counted for an object, a number and the like. */
const VALUE = 32;
/** Counted for an answer beside its name and what is in it. */
const OVERHEAD = 400;

/** An answer, and the change of the chain that it is of. */
interface Cached {
  readonly answer: Promise<unknown>;
  readonly count: number;
  readonly line: string;
}

/**
 * Answers of reads, for as long as they hold and there is room. Equal reads at the same time become one. An answer is of the
 * moment in which it was asked for: one that comes later may be of a later moment, and is read again then.
 */
export class ReadCache {
  readonly #moment: () => Moment;
  readonly #answers = new LRUCache<string, Cached>({ maxSize: MAX_BYTES, maxEntrySize: MAX_BYTES });

  constructor(moment: () => Moment) {
    this.#moment = moment;
  }

  /** An answer that any change of the chain may change. */
  moving<T>(name: string, read: () => Promise<T>): Promise<T> {
    const { revision, line } = this.#moment();
    return this.#recall(name, { count: revision, line }, read);
  }

  /** A record that stays as it is until blocks are removed. That there is none is not cached. */
  lasting<T>(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const { removals, line } = this.#moment();
    return this.#recall(name, { count: removals, line }, read, (found) => found !== undefined);
  }

  clear(): void {
    this.#answers.clear();
  }

  #recall<T>(
    name: string,
    of: Omit<Cached, "answer">,
    read: () => Promise<T>,
    isCached: (found: T) => boolean = () => true,
  ): Promise<T> {
    const known = this.#answers.get(name);
    if (known && known.count === of.count && known.line === of.line)
      return known.answer as Promise<T>;
    const answer = read();
    const cached: Cached = { ...of, answer };
    const size = OVERHEAD + name.length;
    this.#answers.set(name, cached, { size });
    const settle = (isKept: boolean, found?: T): void => {
      if (this.#answers.peek(name) !== cached) return;
      // A value of its own: the size of one that is there already stays as it is.
      if (isKept) this.#answers.set(name, { ...cached }, { size: size + sizeOf(found) });
      else this.#answers.delete(name);
    };
    answer.then(
      (found) => settle(isCached(found), found),
      () => settle(false),
    );
    return answer;
  }
}

/** Characters and bytes of an answer with all that is in it. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return VALUE;
  if (value instanceof Uint8Array) return value.length + VALUE;
  let size = VALUE;
  if (value instanceof Map) for (const [name, part] of value) size += sizeOf(name) + sizeOf(part);
  else for (const part of Object.values(value)) size += VALUE + sizeOf(part);
  return size;
}
