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
  /** True if a policy has ruled out a retry. */
  readonly isFinal?: boolean;
  /** True if no caller waits any longer. */
  readonly isCancelled?: boolean;
  /** The common pause of the calls of a failed request. */
  readonly shared?: SharedPause;
}

/**
 * A policy around another sender. It sends a call on, lets the call wait, or settles it. {@linkcode PendingCall.send} takes the
 * receiver of the outcome: a promise for each step would cost a tenth of a call.
 */
export type Sender = (pending: PendingCall) => void;

/** The part of a policy that receives the outcome, and settles the call or sends it again. */
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

/** Longest `Retry-After` in milliseconds that a call without a deadline waits for. */
export const PATIENCE = 60_000;

/**
 * A call on its way through the policies, one object that each policy passes to the next. A call waits for one event at a
 * time: a place in the queue, the end of a pause, an answer, or a shared request.
 */
export class PendingCall {
  readonly call: TransportCall;
  readonly options: CallOptions;
  readonly policy: FullPolicy;
  /** Key of deduplication and cache; undefined if the call uses neither. */
  readonly key: string | undefined;
  /** Scope of the call. */
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
  /** Changes of what the client knows before its present request went out; `Infinity` while it has none. */
  sentAt = Infinity;
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
  shared: Set<PendingCall> | undefined = undefined;
  /** The call whose request this call shares, as a duplicate or as a part of a batch. */
  request: PendingCall | undefined = undefined;
  /** The group in which the call is gathered; undefined outside one. */
  group: Group | undefined = undefined;
  /** True if the call must be sent in a request of its own, after it failed apart from others, or without others. */
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
  #goOn: unknown = undefined;
  #stop: ((pending: PendingCall) => void) | undefined = undefined;
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
    return time <= Math.max(now, this.deadlineAt === Infinity ? now + PATIENCE : this.deadlineAt);
  }

  /** True if a call may share the request of this one, as their policies are equal. */
  suits({ policy: other }: PendingCall): boolean {
    const { policy } = this;
    if (other === policy) return true;
    return (
      other.timeout === policy.timeout &&
      other.retries === policy.retries &&
      other.maxResponseBytes === policy.maxResponseBytes
    );
  }

  /** Adopts the priority and the deadline of a call that shares the request, if they are higher or later. */
  serve({ deadlineAt, priority }: PendingCall): void {
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
    if (this.#stop) this.#end();
  }

  #end(): void {
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

  /** Passes the outcome to the policy that sent the call last, which must not use the call after settling it. */
  settle(outcome: CallOutcome): void {
    this.#goOn = undefined;
    this.#stop = undefined;
    this.#onPromote = undefined;
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
   * Lets the call wait until it is settled or sent on. A cancellation settles the call with its reason. Both functions get the
   * call, so that one function serves all calls.
   *
   * @param stop Stops the wait.
   * @param onPromote Called when the priority rises meanwhile.
   * @returns False if the call was cancelled before, and is settled.
   */
  park(stop: (pending: PendingCall) => void, onPromote?: (pending: PendingCall) => void): boolean {
    this.#stop = stop;
    this.#onPromote = onPromote;
    if (this.#isCancelled) this.#end();
    return !this.#isCancelled;
  }

  /** Ends the wait of {@linkcode park}, and sends the call on. */
  sendOn(sender: Sender): void {
    this.#stop = undefined;
    this.#onPromote = undefined;
    this.#run(sender, undefined);
  }

  /**
   * Lets the call wait for a value.
   *
   * @param start Starts the wait, and passes the value to `goOn`, where the first value counts. Returns a function that stops
   *   the wait, which does nothing after its end.
   * @param next Receives the value.
   */
  wait<Value>(
    start: (goOn: (value: Value) => void, pending: PendingCall) => (pending: PendingCall) => void,
    next: (pending: PendingCall, value: Value) => void,
    onPromote?: (pending: PendingCall) => void,
  ): void {
    if (this.#isCancelled) return this.#end();
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
    else stop(this);
  }

  /** Waits for some milliseconds. */
  sleep(delay: number, clock: Clock, next: (pending: PendingCall) => void): void {
    this.wait<void>((goOn) => startTimer(clock, goOn, Math.ceil(delay)), next);
  }
}

/** Raises the priority of a shared request after that of a call. */
export function serveAgain(pending: PendingCall): void {
  pending.request?.serve(pending);
}

/** The pause of the calls of a failed request: one timer for all, so that their retries are joined again. */
export class SharedPause {
  /** Milliseconds of the pause; undefined before the first call begins it. */
  delay: number | undefined;
  readonly #onBegin: (delay: number) => void;
  readonly #waiting = new Set<() => void>();
  #stopTimer: (() => void) | undefined;

  constructor(onBegin: (delay: number) => void) {
    this.#onBegin = onBegin;
  }

  begin(delay: number): void {
    if (this.delay === undefined) this.#onBegin(delay);
    this.delay = delay;
  }

  wait(pending: PendingCall, clock: Clock, next: (pending: PendingCall) => void): void {
    pending.wait<void>((goOn) => {
      const end = (): void => [...this.#waiting].forEach((each) => each());
      this.#waiting.add(goOn);
      this.#stopTimer ??= startTimer(clock, end, Math.ceil(this.delay ?? 0));
      return () => {
        this.#waiting.delete(goOn);
        if (this.#waiting.size === 0) this.#stopTimer?.();
      };
    }, next);
  }
}
