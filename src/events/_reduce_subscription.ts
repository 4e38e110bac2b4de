/**
 * The phases of a subscription and what moves it from one to another. An input with no arrow from a phase leaves it there.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> connecting
 *   connecting --> backfilling: start, refused
 *   connecting --> polling: pollable, unreachable, unsupported
 *   connecting --> open: subscribed
 *   open --> connecting: connecting, waiting, unavailable
 *   open --> paused: full
 *   paused --> connecting: drained
 *   paused --> polling: pollable, unreachable
 *   backfilling --> connecting: backfilled
 *   backfilling --> polling: pollable, unreachable, unsupported
 *   polling --> backfilling: connected
 *   open --> polling: pollable, unreachable
 *   connecting --> closed: subscribed, refused, unreachable, unsupported, failed, end
 *   open --> closed: full, unreachable, failed, end
 *   paused --> closed: unreachable, failed, end
 *   backfilling --> closed: unreachable, unsupported, failed, end
 *   polling --> closed: failed, end
 * ```
 *
 * @module
 */
import type { TransportError } from "../errors/mod.ts";
import { RPC_CURSOR_EXPIRED } from "../generated/errors.gen.ts";
import { reasonOf } from "../validation/mod.ts";
import { gap, noFallback, type StreamName } from "./_event_errors.ts";
import type { ReadInput, ReadTask } from "./_rest_reader.ts";
import { isActive, type SlotInput, type SubscriptionPhase } from "./_slot.ts";
import type { StreamState } from "./events.ts";

/** Rules of a subscription; constant for its lifetime. */
export interface SubscriptionRules extends StreamName {
  /** True if REST has the past of the topic, through the filter. */
  readonly canBackfill: boolean;
  /** True if the events of the topic have no cursor: what comes while it is not subscribed to is missed. */
  readonly isLive: boolean;
  /** True if the topic may be polled. */
  readonly canPoll: boolean;
  readonly onExpired: "error" | "backfill";
  readonly fromHeight?: number | undefined;
}

export interface SubscriptionState {
  readonly phase: SubscriptionPhase;
  /** True if it waits for a transient error to pass. */
  readonly isLate: boolean;
  /** Why it came to this phase, or waits, where there is more to say. */
  readonly reason?: string | undefined;
  /** The error that led to it. */
  readonly error?: Error | undefined;
  /** Cursor of the event received last, where resuming goes on. */
  readonly cursor: string | null;
  /** True if it was open, read or backfilled before. */
  readonly hasBegun: boolean;
  /** True while it is found out whether REST answers. */
  readonly isTrying?: boolean;
}

export type SubscriptionInput =
  | { readonly type: "start" }
  /** With whether blocks or transactions were delivered up to a block that is known. */
  | (SlotInput & { readonly hasPosition?: boolean })
  | ReadInput
  /** The buffer is full; half of it is read. */
  | { readonly type: "full" | "drained" }
  /** The reader has ended it, or its signal was aborted for a reason. */
  | { readonly type: "end"; readonly error?: unknown };

/** Effects, in this order. */
export interface SubscriptionEffects {
  /** Finds out whether REST answers, as no WebSocket does; false ends that. */
  readonly tryPolling?: TransportError | false;
  /** Takes the new phase to its slot, or takes one. */
  readonly slot?: true;
  /** Leaves its connection for good. */
  readonly leave?: true;
  /** Starts this task of the reader of REST. */
  readonly read?: ReadTask;
  /** Hands an event to the reader. */
  readonly deliver?: InputOf<"event">;
  /** Cursor up to which the reader misses nothing once it has read the waiting events. */
  readonly advanceTo?: string | null;
  /** Events arrive, or are polled for. */
  readonly ready?: true;
  /** Reports to the user why it polls. */
  readonly fallback?: TransportError;
  /** Discards the events that wait for the reader, and an error that no read has rejected with. */
  readonly discard?: true;
  /** Ends everything. */
  readonly end?: { readonly error?: unknown };
}

type SubscriptionStep = readonly [SubscriptionState, SubscriptionEffects];

/** A subscription before its start, at the cursor to go on after. */
export function newSubscription(cursor: string | null): SubscriptionState {
  return { phase: "connecting", isLate: false, cursor, hasBegun: false };
}

/** Public view of a state. */
export function statusOf({ phase, isLate }: SubscriptionState): StreamState {
  return isLate ? "waiting" : phase;
}

/** The next state, and what to do on the way there. An input that the phase does not expect changes nothing. */
export function reduceSubscription(
  state: SubscriptionState,
  input: SubscriptionInput,
  rules: SubscriptionRules,
): SubscriptionStep {
  const [phases, next] = TRANSITIONS[input.type] as Transition<string>;
  return phases.includes(state.phase) ? next(state, input, rules) : [state, {}];
}

type Phases = readonly SubscriptionPhase[];

type InputOf<Type> = Extract<SubscriptionInput, { readonly type: Type }>;

/** Phases that expect an input, and the step that it causes. */
type Transition<Type> = readonly [
  Phases,
  (state: SubscriptionState, input: InputOf<Type>, rules: SubscriptionRules) => SubscriptionStep,
];

const NOT_POLLING: Phases = ["connecting", "open", "paused", "backfilling"];
const RUNNING: Phases = [...NOT_POLLING, "polling"];

const TRANSITIONS: { readonly [Type in SubscriptionInput["type"]]: Transition<Type> } = {
  start: [["connecting"], start],
  connecting: [["connecting", "open"], (state) => [enter(state, "connecting"), {}]],
  waiting: [RUNNING, wait],
  connected: [RUNNING, connect],
  subscribed: [["connecting"], begin],
  event: [["open"], receive],
  advanced: [["open"], advance],
  full: [["open"], holdSlot],
  drained: [["paused"], subscribe],
  refused: [["connecting"], refuse],
  unavailable: [NOT_POLLING, tryPolling],
  pollable: [NOT_POLLING, poll],
  unpollable: [NOT_POLLING, (state) => [{ ...state, isTrying: false }, {}]],
  unreachable: [NOT_POLLING, pollAtOnce],
  unsupported: [["connecting", "backfilling"], pollAlone],
  backfilled: [["backfilling"], continueAfter],
  reading: [
    ["backfilling", "polling"],
    (state) => [{ ...enter(state, state.phase), hasBegun: true }, { ready: true }],
  ],
  failed: [RUNNING, fail],
  end: [[...RUNNING, "closed"], end],
};

function start(state: SubscriptionState, _: unknown, rules: SubscriptionRules): SubscriptionStep {
  const isFresh = rules.canBackfill && state.cursor === null;
  const isRead = rules.fromHeight !== undefined || rules.onExpired === "backfill";
  return isFresh && isRead ? backfill(state) : subscribe(state);
}

function subscribe(state: SubscriptionState): SubscriptionStep {
  return [enter(state, "connecting"), { slot: true }];
}

/** The connection, or the read through REST, is late. */
function wait(
  state: SubscriptionState,
  { error }: { readonly error?: Error | undefined },
): SubscriptionStep {
  const phase = state.phase === "open" ? "connecting" : state.phase;
  return [{ ...enter(state, phase, error?.message, error), isLate: true }, {}];
}

function connect(state: SubscriptionState): SubscriptionStep {
  if (state.phase === "polling") return backfill(state, "WebSocket connected again");
  return [{ ...state, isTrying: false }, { tryPolling: false }];
}

function begin(
  state: SubscriptionState,
  input: InputOf<"subscribed">,
  rules: SubscriptionRules,
): SubscriptionStep {
  if (state.hasBegun && state.cursor === null && !rules.isLive) {
    return fail(state, { error: gap("the service gave no cursor to resume from", rules) });
  }
  const cursor = rules.isLive ? null : (state.cursor ?? input.cursor);
  const next = { phase: "open", isLate: false, cursor, hasBegun: true } as const;
  return [next, { advanceTo: cursor, ready: true }];
}

/** A proxy in between may repeat a message. */
function receive(
  state: SubscriptionState,
  event: InputOf<"event">,
  { isLive }: SubscriptionRules,
): SubscriptionStep {
  if (isLive) return [state, { deliver: { ...event, cursor: null } }];
  const { cursor } = event;
  if (cursor !== null && cursor === state.cursor) return [state, {}];
  return [{ ...state, cursor }, { deliver: event }];
}

function advance(state: SubscriptionState, { cursor }: InputOf<"advanced">): SubscriptionStep {
  return state.cursor === null ? [state, {}] : [{ ...state, cursor }, { advanceTo: cursor }];
}

function holdSlot(
  state: SubscriptionState,
  _: unknown,
  rules: SubscriptionRules,
): SubscriptionStep {
  if (state.cursor === null) {
    return fail(state, { error: gap("the buffer is full, and the service gave no cursor", rules) });
  }
  return [enter(state, "paused"), { slot: true }];
}

function refuse(
  state: SubscriptionState,
  { error, hasPosition }: InputOf<"refused">,
  { onExpired }: SubscriptionRules,
): SubscriptionStep {
  const isExpired = error.code === RPC_CURSOR_EXPIRED;
  const mayBackfill = isExpired && onExpired === "backfill" && hasPosition;
  return mayBackfill ? backfill(state, error.message, error) : fail(state, { error });
}

function backfill(state: SubscriptionState, reason?: string, error?: Error): SubscriptionStep {
  return [enter(state, "backfilling", reason, error), { slot: true, read: "backfilling" }];
}

/** Without a cursor it begins where the service is, which misses nothing if no event was due before. */
function continueAfter(
  state: SubscriptionState,
  { cursor }: InputOf<"backfilled">,
  { fromHeight }: SubscriptionRules,
): SubscriptionStep {
  const hasBegun = state.hasBegun || cursor !== null || fromHeight !== undefined;
  return subscribe({ ...state, cursor, hasBegun });
}

/** A WebSocket answered before and does not any more: it waits until REST answers. */
function tryPolling(
  state: SubscriptionState,
  input: InputOf<"unavailable">,
  rules: SubscriptionRules,
): SubscriptionStep {
  const [next] = isActive(state) ? wait(state, input) : [state];
  if (state.isTrying || refusePolling(state, input, rules)) return [next, {}];
  return [{ ...next, isTrying: true }, { tryPolling: input.error }];
}

/** No WebSocket ever answered: it polls, or fails. */
function pollAtOnce(
  state: SubscriptionState,
  input: InputOf<"unreachable">,
  rules: SubscriptionRules,
): SubscriptionStep {
  const error = refusePolling(state, input, rules);
  return error ? fail(state, { error }) : poll(state, input);
}

/** The service has no subscriptions: it polls and needs no WebSocket, or fails with the error that was answered. */
function pollAlone(
  state: SubscriptionState,
  input: InputOf<"unsupported">,
  rules: SubscriptionRules,
): SubscriptionStep {
  if (refusePolling(state, input, rules)) return fail(state, { error: input.error.cause });
  const [next, { slot: _, ...effects }] = poll(state, input);
  return [next, { ...effects, leave: true }];
}

/** Polling goes on after the last event delivered, which must be known by more than its cursor. */
function refusePolling(
  { cursor, hasBegun }: SubscriptionState,
  { error, hasPosition }: InputOf<"unavailable" | "unreachable" | "unsupported">,
  rules: SubscriptionRules,
): TransportError | undefined {
  const polling = `the WebSocket is unreachable (${error.message}), and polling`;
  if (!rules.canPoll) {
    const why = rules.canBackfill ? "is off" : "supports only blocks and transactions";
    return noFallback(`${polling} ${why}`, rules, error);
  }
  if (hasPosition || (cursor === null && !hasBegun)) return undefined;
  return gap(`${polling} does not support cursors; pass fromHeight`, rules);
}

function poll(
  state: SubscriptionState,
  { error }: { readonly error: TransportError },
): SubscriptionStep {
  const next = { ...enter(state, "polling", error.message, error), isTrying: false };
  return [next, { slot: true, read: "polling", fallback: error }];
}

function fail(state: SubscriptionState, { error }: { readonly error: unknown }): SubscriptionStep {
  return [enter(state, "closed", reasonOf(error), errorIn(error)), { end: { error } }];
}

/** The events that wait for the reader are discarded, also after the end. */
function end(state: SubscriptionState, { error }: InputOf<"end">): SubscriptionStep {
  if (state.phase === "closed") return [state, { discard: true }];
  const reason = error === undefined ? error : reasonOf(error);
  const next = enter(state, "closed", reason, errorIn(error));
  return [next, { discard: true, end: { error } }];
}

function enter(
  state: SubscriptionState,
  phase: SubscriptionPhase,
  reason?: string,
  error?: Error,
): SubscriptionState {
  return { ...state, phase, isLate: false, reason, error };
}

/** The reason of its end may be a value of the user's own. */
function errorIn(value: unknown): Error | undefined {
  return value instanceof Error ? value : undefined;
}
