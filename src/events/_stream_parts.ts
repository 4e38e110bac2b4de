import type { Segment } from "../chains/mod.ts";
import type { TransportError } from "../errors/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { EventClock } from "./event_clock.ts";
import type { Lines } from "./_lines.ts";
import type { Polling } from "./_polling.ts";
import type { Timing } from "./_timing.ts";
import type { ChainReads } from "./chain_reads.ts";

/** What the subscriptions of a client share. */
export interface StreamParts {
  readonly segment: Segment;
  /** Undefined where there is no WebSocket to use. */
  readonly lines: Lines | undefined;
  /** Why there is none. */
  readonly noLines: string;
  readonly reads: ChainReads;
  /** Undefined where polling is off. */
  readonly polling: Polling | undefined;
  readonly clock: EventClock;
  readonly timing: Timing;
  readonly onFallback: (topic: TopicName, cause: TransportError) => void;
  readonly onEnd: (stream: { close(): void }) => void;
  readonly onState: () => void;
}
