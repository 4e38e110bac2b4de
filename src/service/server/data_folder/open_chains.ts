import type { Segment } from "../../../chains/mod.ts";
import type { Durability } from "../../../durability.ts";
import { PENDING, pendingEvent } from "../../api/events/mod.ts";
import type { ServedChain } from "../../api/served_chain.ts";
import { FIRST_SEGMENTS } from "../../../generated/segments.gen.ts";
import {
  ChainMismatchError,
  type Devnet,
  type DevnetOptions,
  historyText,
  openDevnet,
} from "../../devnet/producer/mod.ts";
import { boundOf, type EventRetention } from "../../event_retention.ts";
import { SERVICE_DEFAULTS } from "../../options/mod.ts";
import type { Announcement } from "../../chain/block_source.ts";
import type { Store } from "../../chain/store/mod.ts";
import { Chains, type RunningChains, serveChain } from "./chains.ts";
import { readSeed, writeSeed } from "./data_file.ts";
import { openStore } from "./open_store.ts";

/** Options of every chain that is opened. */
export interface OpenChainsOptions extends Omit<
  DevnetOptions,
  "segment" | "store" | "onError" | "onHistory" | "signal"
> {
  /** Aborted to give up the histories that are being made. */
  readonly signal: AbortSignal;
  /** Folder of the data files; in memory if left out. */
  readonly data?: string;
  /** Bound of the event logs. @default {100_000} */
  readonly eventRetention?: EventRetention;
  /** When a write to a data file counts as done. @default {"full"} */
  readonly durability?: Durability;
  /** Makes the chains reproducible. */
  readonly script?: ChainScript | undefined;
  /** Listens to every chain, once its history is there. */
  readonly onAnnounced?: (segment: Segment, announced: Announcement) => void;
  /** Called with each block of a history that is being made: its height, and that of the last one. */
  readonly onHistory?: ((segment: Segment, height: number, last: number) => void) | undefined;
}

/** Fixes what is otherwise random, and adds to the history: for the chains of the specs' examples. */
export interface ChainScript {
  /** Epoch of the event logs. */
  readonly epoch: string;
  /** The 32 bytes of the API key of an email. */
  readonly secretOf: (email: string) => Uint8Array;
  /** Adds to the history of a chain, before it is served. */
  readonly play: (devnet: Devnet, store: Store, segment: Segment) => Promise<void>;
}

/** Segments that are opened first, since the guides and the explorer begin with them. */
const OPENED_FIRST: readonly Segment[] = [FIRST_SEGMENTS.delta, FIRST_SEGMENTS.alpha];

/** Opens the stores of all segments and begins to open the chains in them, one after the other. */
export async function openChains(
  segments: readonly Segment[],
  options: OpenChainsOptions,
  onError: (error: unknown) => void,
): Promise<RunningChains> {
  const { data, signal } = options;
  const { seed = SERVICE_DEFAULTS.seed, history = SERVICE_DEFAULTS.history } = options;
  const stores = await openStores(segments, options, onError);
  const chains = new Chains(segments);
  const running = new Map<Segment, RunningChain>();
  // Each chain waits for the one before, and is not opened if that failed.
  let previous: Promise<unknown> = Promise.resolve();
  for (const [segment, store] of stores) {
    let historyHeight: number | undefined;
    const onHistory = (height: number): void => {
      historyHeight = height;
      options.onHistory?.(segment, height, history);
    };
    const opening = previous.then(async () => {
      signal.throwIfAborted();
      const opened = await openChain(segment, store, { ...options, onHistory }, onError);
      running.set(segment, opened);
      const { chain, devnet } = opened;
      if (data !== undefined) await writeSeed(data, segment, seed);
      return {
        chain,
        devnet: { selection: chain.selection, source: devnet, devnet: () => devnet },
      };
    });
    chains.add(segment, opening, () =>
      historyHeight === undefined ? undefined : historyText(historyHeight, history),
    );
    previous = opening;
  }
  return {
    chains,
    async close() {
      await chains.opened.catch(() => undefined);
      const unopened = stores.filter(([segment]) => !running.has(segment));
      const closed = await Promise.allSettled([
        ...[...running].map(closeChain),
        // Closed already where a chain could not be opened, which does no harm.
        ...unopened.map(([, store]) => store.close()),
      ]);
      const failure = closed.find((result) => result.status === "rejected");
      if (failure) throw failure.reason;
    },
  };
}

/** Opens the stores, in the order in which the chains are to be opened. */
async function openStores(
  segments: readonly Segment[],
  options: OpenChainsOptions,
  onError: (error: unknown) => void,
): Promise<[Segment, Store][]> {
  const { data, script, clock } = options;
  const stores: [Segment, Store][] = [];
  const storeOptions = {
    durability: options.durability ?? SERVICE_DEFAULTS.durability,
    bound: boundOf(options.eventRetention ?? SERVICE_DEFAULTS.eventRetention),
    ...(clock && { clock }),
    ...(script && { epoch: script.epoch }),
  };
  try {
    const ordered = OPENED_FIRST.filter((segment) => segments.includes(segment));
    for (const segment of new Set([...ordered, ...segments]))
      stores.push([segment, await openStore(segment, data, storeOptions)]);
    return stores;
  } catch (error) {
    for (const [, store] of stores) await store.close().catch(onError);
    throw error;
  }
}

/** An open chain, with the producer and the store to close. */
interface RunningChain {
  readonly chain: ServedChain;
  readonly devnet: Devnet;
  readonly store: Store;
}

async function openChain(
  segment: Segment,
  store: Store,
  {
    data,
    script,
    onAnnounced,
    ...options
  }: Omit<OpenChainsOptions, "onHistory"> & Pick<DevnetOptions, "onHistory">,
  onError: (error: unknown) => void,
): Promise<RunningChain> {
  try {
    const devnet = await openDevnet({ ...options, segment, store, onError });
    await script?.play(devnet, store, segment);
    const { chain, changed } = serveChain(segment, { store, source: devnet }, onError);
    devnet.onAnnounced = (announced) => {
      changed(announced.kind === "block" || announced.kind === "removed");
      if (announced.kind === "pending")
        chain.feed.sendLive(PENDING, () => pendingEvent(announced.transaction));
      onAnnounced?.(segment, announced);
    };
    return { chain, devnet, store };
  } catch (error) {
    await store.close().catch(onError);
    throw explainMismatch(error, segment, data, options.seed);
  }
}

/** Names the folder of a chain with another seed, and that seed if it was noted; any other error is returned unchanged. */
function explainMismatch(
  error: unknown,
  segment: Segment,
  data: string | undefined,
  seed = SERVICE_DEFAULTS.seed,
): unknown {
  if (!(error instanceof ChainMismatchError) || data === undefined) return error;
  const noted = readSeed(data, segment);
  const has = noted === undefined || noted === seed ? "another seed" : `the seed ${noted}`;
  return new Error(
    `Cannot open data folder ${data}: its chain ${segment} was created with ${has}, not seed ${seed}; use that seed or another folder`,
    { cause: error },
  );
}

async function closeChain([segment, { devnet, store }]: [Segment, RunningChain]): Promise<void> {
  await devnet.close();
  try {
    await store.close();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot close ${segment}: ${reason}`, { cause });
  }
}
