import { TransportError } from "../errors/mod.ts";
import { type CallOptions, type FullPolicy, readPolicy } from "./call_options.ts";
import type { Clock } from "./clock.ts";
import { onAbort } from "./on_abort.ts";
import { type Outcome, PendingCall, type Sender } from "./_pending_call.ts";
import type { Caller, TransportCall } from "./transport_call.ts";
import type { Tracer } from "./hooks.ts";

/** What the calls of one transport have in common. */
export interface CallParts {
  readonly clock: Clock;
  readonly defaults: FullPolicy;
  /** Tells the hooks, where there are any. */
  readonly trace?: Tracer | undefined;
  /** Throws where the options of a call are wrong. */
  readonly check?: (call: TransportCall<unknown>, options: CallOptions) => void;
}

const NO_OPTIONS: CallOptions = {};

/** The reason of a call that is cancelled at its deadline. */
const OVERDUE = Symbol("overdue");

/** Makes what begins and ends each call for its caller; `send` is the policies in between. */
export function createCall(
  send: Sender,
  { clock, defaults, trace, check }: CallParts,
): Caller["call"] {
  /** Rejects as soon as the caller leaves, by its signal or its deadline, whatever its request does. */
  async function sendUntil(
    pending: PendingCall,
    signal: AbortSignal | null | undefined,
  ): Promise<Outcome> {
    const { deadline } = pending.policy;
    let release: (() => void) | undefined;
    let timer: unknown;
    try {
      return await new Promise((resolve, reject) => {
        const leave = (reason: unknown): void => {
          reject(reason);
          pending.leave(reason);
        };
        if (signal) release = onAbort(signal, () => leave(signal.reason));
        if (deadline !== Infinity) timer = clock.setTimeout(() => leave(OVERDUE), deadline);
        send(pending).then(resolve, reject);
      });
    } finally {
      release?.();
      if (timer !== undefined) clock.clearTimeout(timer);
    }
  }

  return async function call(what, options = NO_OPTIONS) {
    if (options !== NO_OPTIONS) check?.(what, options);
    const { signal } = options;
    signal?.throwIfAborted();
    const policy = options === NO_OPTIONS ? defaults : readPolicy(options, defaults);
    const pending = new PendingCall(what, policy, keyOf(what, options), clock);
    const told = (pending.trace = trace?.(what));
    const canLeave = Boolean(signal) || policy.deadline !== Infinity;
    let outcome: Outcome;
    try {
      // A hook may have aborted it.
      signal?.throwIfAborted();
      outcome = await (canLeave ? sendUntil(pending, signal) : send(pending));
    } catch (reason) {
      outcome = { isError: true, error: reason === OVERDUE ? overdue(pending) : reason };
    }
    told?.end(pending, outcome);
    if (outcome.isError) throw outcome.error;
    return outcome.value as never;
  };
}

/** A call with headers of its own, or one that asks for no cached answer, shares nothing. */
function keyOf({ safe, key }: TransportCall<unknown>, options: CallOptions): string | undefined {
  const { headers, cache = true } = options;
  return safe && cache && headers === undefined ? key : undefined;
}

function overdue({ call, policy, attempts }: PendingCall): TransportError {
  const message = `No answer within the deadline of ${policy.deadline} ms`;
  return new TransportError("timeout", message, { ...call.context, attempts });
}
