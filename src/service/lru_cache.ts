/**
 * Values that are forgotten where there is no room for all: those first that were used least recently.
 *
 * @module
 */
import { LRUCache } from "lru-cache";

export { LRUCache } from "lru-cache";

/** Values by key, at most so many. The room is taken as they come. */
export function createLru<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}

/** Gives the value of a key, which is made where it is not there. */
export function recall<Key extends {}, Value extends {}>(
  values: LRUCache<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = make();
  values.set(key, value);
  return value;
}
