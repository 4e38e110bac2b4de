import { useEffect, useState } from "preact/hooks";

/** Items that are kept at most: a page shows no more. */
const MOST_ITEMS = 500;

/** The newest state of each item that a subscription told of, by its key. */
export function useFresh<Item>(
  subscribe: (signal: AbortSignal) => AsyncIterable<{ readonly data: Item | null }>,
  keyOf: (item: Item) => string | number | undefined,
  subject: readonly unknown[],
): ReadonlyMap<string | number | undefined, Item> {
  const [items, setItems] = useState<ReadonlyMap<string | number | undefined, Item>>(new Map());
  useEffect(() => {
    const ended = new AbortController();
    setItems(new Map());
    void (async () => {
      try {
        for await (const { data } of subscribe(ended.signal)) {
          if (!data) continue;
          setItems(
            (before) => new Map([...before, [keyOf(data), data] as const].slice(-MOST_ITEMS)),
          );
        }
      } catch {
        // The page is reloaded with the next reorganisation or reconnection all the same.
      }
    })();
    return () => ended.abort();
  }, subject);
  return items;
}
