import { LRUCache } from "../../lru_cache.ts";
import type { Moment } from "./_engine.ts";

/** Maximum size of the cached results of one chain, in bytes. */
const MAX_BYTES = 8_000_000;
/** Estimated bytes of an object, a number or another small value. */
const VALUE = 32;
/** Estimated bytes of an entry, beside its name and its result. */
const OVERHEAD = 400;

/** The result of a read, and the moment of its request: `count` is a revision or a number of removals. */
interface Cached {
  readonly result: Promise<unknown>;
  readonly count: number;
  readonly timeline: string;
}

/**
 * Caches results of reads while they are valid and there is room. Duplicate reads at the same time share a result. A result
 * belongs to the moment of its request; if the chain changes meanwhile, the next read ignores the result.
 */
export class ReadCache {
  readonly #moment: () => Moment;
  readonly #results = new LRUCache<string, Cached>({ maxSize: MAX_BYTES, maxEntrySize: MAX_BYTES });

  constructor(moment: () => Moment) {
    this.#moment = moment;
  }

  /** Caches a result until the chain changes. */
  untilChange<T>(name: string, read: () => Promise<T>): Promise<T> {
    const { revision, timeline } = this.#moment();
    return this.#recall(name, { count: revision, timeline }, read);
  }

  /** Caches a record until blocks are removed; `undefined` is not cached. */
  untilRemoval<T>(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const { removals, timeline } = this.#moment();
    return this.#recall(name, { count: removals, timeline }, read, (found) => found !== undefined);
  }

  clear(): void {
    this.#results.clear();
  }

  #recall<T>(
    name: string,
    moment: Omit<Cached, "result">,
    read: () => Promise<T>,
    isCached: (found: T) => boolean = () => true,
  ): Promise<T> {
    const known = this.#results.get(name);
    if (known && known.count === moment.count && known.timeline === moment.timeline)
      return known.result as Promise<T>;
    const result = read();
    const cached: Cached = { ...moment, result };
    const size = OVERHEAD + name.length;
    this.#results.set(name, cached, { size });
    const settle = (isKept: boolean, found?: T): void => {
      if (this.#results.peek(name) !== cached) return;
      // A new object, since the cache ignores the new size of an object that is in it.
      if (isKept) this.#results.set(name, { ...cached }, { size: size + sizeOf(found) });
      else this.#results.delete(name);
    };
    result.then(
      (found) => settle(isCached(found), found),
      () => settle(false),
    );
    return result;
  }
}

/** Estimated bytes of a value and its parts. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return VALUE;
  if (value instanceof Uint8Array) return value.length + VALUE;
  let size = VALUE;
  if (value instanceof Map) for (const [name, part] of value) size += sizeOf(name) + sizeOf(part);
  else for (const part of Object.values(value)) size += VALUE + sizeOf(part);
  return size;
}
