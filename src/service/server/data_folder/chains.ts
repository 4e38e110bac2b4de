import type { Segment } from "../../../chains/mod.ts";
import type { ServedChain } from "../../api/served_chain.ts";
import type { DevChain } from "../../devnet/control/mod.ts";

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
