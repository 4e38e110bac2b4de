import type { SharedPause } from "./_shared_pause.ts";
import { type Clock, startTimer } from "./clock.ts";
import {
  type CallOptions,
  type FullPolicy,
  isSharing,
  type Lane,
  type PartOutcome,
  PRIORITIES,
  type Priority,
  type TransportCall,
} from "./transport_call.ts";

/** The outcome of a call, or of one attempt of it. */
export interface CallOutcome extends PartOutcome {
  /** True if a stage has ruled out a retry. */
  readonly isFinal?: boolean;
  /** True if no caller waits any longer. */
  readonly isCancelled?: boolean;
  /** The pause that all calls of a failed request have in common. */
  readonly sharedPause?: SharedPause;
}

/** A stage: gets a call, and sends it on, lets it wait or settles it. See {@linkcode PendingCall}. */
export type Sender = (pending: PendingCall) => void;

/** The part of a stage that gets the outcome of a call that it sent on, and settles the call or sends it again. */
export type Receiver = (pending: PendingCall, outcome: CallOutcome) => void;

/** Receives the steps of a call. */
export interface Trace {
  queue(pending: PendingCall): void;
  attempt(pending: PendingCall): void;
  retry(pending: PendingCall, outcome: CallOutcome, delayMs: number): void;
  end(pending: PendingCall, outcome: CallOutcome): void;
}

/** Makes the trace of a call; undefined without hooks and spans. */
export type Tracer = (call: TransportCall) => Trace | undefined;

/** Calls that are gathered for one request, or for several if there are too many. */
export interface Group {
  readonly lane: Lane;
  readonly first: PendingCall;
  readonly calls: PendingCall[];
  /** Stops the timer of the gathering. */
  stopTimer: (() => void) | undefined;
}

/** Milliseconds that a call without a deadline waits at most: for `Retry-After`, or for a quota. */
export const LONGEST_WAIT = 60_000;

/**
 * A call on its way through the stages of {@linkcode createTransport}: one object, since a promise for each step would cost a
 * tenth of a call. The stage that has the call does one of these:
 *
 * - `send(inner, receive)` passes it to the next stage; `receive` gets the outcome.
 * - `settle(outcome)` gives it back to the stage that sent it.
 * - `park(stop)` keeps it, until `settle` or `sendOn(inner)`; `wait` and `sleep` keep it until a value or a time.
 *
 * So a call waits for one event at a time. `cancel` calls `stop` and settles it; where it does not wait, its next wait does.
 */
export class PendingCall {
  readonly call: TransportCall;
  readonly options: CallOptions;
  readonly policy: FullPolicy;
  /** Key of deduplication and cache; undefined if the call uses neither. */
  readonly key: string | undefined;
  readonly scope: string;
  /** Number of requests for which the call counts. */
  readonly cost: number;
  /** Latest deadline of the callers, in milliseconds since 1970, or `Infinity`. */
  deadlineAt: number;
  /** Highest priority of the callers. */
  priority: Priority;
  /** Number of sent requests. */
  attempts = 0;
  /** Outcomes of its requests, of which each may lead to a retry. */
  tries = 0;
  /** Refusals for a limit in its present try. */
  refusals = 0;
  /** `KnownHeights.changes` when its present request went out; `Infinity` while it has none. */
  knownAtSend = Infinity;
  /** Height of its chain that was known before it went out, for the cache; -1 for none. */
  heightBefore = -1;
  /** The source of its answer. */
  source: "request" | "shared" | "cache" = "request";
  /** Reports to the hooks and makes its span, if there are any. */
  trace: Trace | undefined = undefined;
  /** Headers that carry the span to the service. */
  spanHeaders: Readonly<Record<string, string>> | undefined = undefined;
  /** Name of a rate limit of the operation, beside the limit of the tier. */
  ownLimit: string | undefined = undefined;
  /** Resolves the promise of the caller; undefined once resolved. */
  resolve: ((outcome: CallOutcome) => void) | undefined = undefined;
  /** Stops listening to the signal and the deadline of the caller. */
  release: (() => void) | undefined = undefined;
  /** Called by {@linkcode leave} instead of {@linkcode cancel}, if the request has other callers. */
  onLeave: ((pending: PendingCall, reason: unknown) => void) | undefined = undefined;
  /** Other calls that share the request of this call. */
  sharers: Set<PendingCall> | undefined = undefined;
  /** The call whose request this call shares, as a duplicate or as a part of a batch; undefined if it has its own. */
  sharedRequest: PendingCall | undefined = undefined;
  /** The group in which the call is gathered; undefined outside one. */
  group: Group | undefined = undefined;
  /** True if it goes out in a request of its own: it failed apart from the others of a batch, or there were none. */
  isAlone = false;
  /** Aborts the present request. */
  controller: AbortController | undefined = undefined;
  /** Timeout of the present request. */
  timer: unknown = undefined;
  /** Receivers by depth, preallocated for all policies, since a growing array reserves more. */
  readonly #receivers: (Receiver | undefined)[] = [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ];
  #depth = 0;
  #isCancelled = false;
  #reason: unknown = undefined;
  /** The function that may end the present wait; any other comes late and is ignored. */
  #goOn: unknown = undefined;
  /** Stops the present wait if the call is cancelled. */
  #stop: ((pending: PendingCall) => void) | undefined = undefined;
  /** Called if the priority rises during the present wait. */
  #onPromote: ((pending: PendingCall) => void) | undefined = undefined;

  constructor(call: TransportCall, options: CallOptions, policy: FullPolicy, clock: Clock) {
    const { deadline, priority } = policy;
    this.call = call;
    this.options = options;
    this.policy = policy;
    this.key = call.safe && isSharing(options) ? call.key : undefined;
    this.scope = call.scope ?? "";
    this.cost = call.cost ?? 1;
    this.deadlineAt = deadline === Infinity ? Infinity : clock.now() + deadline;
    this.priority = priority;
  }

  /** Tells whether the call may wait until `time`. */
  mayWaitUntil(time: number, now: number): boolean {
    return (
      time <= Math.max(now, this.deadlineAt === Infinity ? now + LONGEST_WAIT : this.deadlineAt)
    );
  }

  /** True if a call may share the request of this one, as their policies are equal. */
  mayShareWith({ policy: other }: PendingCall): boolean {
    const { policy } = this;
    if (other === policy) return true;
    return (
      other.timeout === policy.timeout &&
      other.retries === policy.retries &&
      other.maxResponseBytes === policy.maxResponseBytes
    );
  }

  /** Takes the priority and the deadline of a call that shares the request, if they are higher or later. */
  adopt({ deadlineAt, priority }: PendingCall): void {
    this.deadlineAt = Math.max(this.deadlineAt, deadlineAt);
    this.promote(priority);
  }

  /** Called when the caller waits no longer. */
  leave(reason: unknown): void {
    if (this.onLeave) this.onLeave(this, reason);
    else this.cancel(reason);
  }

  /** Cancels the call, and stops its present wait. */
  cancel(reason: unknown): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#reason = reason;
    if (this.#stop) this.#settleCancelled();
  }

  #settleCancelled(): void {
    const stop = this.#stop;
    this.#goOn = undefined;
    this.#stop = undefined;
    stop?.(this);
    this.settle({ isError: true, error: this.#reason, isFinal: true, isCancelled: true });
  }

  /** Raises the priority to a more urgent one. */
  promote(priority: Priority): void {
    if (PRIORITIES.indexOf(priority) >= PRIORITIES.indexOf(this.priority)) return;
    this.priority = priority;
    this.#onPromote?.(this);
  }

  /** Sends the call by `sender`; `receive` gets the outcome. */
  send(sender: Sender, receive: Receiver): void {
    this.#receivers[this.#depth++] = receive;
    this.#run(sender, undefined);
  }

  /** Gives the outcome to the stage that sent the call last. A stage does not touch a call that it has settled. */
  settle(outcome: CallOutcome): void {
    this.#goOn = undefined;
    this.#stop = undefined;
    this.#onPromote = undefined;
    // Every stage has had the outcome: an error came after that.
    if (this.#depth === 0) return;
    const receive = this.#receivers[--this.#depth] as Receiver;
    this.#run(receive, outcome);
  }

  /** Runs a step. An error of the caller's clock or `random` becomes the outcome. */
  #run<Value>(step: (pending: PendingCall, value: Value) => void, value: Value): void {
    try {
      step(this, value);
    } catch (error) {
      this.settle({ isError: true, error, isFinal: true });
    }
  }

  /**
   * Keeps the call until it is settled or sent on. Both functions get the call, so that one function serves all calls.
   *
   * @param stop Stops the wait, after a cancellation.
   * @param onPromote Called when the priority rises meanwhile.
   * @returns False if the call was cancelled before; it is stopped and settled then.
   */
  park(stop: (pending: PendingCall) => void, onPromote?: (pending: PendingCall) => void): boolean {
    this.#stop = stop;
    this.#onPromote = onPromote;
    if (this.#isCancelled) this.#settleCancelled();
    return !this.#isCancelled;
  }

  /** Ends the wait of {@linkcode park}, and passes the call to `sender`, whose outcome goes to the stage before. */
  sendOn(sender: Sender): void {
    this.#stop = undefined;
    this.#onPromote = undefined;
    this.#run(sender, undefined);
  }

  /**
   * Keeps the call until there is a value.
   *
   * @param start Starts the wait: it passes the value to `goOn`, where the first one counts, and returns a function that
   *   stops the wait, and does nothing after its end.
   * @param next Gets the value.
   */
  wait<Value>(
    start: (goOn: (value: Value) => void, pending: PendingCall) => (pending: PendingCall) => void,
    next: (pending: PendingCall, value: Value) => void,
    onPromote?: (pending: PendingCall) => void,
  ): void {
    if (this.#isCancelled) return this.#settleCancelled();
    const goOn = (value: Value): void => {
      if (this.#goOn !== goOn) return;
      this.#goOn = undefined;
      this.#stop = undefined;
      this.#onPromote = undefined;
      this.#run(next, value);
    };
    this.#goOn = goOn;
    const stop = start(goOn, this);
    if (this.#goOn === goOn) this.park(stop, onPromote);
    // `start` has called `goOn` already.
    else stop(this);
  }

  /** Waits for some milliseconds. */
  sleep(delay: number, clock: Clock, next: (pending: PendingCall) => void): void {
    this.wait<void>((goOn) => startTimer(clock, goOn, Math.ceil(delay)), next);
  }
}

/** Raises the priority of a shared request after that of a call. */
export function promoteRequest(pending: PendingCall): void {
  pending.sharedRequest?.adopt(pending);
}
