import { type Segment, selectChain } from "../../chains/mod.ts";
import { EventFeed } from "../events/mod.ts";
import type { Gateway } from "../gateway/mod.ts";
import { type Devnet, openDevnet } from "../source/mod.ts";
import { openStore } from "./open_store.ts";
import type { ServiceOptions } from "./service_options.ts";

/** A segment that is served, with the devnet behind it. */
export interface ServedChain extends Gateway {
  readonly source: Devnet;
  /** Tells subscribers what happens. */
  readonly feed: EventFeed;
  /** Seconds since something happened to the chain. */
  eventAge(): number;
}

/** Opens each segment; if one cannot be opened, closes the others again. */
export async function openChains(
  segments: readonly Segment[],
  options: ServiceOptions,
  onError: (error: unknown) => void,
): Promise<ReadonlyMap<Segment, ServedChain>> {
  const opened = await Promise.allSettled(
    segments.map((segment) => openChain(segment, options, onError)),
  );
  const chains = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failed = opened.find((result) => result.status === "rejected");
  if (!failed) return new Map(chains.map((chain) => [chain.selection.segment, chain]));
  await Promise.all(chains.map(closeChain));
  throw failed.reason;
}

async function openChain(
  segment: Segment,
  { data, ...options }: ServiceOptions,
  onError: (error: unknown) => void,
): Promise<ServedChain> {
  const selection = selectChain(segment);
  const store = await openStore(segment, data);
  try {
    const source = await openDevnet({ ...options, segment, store, onError });
    const feed = new EventFeed({ log: store.events, onError });
    let happenedAt = performance.now();
    source.subscribe(() => {
      happenedAt = performance.now();
      feed.wake();
    });
    return {
      selection,
      store,
      source,
      feed,
      eventAge: () => (performance.now() - happenedAt) / 1_000,
      get blockTime() {
        return source.blockTime;
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Ends what makes blocks, then the store. */
export async function closeChain({ source, store }: ServedChain): Promise<void> {
  await source.close();
  await store.close();
}
