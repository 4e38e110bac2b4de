import type { Segment } from "../chains/mod.ts";
import type { Durability } from "../durability.ts";
import type { EventRetention } from "./event_retention.ts";
import type { ServedChain } from "./api/served_chain.ts";

/** The parts that an upstream is opened with. @internal */
export interface UpstreamOpening {
  readonly segments: readonly Segment[];
  /** Path of a file in the data folder, which is created if it is missing; `:memory:` without a folder. */
  readonly fileAt: (name: string) => Promise<string>;
  readonly eventRetention: EventRetention;
  readonly durability: Durability;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with errors that answers hide. */
  readonly onError: (error: unknown) => void;
  /** Aborted once the service closes. */
  readonly signal: AbortSignal;
}

/** An upstream that is connected. @internal */
export interface OpenedUpstream {
  /** The source of each segment, once it is open. */
  readonly chains: ReadonlyMap<Segment, Promise<ServedChain>>;
  close(): Promise<void>;
}

/** A deployed service that another one answers from, in place of chains of its own. */
export interface Upstream {
  /** Addresses of its API hosts, the preferred one first: origins, with the prefix of a proxy if there is one. */
  readonly origins: readonly string[];
  /**
   * Connects to it.
   *
   * @throws {Error} If it cannot be used; the message says why.
   * @internal
   */
  open(opening: UpstreamOpening): Promise<OpenedUpstream>;
}
