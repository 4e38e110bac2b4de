import { type Segment, selectChain } from "../../../chains/mod.ts";
import type { ChainReadiness, ServedChain } from "../../api/served_chain.ts";
import type { DevChain } from "../../devnet/control/mod.ts";
import { CHAIN_HEIGHT } from "../../../chains/internal.ts";
import type { ChainAnswers, ChainContext, SharedChain } from "../../api/context/mod.ts";
import { EventFeed, eventsFrom } from "../../api/events/mod.ts";
import { operationsOf } from "../../api/rest/mod.ts";
import { methodsOf } from "../../api/rpc/mod.ts";
import { type LogState, readLogState } from "../../chain/store/mod.ts";
import type { Devnet } from "../../devnet/producer/mod.ts";

/** A chain that is open, with the control of the devnet behind it. */
interface OpenedChain {
  readonly chain: ServedChain;
  readonly devnet?: DevChain;
}

/** A segment that is served. */
interface ServedSegment {
  readonly segment: Segment;
  /** Resolves once its chain is open; rejects where it, or one before it, could not be opened. */
  readonly opened: Promise<void>;
  /** The reason why it is not open yet, where one is known. */
  readonly waitsFor: () => string | undefined;
  /** Undefined until it is open. */
  chain?: ServedChain;
  devnet?: DevChain | undefined;
}

/** The chains that are served, by their segments: the open ones, and those that are being opened. */
export class Chains implements Iterable<ServedSegment> {
  /** The segments, whether their chains are open yet or not. */
  readonly segments: readonly Segment[];
  readonly #all = new Map<Segment, ServedSegment>();

  constructor(segments: readonly Segment[]) {
    this.segments = segments;
  }

  /** Resolves once all of them are open; rejects where one could not be. */
  get opened(): Promise<void> {
    return Promise.all([...this].map(({ opened }) => opened)).then(() => undefined);
  }

  /** Adds a segment whose chain is being opened. */
  add(
    segment: Segment,
    opening: Promise<OpenedChain>,
    waitsFor: ServedSegment["waitsFor"] = () => undefined,
  ): void {
    const opened = opening.then(
      ({ chain, devnet }) => void Object.assign(served, { chain, devnet }),
    );
    // Those who wait for it get the error; there may be none.
    opened.catch(() => undefined);
    const served: ServedSegment = { segment, opened, waitsFor };
    this.#all.set(segment, served);
  }

  get(segment: Segment): ServedSegment | undefined {
    return this.#all.get(segment);
  }

  /** In the order of `segments`, in whichever they were opened. */
  [Symbol.iterator](): IterableIterator<ServedSegment> {
    return this.segments.flatMap((segment) => this.#all.get(segment) ?? []).values();
  }

  /** The open chains. */
  open(): ServedChain[] {
    return [...this].flatMap(({ chain }) => chain ?? []);
  }
}

/** Chains, and a function that closes them. */
export interface RunningChains {
  readonly chains: Chains;
  /**
   * Closes every chain, its block producer before its store. Waits for the chain that is being opened.
   *
   * @throws {Error} If a store could not be closed as it should; all of them are closed then too.
   */
  close(): Promise<void>;
}

/** The parts that serve the chain of a store. */
export interface StoredChainParts extends Pick<ChainContext, "store" | "shared"> {
  readonly source: ChainContext["source"] & Pick<Devnet, "failedBlocks">;
  /** Seconds since a block came or went last. */
  readonly headAge: () => number;
}

/** Serves the chain of a store; `changed` is to be called with each event of it. */
export function serveChain(
  segment: Segment,
  { store, source, shared, headAge }: StoredChainParts,
  onError: (error: unknown) => void,
): { readonly chain: ServedChain; readonly changed: () => void } {
  const context: ChainContext = { selection: selectChain(segment), store, source, shared };
  const beginLive = shared && ((): Promise<void> => shared.beginPending());
  const feed = new EventFeed({ log: store.events, onError, beginLive });
  let changedAt = performance.now();
  // A shared store is not asked: whether it answers is known from following it, and nobody must wait for it.
  const logState = async (): Promise<LogState | undefined> =>
    shared ? shared.logState : readLogState(store.events);
  return {
    chain: {
      ...answersOf(context),
      feed,
      viewFor: shared && viewMaker(context, shared),
      // A shared chain knows it without a connection; the connection may be missing.
      height: async () => shared?.height ?? (await store.head())?.block.height ?? -1,
      gauges: () => ({
        pendingCount: source.pendingCount,
        failedBlocks: source.failedBlocks,
        ...(shared && { term: shared.term ?? 0, readAge: shared.age }),
      }),
      logState,
      readiness: async () => {
        const { failure, state } = await readinessOf(context);
        const log = failure === undefined ? await logState() : undefined;
        return { failure, state: [...state, ...(log ? [eventsFrom(log, store.events)] : [])] };
      },
      eventAge: () => (performance.now() - changedAt) / 1_000,
      headAge,
    },
    changed() {
      changedAt = performance.now();
      feed.wake();
    },
  };
}

/** Answers from a store. */
export function answersOf(context: ChainContext): ChainAnswers {
  return { selection: context.selection, ...operationsOf(context), ...methodsOf(context) };
}

/**
 * Views of a chain that several processes serve; each tells the height it was read at. A single process needs none, since
 * its answers never go back to an earlier height.
 */
function viewMaker(
  context: ChainContext,
  shared: SharedChain,
): NonNullable<ServedChain["viewFor"]> {
  // It may be newer than the answer, and is never older.
  const headers = (): Record<string, string> => ({ [CHAIN_HEIGHT]: String(shared.height) });
  const view = { ...answersOf(context), headers };
  return async ({ leastHeight }) => {
    await shared.catchUp(leastHeight);
    return view;
  };
}

/** A shared store is not asked here either. */
async function readinessOf({ store, source, shared }: ChainContext): Promise<ChainReadiness> {
  const asked = shared ? undefined : await store.head().then(() => undefined, reasonOf);
  const failure = asked ?? source.failure;
  if (!shared) return { failure, state: [] };
  const role = shared.term === undefined ? "reads" : `produces blocks in term ${shared.term}`;
  const ages = `read ${shared.age.toFixed(1)} s ago, newest block ${shared.headAge.toFixed(1)} s old`;
  return { failure, state: [`${role}, height ${shared.height}, ${ages}`] };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
