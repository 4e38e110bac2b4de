import { type ErrorContext, TransportError } from "../errors/mod.ts";
import type { Answer } from "./answer.ts";
import {
  type CallOptions,
  type Caller,
  type FullPolicy,
  PRIORITIES,
  type Priority,
  type TransportCall,
  isSharing,
  readPolicy,
} from "./transport_call.ts";
import { type Clock, startTimer } from "./clock.ts";
import { onAbort, throwIfAborted } from "./pause.ts";

/** The outcome of a call, or of one attempt of it: a value or an error. Either may have an answer. */
export interface CallOutcome {
  readonly isError: boolean;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly answer?: Answer | undefined;
  /** True where a policy has ruled out a retry. */
  readonly isFinal?: boolean;
}

/**
 * A policy, and the sender that it wraps. It resolves to the outcome of the call, and rejects only where the call is
 * cancelled, with the reason.
 */
export type Sender = (pending: PendingCall) => Promise<CallOutcome>;

/** Is told of the steps of one call. */
export interface Trace {
  queue(pending: PendingCall): void;
  attempt(pending: PendingCall): void;
  retry(pending: PendingCall, outcome: CallOutcome, delayMs: number): void;
  end(pending: PendingCall, outcome: CallOutcome): void;
}

/** One thing that a call waits for now, such as an attempt; several may be under way. */
interface Wait {
  /** Stops that thing alone: its timer and its request. */
  stop: (() => void) | undefined;
  reject: ((reason: unknown) => void) | undefined;
  /** Called when the priority of the call rises meanwhile. */
  readonly onPromote: (() => void) | undefined;
}

/** Longest `Retry-After` in milliseconds that a call without a deadline waits for. */
export const PATIENCE = 60_000;

/** A call while the policies run it. */
export class PendingCall {
  readonly call: TransportCall<unknown>;
  readonly policy: FullPolicy;
  /** Key of deduplication and cache; undefined if the call uses neither. */
  readonly key: string | undefined;
  /** Latest deadline of its callers: milliseconds since 1970, or `Infinity`. */
  deadlineAt: number;
  /** Highest priority of its callers. */
  priority: Priority;
  /** Requests sent. */
  attempts = 0;
  /** The source of its answer. */
  source: "request" | "shared" | "cache" = "request";
  /** Reports to the hooks and makes its span, if there are any. */
  trace: Trace | undefined;
  /** Headers of its requests that carry its span to the service. */
  spanHeaders: Readonly<Record<string, string>> | undefined;
  /** Called by {@linkcode leave} instead of {@linkcode cancel}, where the request has other callers too. */
  onLeave: ((reason: unknown) => void) | undefined;
  #isCancelled = false;
  #reason: unknown;
  /** One or two: a set would cost more. */
  readonly #waits: Wait[] = [];

  constructor(
    call: TransportCall<unknown>,
    policy: FullPolicy,
    key: string | undefined,
    clock: Clock,
  ) {
    const { deadline, priority } = policy;
    this.call = call;
    this.policy = policy;
    this.key = key;
    this.deadlineAt = deadline === Infinity ? Infinity : clock.now() + deadline;
    this.priority = priority;
  }

  /** Tells whether the call may wait until `time`. */
  mayWaitUntil(time: number, now: number): boolean {
    return time <= Math.max(now, this.deadlineAt === Infinity ? now + PATIENCE : this.deadlineAt);
  }

  /** Its caller waits no longer. */
  leave(reason: unknown): void {
    if (this.onLeave) this.onLeave(reason);
    else this.cancel(reason);
  }

  /** Nobody waits any longer: ends what the call is waiting for. */
  cancel(reason: unknown): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#reason = reason;
    for (const wait of this.#waits) this.#end(wait);
  }

  #end({ stop, reject }: Wait): void {
    stop?.();
    reject?.(this.#reason);
  }

  /** Raises the priority, if the other one is more urgent. */
  promote(priority: Priority): void {
    if (PRIORITIES.indexOf(priority) >= PRIORITIES.indexOf(this.priority)) return;
    this.priority = priority;
    for (const { onPromote } of this.#waits) onPromote?.();
  }

  /**
   * Waits for what `start` begins. When the call is cancelled meanwhile it stops that, and rejects at once with the reason.
   *
   * @param start Resolves the wait some time; returns what stops it.
   * @param onPromote Called when the priority rises meanwhile.
   */
  async wait<Value>(
    start: (resolve: (value: Value) => void) => () => void,
    onPromote?: () => void,
  ): Promise<Value> {
    if (this.#isCancelled) throw this.#reason;
    const wait: Wait = { stop: undefined, reject: undefined, onPromote };
    this.#waits.push(wait);
    try {
      return await new Promise<Value>((resolve, reject) => {
        // A closure over `reject` would keep the answer of each call in V8 until the next full collection.
        wait.reject = reject;
        // `resolve` itself, since V8 follows no other function to the line that waits.
        wait.stop = start(resolve);
        if (this.#isCancelled) this.#end(wait);
      });
    } finally {
      this.#waits.splice(this.#waits.indexOf(wait), 1);
    }
  }

  /** Waits for so many milliseconds. */
  sleep(delay: number, clock: Clock): Promise<void> {
    return this.wait((resolve) => startTimer(clock, resolve, Math.ceil(delay)));
  }
}

/** The parts that all calls of one transport share. */
interface CallParts {
  readonly clock: Clock;
  readonly defaults: FullPolicy;
  /** Tells hooks and makes spans of calls, where there are any. */
  readonly trace?: ((call: TransportCall<unknown>) => Trace | undefined) | undefined;
  /** Throws where the options of a call are wrong. */
  readonly check?: (call: TransportCall<unknown>, options: CallOptions) => void;
}

const NO_OPTIONS: CallOptions = {};

/** The reason of a call that is cancelled at its deadline. */
export const OVERDUE: unique symbol = Symbol("overdue");

/**
 * Waits for what `start` begins, until its caller leaves: by its signal, with the signal's reason, or at its deadline.
 *
 * @param onLeave Called first; it rejects unless that has resolved it.
 */
export async function untilLeft<Value>(
  clock: Clock,
  { signal, deadline = Infinity }: CallOptions,
  onLeave: (reason: unknown) => void,
  start: (resolve: (value: Value) => void, reject: (reason: unknown) => void) => void,
): Promise<Value> {
  let release: (() => void) | undefined;
  let stopTimer: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        onLeave(reason);
        reject(reason);
      };
      if (signal) release = onAbort(signal, () => leave(signal.reason));
      stopTimer = startTimer(clock, () => leave(OVERDUE), deadline);
      start(resolve, reject);
    });
  } finally {
    release?.();
    stopTimer?.();
  }
}

/** Makes the function that begins and ends each call for its caller; `send` is the policies in between. */
export function createCall(
  send: Sender,
  { clock, defaults, trace, check }: CallParts,
): Caller["call"] {
  return async function call(what, options = NO_OPTIONS) {
    if (options !== NO_OPTIONS) check?.(what, options);
    const { signal } = options;
    throwIfAborted(signal);
    const policy = options === NO_OPTIONS ? defaults : readPolicy(options, defaults);
    const pending = new PendingCall(what, policy, keyOf(what, options), clock);
    void what.wanted?.then(() => pending.promote(defaults.priority));
    const told = (pending.trace = trace?.(what));
    const canLeave = Boolean(signal) || policy.deadline !== Infinity;
    let outcome: CallOutcome;
    try {
      // A hook may have aborted it.
      throwIfAborted(signal);
      outcome = await (canLeave
        ? untilLeft<CallOutcome>(
            clock,
            { signal, deadline: policy.deadline },
            (reason) => pending.leave(reason),
            (resolve, reject) => void send(pending).then(resolve, reject),
          )
        : send(pending));
    } catch (reason) {
      const context = { ...what.context, attempts: pending.attempts };
      const error = reason === OVERDUE ? overdue(policy.deadline, context) : reason;
      outcome = { isError: true, error };
    }
    told?.end(pending, outcome);
    if (outcome.isError) throw outcome.error;
    return outcome.value as never;
  };
}

function keyOf({ safe, key }: TransportCall<unknown>, options: CallOptions): string | undefined {
  return safe && isSharing(options) ? key : undefined;
}

/** The error of a call that was not answered by its deadline. */
export function overdue(deadline: number, context: ErrorContext): TransportError {
  return new TransportError("timeout", `No answer within the deadline of ${deadline} ms`, context);
}
