import type { Tier } from "../../generated/tiers.gen.ts";
import type { LogState } from "../chain/store/mod.ts";
import type { ChainAnswers } from "./context/mod.ts";
import type { EventFeed } from "./events/mod.ts";
import type { Segment } from "../../chains/mod.ts";
import type { Durability } from "../../durability.ts";
import type { EventRetention } from "../event_retention.ts";

export type { LogSize, LogState } from "../chain/store/mod.ts";

/** The client of a request, and the least height that it may be answered at. */
export interface ViewRequest {
  /** Least height, which the client has seen; -1 for any. */
  readonly leastHeight: number;
  /** The subject that the request is charged to. */
  readonly subject: string;
  readonly tier: Tier;
}

/** A chain as one request sees it. */
export interface ChainView extends ChainAnswers {
  /** Headers of the answer, such as its height; called once the answer is made. */
  headers(): Readonly<Record<string, string>>;
}

/** The state of a chain, for `/readyz` and `/metrics`, as far as it is known. */
export interface ChainStatus {
  /** Height of its newest block, -1 before there is any; undefined where it cannot be read. */
  readonly height?: number | undefined;
  /** Why requests are better sent elsewhere; undefined while there is no reason. */
  readonly failure: string | undefined;
  /** Further notes, a line each. */
  readonly notes: readonly string[];
  /** The extent of its event log. */
  readonly log?: LogState | undefined;
  /** Seconds since its last event. */
  readonly eventAge: number;
  /** Seconds since a block came or went last. */
  readonly headAge: number;
  readonly pendingCount?: number;
  /** Blocks that could not be produced, in a row. */
  readonly failedBlocks?: number;
  /** Term of the lease in which this process produces the blocks; 0 if another one does. */
  readonly term?: number;
  /** Seconds since the last read of the database. */
  readonly readAge?: number;
  readonly gateway?: GatewayStatus;
}

/** The state of a segment that is served from an upstream. */
export interface GatewayStatus {
  readonly upstreams: readonly UpstreamStatus[];
  /** The way of blocks: as events, by polling since no upstream sends events, or none. */
  readonly events: "live" | "polled" | "interrupted";
  /** Share of the room for cached answers that is taken, of all segments together. */
  readonly cacheShare: number;
  /** Answers so far, by where they came from. */
  readonly answers: Readonly<Record<string, number>>;
}

/** The state of one upstream. */
export interface UpstreamStatus {
  /** Origin of the upstream, which holds no secret. */
  readonly url: string;
  /** True of the one that requests go to. */
  readonly isUsed: boolean;
  /** Why it does not work, for operators; undefined while it does. */
  readonly failure: string | undefined;
  /** True if it has another block than the one in use, below the heads of both. */
  readonly isDisputing: boolean;
  /** Height of its newest block, as far as is known. */
  readonly head: number | undefined;
  /** Blocks behind the highest known head. */
  readonly lag: number | undefined;
  /** Requests left of the day; `Infinity` without a limit. */
  readonly quotaLeft: number;
}

/** The source of a segment: the chain of a store, or an upstream. */
export interface ServedChain extends ChainAnswers {
  /** Sends its events to subscribers. */
  readonly feed: EventFeed;
  /** Makes the view of a request; undefined where every request sees the same. */
  readonly viewFor: ((client: ViewRequest) => Promise<ChainView>) | undefined;
  /** Answers the calls of a subject on a WebSocket; left out where every subject sees the same. */
  answersFor?(client: Omit<ViewRequest, "leastHeight">): ChainAnswers;
  /** Height of its newest block, -1 before there is any. */
  height(): Promise<number>;
  status(): Promise<ChainStatus>;
}

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
