/**
 * The life of a connection.
 *
 * ```
 *            use               opened
 *   idle ──────────▶ connecting ──────▶ open
 *     ▲                ▲    │ lost       │ lost
 *     │ release        │    ▼            │
 *     └── from any ── waiting ◀──────────┘
 *                retry, or use after standby
 * ```
 *
 * @module
 */
import type { TransportError } from "../../errors/mod.ts";
import type { SlotInput } from "./slot.ts";

export type ConnectionPhase = "idle" | "connecting" | "open" | "waiting";

export interface ConnectionState {
  readonly phase: ConnectionPhase;
  /** Losses and failed attempts in a row, without a stable connection in between. */
  readonly failures: number;
  /** Attempts in a row that did not open. */
  readonly unopened: number;
}

export type ConnectionInput =
  /** A slot joins; before it all others, if any, were on standby. */
  | { readonly type: "use"; readonly isFirst: boolean }
  | { readonly type: "opened" }
  | {
      readonly type: "lost";
      readonly error: TransportError;
      /** It was open for long enough to begin with short pauses again. */
      readonly wasStable: boolean;
      /** Some connection of this client was open before. */
      readonly wasEverOpen: boolean;
    }
  /** The URL cannot be made, and could not be later. */
  | { readonly type: "failed"; readonly reason: unknown }
  /** The pause after a loss is over. */
  | { readonly type: "retry" }
  /** The last slot left. */
  | { readonly type: "release" };

/** What to do, in this order. */
export interface ConnectionEffects {
  readonly disconnect?: true;
  readonly connect?: true;
  /** What to tell the slots. */
  readonly tell?: readonly SlotInput[];
  /** Sends `retry` after a pause: a long one where all slots are on standby by then. */
  readonly pause?: true;
}

/** Bounds of the attempts, as of `ReconnectOptions`. */
export interface ConnectionLimits {
  readonly maximum: number;
  readonly fallbackAfter: number;
}

export type ConnectionStep = readonly [ConnectionState, ConnectionEffects];

/** A connection that nothing uses. */
export const IDLE: ConnectionState = { phase: "idle", failures: 0, unopened: 0 };

const CONNECT: ConnectionEffects = { connect: true, tell: [{ type: "connecting" }] };

type Transition<Type> = (
  state: ConnectionState,
  input: Extract<ConnectionInput, { readonly type: Type }>,
  limits: ConnectionLimits,
) => ConnectionStep;

const TRANSITIONS: { readonly [Type in ConnectionInput["type"]]: Transition<Type> } = {
  /** A slot that needs a connection now does not wait for the slow attempts made on standby. */
  use: (state, { isFirst }) => {
    if (state.phase === "open" || !isFirst) return [state, {}];
    const next = { ...IDLE, phase: "connecting" } as const;
    return [next, state.phase === "connecting" ? {} : CONNECT];
  },
  opened: (state) => [{ ...state, phase: "open", unopened: 0 }, { tell: [{ type: "opened" }] }],
  lost: ({ phase, failures, unopened }, loss, limits) => {
    const next: ConnectionState = {
      phase: "waiting",
      failures: loss.wasStable ? 1 : failures + 1,
      unopened: phase === "open" ? 0 : unopened + 1,
    };
    return [next, { tell: afterLoss(next, loss, limits), pause: true }];
  },
  failed: (state, failed) => [
    { ...state, phase: "waiting" },
    { tell: [failed], pause: true },
  ],
  retry: (state) => [{ ...state, phase: "connecting" }, CONNECT],
  release: () => [IDLE, { disconnect: true }],
};

/** The next state, and what to do on the way there. */
export function reduceConnection(
  state: ConnectionState,
  input: ConnectionInput,
  limits: ConnectionLimits,
): ConnectionStep {
  return (TRANSITIONS[input.type] as Transition<string>)(state, input, limits);
}

function afterLoss(
  { failures, unopened }: ConnectionState,
  { error, wasEverOpen }: Extract<ConnectionInput, { readonly type: "lost" }>,
  { maximum, fallbackAfter }: ConnectionLimits,
): SlotInput[] {
  const isDown = unopened >= fallbackAfter;
  if (error.retryable && isDown && !wasEverOpen) return [{ type: "unreachable", error }];
  if (!error.retryable || failures >= maximum) return [{ type: "failed", reason: error }];
  const waiting = { type: "waiting", reason: error.message } as const;
  return isDown ? [waiting, { type: "unavailable", error }] : [waiting];
}
