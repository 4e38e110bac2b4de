import type { Transaction } from "alphadelta";
import { useEffect, useState } from "preact/hooks";
import { useView } from "./view.ts";

/** Transactions that are kept at most. */
const MOST = 100;

/** Transactions that came since a page was opened. */
interface Arrivals {
  /** Newest first. */
  readonly transactions: readonly Transaction[];
  /** True once nothing is missed: what is read from then on and what arrives leave no gap. */
  readonly isReady: boolean;
}

const NONE: Arrivals = { transactions: [], isReady: false };

/** Follows the transactions of a type, or `all`, while `isFollowed`. */
export function useArrivals(type: string, isFollowed: boolean): Arrivals {
  const { client } = useView();
  const [arrivals, set] = useState(NONE);
  useEffect(() => {
    set(NONE);
    if (!isFollowed) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const filter = type === "all" ? {} : { type };
    const events = client.events.subscribe("transactions", filter, { signal });
    void (async () => {
      try {
        await events.ready;
        set((before) => ({ ...before, isReady: true }));
        for await (const { data, reorg } of events)
          set(({ transactions }) => ({
            isReady: true,
            transactions: reorg
              ? transactions.filter(({ blockNumber }) => blockNumber < reorg.fromHeight)
              : addTo(transactions, data),
          }));
      } catch {
        // The list is read again with the next reorganisation or reconnection all the same.
      }
    })();
    return () => ended.abort();
  }, [client, type, isFollowed]);
  return arrivals;
}

function addTo(transactions: readonly Transaction[], one: Transaction): readonly Transaction[] {
  if (transactions.some(({ hash }) => hash === one.hash)) return transactions;
  return [one, ...transactions].slice(0, MOST);
}
