import type { RpcError, TransportError } from "../errors/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";

/** What a line carries: told at once, in order. */
export interface Subscriber {
  readonly topic: TopicName;
  /** The filter to subscribe with, from where it stands. */
  filter(): Readonly<Record<string, unknown>>;
  /** The service has taken the subscription, which begins at `cursor`. */
  began(cursor: unknown): void;
  /** The place in the log that was asked for. */
  foundPlace(cursor: unknown): void;
  take(result: unknown, cursor: unknown): void;
  /** Nothing came for it up to a place in the log. */
  movedOn(cursor: string): void;
  /** Its connection, or the service, lets it wait. */
  waits(state: "connecting" | "waiting", reason?: string): void;
  /** The service refuses the subscription. */
  refused(error: RpcError): void;
  /**
   * Its connection is lost, and the attempts to replace it have failed for a while; more come by themselves. It may
   * leave the line.
   */
  lost(error: TransportError): void;
  /** No connection ever came to be. */
  unreachable(error: TransportError): void;
  failed(error: unknown): void;
}

/** What is wanted on the socket: events, the present place in the log alone, or nothing for now. */
export type Want = "events" | "place" | "nothing";

/** The place of a subscriber on a line. */
export interface Seat {
  readonly subscriber: Subscriber;
  want: Want;
  /** Id of the subscription on the present connection. */
  id: string | undefined;
  /** Counts what was asked: a reply to what is no longer wanted is known by it. */
  turn: number;
  failures: number;
  /** Whether nothing came since it was last looked at. */
  isQuiet: boolean;
  timer: unknown;
}
