import { type Segment, selectChain } from "../../../chains/mod.ts";
import type { ChainStatus, ServedChain } from "../../api/served_chain.ts";
import type { DevChain } from "../../devnet/control/mod.ts";
import { CHAIN_HEIGHT } from "../../../chains/internal.ts";
import type { ChainAnswers, ChainContext } from "../../api/context/mod.ts";
import { EventFeed, eventsFrom } from "../../api/events/mod.ts";
import { operationsOf } from "../../api/rest/mod.ts";
import { methodsOf } from "../../api/rpc/mod.ts";
import { readLogState, type Store } from "../../chain/store/mod.ts";
import { secondsSince } from "../../outages.ts";
import type { FleetChain } from "../../fleet/mod.ts";
import type { Devnet } from "../../devnet/producer/mod.ts";

/** A chain that is open, with the control of the devnet behind it. */
interface OpenedChain {
  readonly chain: ServedChain;
  readonly devnet?: DevChain;
}

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
export class Chains extends Map<Segment, ServedSegment> {
  /** The segments, whether their chains are open yet or not. */
  readonly segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    super();
    this.segments = segments;
  }

  /** Resolves once all of them are open; rejects where one could not be. */
  get opened(): Promise<void> {
    return Promise.all(this.list().map(({ opened }) => opened)).then(() => undefined);
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
    this.set(segment, served);
  }

  /** In the order of `segments`, in whichever they were opened. */
  list(): ServedSegment[] {
    return this.segments.flatMap((segment) => this.get(segment) ?? []);
  }

  open(): ServedChain[] {
    return this.list().flatMap(({ chain }) => chain ?? []);
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
interface StoredChainParts {
  readonly store: Store;
  readonly source: ChainContext["source"] & Pick<Devnet, "failedBlocks">;
  /** The same chain where other processes share it. */
  readonly shared?: FleetChain;
}

/** Serves the chain of a store; `changed` is to be called after each change of it, or of its head. */
export function serveChain(
  segment: Segment,
  { store, source, shared }: StoredChainParts,
  onError: (error: unknown) => void,
): { readonly chain: ServedChain; readonly changed: (isOfHead?: boolean) => void } {
  const answers = answersOf({ selection: selectChain(segment), store, source });
  const beginLive = shared && ((): Promise<void> => shared.follower.beginPending());
  const feed = new EventFeed({ log: store.events, onError, beginLive });
  let changedAt = performance.now();
  let headAt = changedAt;
  return {
    chain: {
      ...answers,
      feed,
      viewFor: shared && viewMaker(answers, shared),
      // A shared chain knows it without a connection; the connection may be missing.
      height: async () => shared?.height ?? (await store.head())?.block.height ?? -1,
      status: async () => {
        // A shared store is not asked: whether it answers is known from following it, and nobody must wait for it.
        const { failure = source.failure, ...read } = shared
          ? { failure: source.failure, height: shared.height, log: shared.follower.logState }
          : await readStore(store);
        const { pendingCount, failedBlocks } = source;
        const resumption = read.log && failure === undefined && eventsFrom(read.log, store.events);
        return {
          ...read,
          failure,
          notes: [...(shared ? [noteOf(shared)] : []), ...(resumption ? [resumption] : [])],
          ...{ pendingCount, failedBlocks },
          ...(shared && { term: shared.term ?? 0, readAge: shared.follower.age }),
          eventAge: secondsSince(changedAt),
          headAge: shared?.follower.headAge ?? secondsSince(headAt),
        };
      },
    },
    changed(isOfHead = false) {
      changedAt = performance.now();
      if (isOfHead) headAt = changedAt;
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
function viewMaker(answers: ChainAnswers, shared: FleetChain): NonNullable<ServedChain["viewFor"]> {
  // It may be newer than the answer, and is never older.
  const headers = (): Record<string, string> => ({ [CHAIN_HEIGHT]: String(shared.height) });
  const view = { ...answers, headers };
  return async ({ leastHeight }) => {
    await shared.catchUp(leastHeight);
    return view;
  };
}

/** Height and event log of a store, or why they cannot be read. */
async function readStore(
  store: Store,
): Promise<Partial<Pick<ChainStatus, "height" | "log" | "failure">>> {
  try {
    const [head, log] = await Promise.all([store.head(), readLogState(store.events)]);
    return { height: head?.block.height ?? -1, log };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function noteOf({ term, height, follower: { age, headAge } }: FleetChain): string {
  const role = term === undefined ? "reads" : `produces blocks in term ${term}`;
  return `${role}, height ${height}, read ${age.toFixed(1)} s ago, newest block ${headAge.toFixed(1)} s old`;
}
