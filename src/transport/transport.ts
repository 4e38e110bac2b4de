import type { Answer } from "./answer.ts";
import type { Budget } from "./budget.ts";
import type { Caller } from "./caller.ts";
import type { Clock } from "./clock.ts";
import type { PlatformFetch } from "./platform_fetch.ts";
import type { Settlement } from "./transport_call.ts";

/** The one place that sends requests: each REST operation and each JSON-RPC call passes here. */
export interface Transport extends Caller {
  /** `call` as a `fetch` function, for other clients. */
  readonly fetch: PlatformFetch;
  /** What is left of the allowance at an API host, given by its origin; left out, of the first one that was called. */
  budget(host?: string): Budget;
  /** Enters requests in the allowance at a host that went out by another way, such as a socket. */
  spend(host: string, cost: number): void;
  /** Time and timers. */
  readonly clock: Clock;
  /** Numbers from 0 to 1, for pauses. */
  readonly random: () => number;
  /** Milliseconds that a call has which says nothing of its own; `Infinity` without a deadline. */
  readonly deadline: number;
  /** Whether equal reads in flight share one request. */
  readonly dedupes: boolean;
  /** Tells whether a call of this key would be answered by what is kept. */
  keeps(key: string): boolean;
  /** Keeps a part of an answer, such as one reply of a batch, where nothing changes it any more. */
  keep(part: AnswerPart): void;
}

/** A part of an answer, as the answer to a call of its own. */
export interface AnswerPart {
  /** As of a {@linkcode TransportCall}. */
  readonly key: string;
  /** Segment of the call. */
  readonly segment: string | undefined;
  /** Origin of its API host. */
  readonly host?: string | undefined;
  /** What can change it. */
  readonly settlement: Settlement;
  /** Makes it; asked only if it is kept. */
  readonly answer: () => Answer;
}
