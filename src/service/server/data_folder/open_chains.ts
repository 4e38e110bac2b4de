import { type Segment, selectChain } from "../../../chains/mod.ts";
import { EventFeed } from "../../api/events/mod.ts";
import type { ChainContext } from "../../api/context/mod.ts";
import { EXAMPLE_CHAIN, EXAMPLE_EPOCH, playExamples } from "../../devnet/example_chain/mod.ts";
import {
  ChainMismatchError,
  type Devnet,
  type DevnetOptions,
  openDevnet,
} from "../../devnet/producer/mod.ts";
import type { Announcement } from "../../chain/block_source.ts";
import type { Store } from "../../chain/store/mod.ts";
import { readNote, writeNote } from "./folder_note.ts";
import { openStore } from "./open_store.ts";

/** A segment that is served, with the devnet behind it. */
export interface ServedChain extends ChainContext {
  readonly source: Omit<Devnet, "subscribe">;
  /** Sends the chain's events to subscribers. */
  readonly feed: EventFeed;
  /** Seconds since the last event of the chain. */
  eventAge(): number;
}

/** Options of every chain that is opened. */
export interface OpenChainsOptions extends Omit<DevnetOptions, "segment" | "store" | "onError"> {
  /** Folder of the data files; in memory if left out. */
  readonly data?: string;
  /** Opens the chain of the examples, whatever the other options; always in memory. */
  readonly exampleChain?: boolean;
  /** Listens to every chain, once its history is there. */
  readonly onAnnounced?: (segment: Segment, announced: Announcement) => void;
}

/** Opens each segment; if one cannot be opened, closes the others again. */
export async function openChains(
  segments: readonly Segment[],
  asked: OpenChainsOptions,
  onError: (error: unknown) => void,
): Promise<ReadonlyMap<Segment, ServedChain>> {
  const options = asked.exampleChain ? { ...asked, ...EXAMPLE_CHAIN } : asked;
  const stores = await openStores(segments, options, onError);
  const opened = await Promise.allSettled(
    stores.map(([segment, store]) => openChain(segment, store, options, onError)),
  );
  const chains = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failed = opened.find((result) => result.status === "rejected");
  if (!failed) {
    const { data, seed = 0 } = options;
    if (data !== undefined) await writeNote(data, segments, seed);
    return new Map(chains.map((chain) => [chain.selection.segment, chain]));
  }
  // Why it could not be opened matters more than what closing the others meets, which is often the same.
  await closeChains(chains).catch(onError);
  throw failed.reason;
}

/**
 * Opens the stores one after the other, in an order that is the same for every process. Of several processes that start
 * on one folder, the one that gets furthest has all of them then, instead of each having some and none all.
 */
async function openStores(
  segments: readonly Segment[],
  { data, exampleChain }: OpenChainsOptions,
  onError: (error: unknown) => void,
): Promise<[Segment, Store][]> {
  const stores: [Segment, Store][] = [];
  const epoch = exampleChain ? EXAMPLE_EPOCH : undefined;
  try {
    for (const segment of segments.toSorted())
      stores.push([segment, await openStore(segment, data, epoch)]);
    return stores.toSorted(([one], [other]) => segments.indexOf(one) - segments.indexOf(other));
  } catch (error) {
    for (const [, store] of stores) await store.close().catch(onError);
    throw error;
  }
}

async function openChain(
  segment: Segment,
  store: Store,
  { data, exampleChain, onAnnounced, ...options }: OpenChainsOptions,
  onError: (error: unknown) => void,
): Promise<ServedChain> {
  const selection = selectChain(segment);
  try {
    const source = await openDevnet({ ...options, segment, store, onError });
    if (exampleChain) await playExamples(source, store, segment);
    const feed = new EventFeed({ log: store.events, onError });
    let happenedAt = performance.now();
    source.subscribe((announced) => {
      happenedAt = performance.now();
      feed.wake();
      onAnnounced?.(segment, announced);
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
    await store.close().catch(onError);
    throw explained(error, segment, data, options.seed);
  }
}

/** Says of a chain of another seed which folder it is in, and which seed it has where that was noted. */
function explained(error: unknown, segment: Segment, data: string | undefined, seed = 0): unknown {
  if (!(error instanceof ChainMismatchError) || data === undefined) return error;
  const noted = readNote(data, segment)?.seed;
  const has = noted === undefined || noted === seed ? "another seed" : `the seed ${noted}`;
  return new Error(
    `Cannot open data folder ${data}: its chain of ${segment} has ${has}, not ${seed}; take that seed or another folder`,
    { cause: error },
  );
}

/**
 * Closes every chain: what makes its blocks, then the store.
 *
 * @throws {Error} If a store could not be closed as it should; all of them are closed then too.
 */
export async function closeChains(chains: Iterable<ServedChain>): Promise<void> {
  const closed = await Promise.allSettled([...chains].map(closeChain));
  const failed = closed.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

async function closeChain({ selection, source, store }: ServedChain): Promise<void> {
  await source.close();
  try {
    await store.close();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot close ${selection.segment}: ${reason}`, { cause });
  }
}
