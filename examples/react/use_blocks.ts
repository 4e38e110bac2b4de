import { useEffect, useState } from "react";
import type { BlockSummary, Client } from "alphadelta";

/** The newest blocks, newest first, kept up to date by events. */
export function useBlocks(
  client: Client<"delta">,
  count: number,
): { readonly blocks: readonly BlockSummary[]; readonly error: Error | undefined } {
  const [blocks, setBlocks] = useState<readonly BlockSummary[]>([]);
  const [error, setError] = useState<Error>();

  useEffect(() => {
    const stop = new AbortController();
    follow(stop.signal).catch((reason: Error) => {
      if (!stop.signal.aborted) setError(reason);
    });
    return () => stop.abort();

    async function follow(signal: AbortSignal): Promise<void> {
      const { blockHeight } = await client.getChainInfo({ signal });
      const fromHeight = Math.max(0, blockHeight - count + 1);
      for await (const event of client.events.subscribe("blocks", {}, { fromHeight, signal })) {
        const { reorg, data } = event;
        if (reorg) setBlocks((now) => now.filter(({ number }) => number < reorg.fromHeight));
        else setBlocks((now) => [data, ...now].slice(0, count));
      }
    }
  }, [client, count]);

  return { blocks, error };
}
