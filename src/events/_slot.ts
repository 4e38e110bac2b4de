import type { NoSubscriptions } from "./_event_errors.ts";
import type { AddressChange } from "../generated/types.gen.ts";
import type { RpcError, TransportError } from "../errors/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { StreamState } from "./events.ts";

/** Phase of a subscription: its public state, which is `waiting` instead while the subscription is late. */
export type SubscriptionPhase = Exclude<StreamState, "waiting">;

/** True in a phase with events of a WebSocket, or about to have them. */
export function isActive({ phase }: Pick<SlotListener, "phase">): boolean {
  return phase === "connecting" || phase === "open";
}

/** True in a phase without use for a WebSocket; a polling subscription is notified when one opens. */
export function isStandby({ phase }: Pick<SlotListener, "phase">): boolean {
  return phase === "polling" || phase === "closed";
}

/**
 * The events of a slot, notified at once and in order. `connecting` and `waiting` are for active subscriptions; one on
 * standby gets `connected` alone.
 */
export type SlotInput =
  /** A connection is being opened, or the service has yet to answer the subscription. */
  | { readonly type: "connecting" }
  | { readonly type: "connected" }
  /** The connection is lost or the service asked for a pause; the next attempt follows. */
  | { readonly type: "waiting"; readonly error?: Error | undefined }
  /** The service has accepted the subscription, which begins at `cursor`; its log begins at `oldest`. */
  | {
      readonly type: "subscribed";
      readonly cursor: string | null;
      readonly oldest?: string | null;
    }
  | { readonly type: "event"; readonly result: unknown; readonly cursor: string | null }
  /** The log has no event of the subscription up to `cursor`. */
  | { readonly type: "advanced"; readonly cursor: string }
  /** The service refuses the subscription. */
  | { readonly type: "refused"; readonly error: RpcError }
  /** The service answers otherwise than with subscriptions, and so will again. */
  | { readonly type: "unsupported"; readonly error: NoSubscriptions }
  /** As `waiting`, after attempts to reconnect have failed for a while. */
  | { readonly type: "unavailable"; readonly error: TransportError }
  /** No connection of this client was ever open; attempts go on for subscriptions on standby alone. */
  | { readonly type: "unreachable"; readonly error: TransportError }
  /** No further attempt comes. */
  | { readonly type: "failed"; readonly error: unknown };

/** The subscription behind a slot. */
export interface SlotListener {
  readonly topic: TopicName;
  readonly phase: SubscriptionPhase;
  /** Number of addresses in its filter. */
  readonly addressCount: number;
  /** The filter to subscribe with, at the present cursor. */
  filter(): Readonly<Record<string, unknown>>;
  notify(input: SlotInput): void;
}

/** The slot of a subscription on a connection. */
export interface Slot {
  /** Adapts to the phase of the listener; an active one is subscribed anew. */
  update(): void;
  /** Addresses in the filters of all slots of its connection. */
  readonly addressCount: number;
  /**
   * Changes the addresses of its subscription on the service, which the filter has already. `done` is called once the service
   * has done that or refuses, and without a subscription at once: the next one has the filter as it is then.
   */
  change(change: AddressChange, done: ChangeDone): void;
  /** Leaves the connection, which closes after its last slot. */
  release(): void;
}

/** Called with the error of a change that the service refuses. */
export type ChangeDone = (error?: Error) => void;

/** A slot as its connection sees it. */
export interface SlotState {
  readonly listener: SlotListener;
  /** Refusals for the limits since the last acceptance; apart from failures, as any number of them may pass. */
  limits: number;
  /** Internal errors of the service since then. */
  failures: number;
  /** Its subscription on the WebSocket, from the request on. */
  entry?: SlotEntry | undefined;
}

/** The subscription of a slot on a WebSocket. */
export interface SlotEntry {
  /** Undefined until the service has accepted it. */
  id?: string;
  /** True if no event came since the last check of quiet subscriptions. */
  isQuiet: boolean;
  /** A change of its addresses that the service has yet to make. */
  change?: { readonly change: AddressChange; readonly done: ChangeDone } | undefined;
  /** Asks again after a refusal that may pass. */
  timer?: unknown;
}
