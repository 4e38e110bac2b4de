/**
 * Values that are forgotten where there is no room for all: those first that were used least recently.
 *
 * @module
 */
import { LRUCache } from "lru-cache";

export { LRUCache } from "lru-cache";

/**
 * Values by key, at most so many. The room is taken as they come.
 *
 * @param make Makes the value of a key that `memo` does not find.
 */
export function createLru<Key extends {}, Value extends {}>(
  most: number,
  make?: (key: Key) => Value,
): LRUCache<Key, Value> {
  return new LRUCache({
    maxSize: most,
    sizeCalculation: () => 1,
    ...(make && { memoMethod: make }),
  });
}
