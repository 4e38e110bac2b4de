/**
 * The states of a subscription and what moves it from one to another. An input with no arrow from a state leaves it there.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> subscribing
 *   subscribing --> anchoring: start
 *   subscribing --> backfilling: start, refused
 *   subscribing --> polling: start, planned, unreachable
 *   subscribing --> live: subscribed
 *   live --> subscribing: connecting, waiting
 *   live --> paused: full
 *   paused --> subscribing: drained
 *   paused --> polling: planned, unreachable
 *   anchoring --> subscribing: anchored
 *   anchoring --> polling: planned, unreachable
 *   backfilling --> subscribing: backfilled
 *   backfilling --> polling: planned, unreachable
 *   polling --> backfilling: opened
 *   live --> polling: planned, unreachable
 *   anchoring --> ended: unreachable, failed, end
 *   subscribing --> ended: start, subscribed, refused, unreachable, failed, end
 *   live --> ended: full, unreachable, failed, end
 *   paused --> ended: unreachable, failed, end
 *   backfilling --> ended: unreachable, failed, end
 *   polling --> ended: failed, end
 * ```
 *
 * @module
 */
import type { TransportError } from "../errors/mod.ts";
import { RPC_ERRORS } from "../generated/errors.gen.ts";
import type { ReadInput } from "./_rest_reader.ts";
import type { SlotInput, SlotMode } from "./_socket_subscriptions.ts";
import type { StreamState } from "./events.ts";
import type { PollingPlan } from "./plan_polling.ts";
import { gap, messageOf, noFallback, noWebSocket, type StreamName } from "./_event_errors.ts";

export type SubscriptionPhase =
  | "anchoring"
  | "subscribing"
  | "live"
  | "paused"
  | "backfilling"
  | "polling"
  | "ended";

/** Rules of a subscription; constant for its lifetime. */
export interface SubscriptionRules extends StreamName {
  /** Why there is no WebSocket to use; undefined if there is one. */
  readonly noWebSocket: string | undefined;
  /** True if REST has the past of the topic, through the filter. */
  readonly canBackfill: boolean;
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
  /** Cursor of the event received last, where resuming goes on. */
  readonly cursor: string | null;
  /** True if it was live or backfilled before. */
  readonly hasBegun: boolean;
  /** True if a plan for polling is being made. */
  readonly isPlanning?: boolean;
  /** Why no plan for polling lasts; none is made again before the subscription is live. */
  readonly planRefusal?: string | undefined;
}

/** Cause of a subscription's end. */
export interface Failure {
  readonly reason: unknown;
}

export type SubscriptionInput =
  | { readonly type: "start" }
  /** With whether blocks or transactions were delivered up to a block that is known. */
  | (SlotInput & { readonly hasPosition?: boolean })
  | ReadInput
  /** The buffer is full; half of it is read. */
  | { readonly type: "full" | "drained" }
  /** A plan for polling, or why there is none where asking again would not help. */
  | {
      readonly type: "planned";
      readonly cause: TransportError;
      readonly plan?: PollingPlan;
      readonly refusal?: string | undefined;
    }
  /** The reader has ended it, or its signal was aborted. */
  | { readonly type: "end"; readonly failure?: Failure };

/** Effects, in this order. */
export interface SubscriptionEffects {
  /** Makes a plan for polling, as no WebSocket answers; false stops that. */
  readonly plan?: TransportError | false;
  /** Request of the slot to its connection from then on. */
  readonly slot?: SlotMode;
  /** Starts this task of the reader of REST. */
  readonly read?: "anchor" | "backfill";
  /** Polls, by a plan that was made or one to be made. */
  readonly poll?: { readonly plan?: PollingPlan | undefined };
  /** Hands an event to the reader. */
  readonly deliver?: { readonly result: unknown; readonly cursor: string | null };
  /** Cursor up to which the reader misses nothing once it has read what waits. */
  readonly advanceTo?: string | null;
  /** Events arrive, or are polled for. */
  readonly ready?: true;
  /** Reports to the user why it polls. */
  readonly fallback?: TransportError;
  /** Discards the events that wait for the reader, and a failure that no read has rejected with. */
  readonly discard?: true;
  /** Ends everything. */
  readonly end?: { readonly failure?: Failure | undefined };
}

export type SubscriptionStep = readonly [SubscriptionState, SubscriptionEffects];

/** A subscription before its start, at the cursor to go on after. */
export function newSubscription(cursor: string | null): SubscriptionState {
  return { phase: "subscribing", isLate: false, cursor, hasBegun: false };
}

/** Public state of a phase with another name. */
const STATUSES: { readonly [Phase in SubscriptionPhase]?: StreamState } = {
  anchoring: "connecting",
  subscribing: "connecting",
  live: "open",
  ended: "closed",
};

/** Public view of a state. */
export function statusOf({ phase, isLate }: SubscriptionState): StreamState {
  return isLate ? "waiting" : (STATUSES[phase] ?? (phase as StreamState));
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

const NOT_POLLING: Phases = ["anchoring", "subscribing", "live", "paused", "backfilling"];
const RUNNING: Phases = [...NOT_POLLING, "polling"];

const TRANSITIONS: { readonly [Type in SubscriptionInput["type"]]: Transition<Type> } = {
  start: [["subscribing"], start],
  connecting: [["subscribing", "live"], (state) => [enter(state, "subscribing"), {}]],
  waiting: [RUNNING, wait],
  opened: [RUNNING, open],
  subscribed: [["subscribing"], begin],
  event: [["live"], receive],
  advanced: [["live"], advance],
  full: [["live"], pause],
  drained: [["paused"], subscribe],
  refused: [["subscribing"], refuse],
  unavailable: [NOT_POLLING, pollInstead],
  planned: [NOT_POLLING, plan],
  unreachable: [NOT_POLLING, pollInstead],
  anchored: [["anchoring"], subscribe],
  backfilled: [
    ["backfilling"],
    (state, { cursor }) => subscribe({ ...state, cursor, hasBegun: true }),
  ],
  reading: [["backfilling", "polling"], read],
  failed: [RUNNING, fail],
  end: [[...RUNNING, "ended"], end],
};

function start(state: SubscriptionState, _: unknown, rules: SubscriptionRules): SubscriptionStep {
  const { canBackfill, fromHeight, onExpired } = rules;
  if (rules.noWebSocket !== undefined) {
    const error = noWebSocket(rules.noWebSocket, rules);
    const hasPosition = fromHeight !== undefined;
    return pollInstead(state, { type: "unreachable", error, hasPosition }, rules);
  }
  const isFresh = canBackfill && state.cursor === null;
  if (isFresh && fromHeight !== undefined) return backfill(state);
  if (isFresh && onExpired === "backfill") return [enter(state, "anchoring"), { read: "anchor" }];
  return subscribe(state);
}

function subscribe(state: SubscriptionState): SubscriptionStep {
  return [enter(state, "subscribing"), { slot: "active" }];
}

/** The connection, or what is read through REST, is late. */
function wait(state: SubscriptionState, { reason }: InputOf<"waiting">): SubscriptionStep {
  const { planRefusal } = state;
  const why = reason && planRefusal ? `${reason}; ${planRefusal}` : reason;
  const phase = state.phase === "live" ? "subscribing" : state.phase;
  return [{ ...enter(state, phase, why), isLate: true }, {}];
}

function open(state: SubscriptionState): SubscriptionStep {
  if (state.phase === "polling") return backfill(state, "WebSocket connected again");
  return state.isPlanning ? [{ ...state, isPlanning: false }, { plan: false }] : [state, {}];
}

function begin(
  state: SubscriptionState,
  input: InputOf<"subscribed">,
  rules: SubscriptionRules,
): SubscriptionStep {
  if (state.hasBegun && state.cursor === null) {
    return fail(state, { error: gap("the service gave no cursor to resume from", rules) });
  }
  const cursor = state.cursor ?? input.cursor;
  const next = { phase: "live", isLate: false, cursor, hasBegun: true } as const;
  return [next, { advanceTo: cursor, ready: true }];
}

/** A proxy in between may repeat a message. */
function receive(state: SubscriptionState, { result, cursor }: InputOf<"event">): SubscriptionStep {
  if (cursor !== null && cursor === state.cursor) return [state, {}];
  return [{ ...state, cursor }, { deliver: { result, cursor } }];
}

function advance(state: SubscriptionState, { cursor }: InputOf<"advanced">): SubscriptionStep {
  return state.cursor === null ? [state, {}] : [{ ...state, cursor }, { advanceTo: cursor }];
}

function pause(state: SubscriptionState, _: unknown, rules: SubscriptionRules): SubscriptionStep {
  if (state.cursor === null) {
    return fail(state, { error: gap("the buffer is full, and the service gave no cursor", rules) });
  }
  return [enter(state, "paused"), { slot: "held" }];
}

function refuse(
  state: SubscriptionState,
  { error, hasPosition }: InputOf<"refused">,
  { onExpired }: SubscriptionRules,
): SubscriptionStep {
  const isExpired = error.code === RPC_ERRORS.CursorExpired.code;
  const mayBackfill = isExpired && onExpired === "backfill" && hasPosition;
  return mayBackfill ? backfill(state, error.message) : fail(state, { error });
}

function backfill(state: SubscriptionState, reason?: string): SubscriptionStep {
  return [enter(state, "backfilling", reason), { slot: "held", read: "backfill" }];
}

function read(state: SubscriptionState): SubscriptionStep {
  const { phase } = state;
  return [enter(state, phase), phase === "polling" ? { ready: true } : {}];
}

/**
 * No WebSocket answers. Where one did before, it waits until there is a plan for polling; else it polls at once, by a plan
 * to be made, or fails.
 */
function pollInstead(
  state: SubscriptionState,
  { type, error, hasPosition = false }: InputOf<"unavailable" | "unreachable">,
  rules: SubscriptionRules,
): SubscriptionStep {
  const refusal = refusePolling(state, error, hasPosition, rules);
  if (type === "unreachable") return refusal ? fail(state, { error: refusal }) : poll(state, error);
  const isAsked = state.isPlanning || state.planRefusal !== undefined;
  return refusal || isAsked ? [state, {}] : [{ ...state, isPlanning: true }, { plan: error }];
}

/** Polling goes on after the last event delivered, which must be known by more than its cursor. */
function refusePolling(
  { cursor, hasBegun }: SubscriptionState,
  error: TransportError,
  hasPosition: boolean,
  rules: SubscriptionRules,
): TransportError | undefined {
  if (!rules.canPoll) {
    const why = rules.canBackfill
      ? "polling is off"
      : "polling supports only blocks and transactions";
    return noFallback(error, why, rules);
  }
  if (hasPosition || (cursor === null && !hasBegun)) return undefined;
  const why = `the WebSocket is unreachable (${error.message}), and polling does not support cursors; pass fromHeight`;
  return gap(why, rules);
}

function plan(
  state: SubscriptionState,
  { cause, plan: made, refusal }: InputOf<"planned">,
): SubscriptionStep {
  if (made) return poll(state, cause, made);
  return [{ ...state, isPlanning: false, planRefusal: refusal }, {}];
}

function poll(
  state: SubscriptionState,
  cause: TransportError,
  made?: PollingPlan,
): SubscriptionStep {
  const next = { ...enter(state, "polling", cause.message), isPlanning: false };
  return [next, { slot: "standby", poll: { plan: made }, fallback: cause }];
}

function fail(state: SubscriptionState, { error }: { readonly error: unknown }): SubscriptionStep {
  return [enter(state, "ended", messageOf(error)), { end: { failure: { reason: error } } }];
}

/** The events that wait for the reader are discarded, also after the end. */
function end(state: SubscriptionState, { failure }: InputOf<"end">): SubscriptionStep {
  if (state.phase === "ended") return [state, { discard: true }];
  const next = enter(state, "ended", failure && messageOf(failure.reason));
  return [next, { discard: true, end: { failure } }];
}

function enter(
  state: SubscriptionState,
  phase: SubscriptionPhase,
  reason?: string,
): SubscriptionState {
  return { ...state, phase, isLate: false, reason };
}
