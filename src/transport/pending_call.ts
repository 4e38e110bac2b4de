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
  /** True where a policy has ruled out a retry. */
  readonly isFinal?: boolean;
  /** True where nobody waits for the call any longer. */
  readonly isCancelled?: boolean;
  /** The pause of all calls whose request failed. */
  readonly shared?: SharedPause;
}

/**
 * A policy, and the sender that it wraps. It sends a call on, lets it wait, or settles it. What it has to do with the outcome
 * it says by {@linkcode PendingCall.send}: no promise is made for a step, as one for each would cost a tenth of a call.
 */
export type Sender = (pending: PendingCall) => void;

/** The part of a policy that takes the outcome: it settles the call with that or another one, or sends it again. */
export type Receiver = (pending: PendingCall, outcome: CallOutcome) => void;

/** Is told of the steps of one call. */
export interface Trace {
  queue(pending: PendingCall): void;
  attempt(pending: PendingCall): void;
  retry(pending: PendingCall, outcome: CallOutcome, delayMs: number): void;
  end(pending: PendingCall, outcome: CallOutcome): void;
}

/** Makes the trace of a call, where there are hooks or spans. */
export type Tracer = (call: TransportCall<unknown>) => Trace | undefined;

/** Calls that are gathered for one request, or for a few. */
export interface Group {
  readonly lane: Lane;
  readonly first: PendingCall;
  readonly calls: PendingCall[];
  /** Ends the gathering. */
  stopTimer: (() => void) | undefined;
}

/** Longest `Retry-After` in milliseconds that a call without a deadline waits for. */
export const PATIENCE = 60_000;

/**
 * A call while the policies run it: made once, and passed from each to the next. It waits for one thing at a time: a place
 * in the queue, a pause, an answer, a request that it shares.
 */
export class PendingCall {
  readonly call: TransportCall<unknown>;
  readonly options: CallOptions;
  readonly policy: FullPolicy;
  /** Key of deduplication and cache; undefined if the call uses neither. */
  readonly key: string | undefined;
  /** As of its call. */
  readonly scope: string;
  /** Requests that it counts as. */
  readonly cost: number;
  /** Latest deadline of its callers: milliseconds since 1970, or `Infinity`. */
  deadlineAt: number;
  /** Highest priority of its callers. */
  priority: Priority;
  /** Requests sent. */
  attempts = 0;
  /** Outcomes of its requests, of which each may lead to a retry. */
  tries = 0;
  /** Refusals for a limit in its present try. */
  refusals = 0;
  /** The source of its answer. */
  source: "request" | "shared" | "cache" = "request";
  /** Reports to the hooks and makes its span, if there are any. */
  trace: Trace | undefined = undefined;
  /** Headers of its requests that carry its span to the service. */
  spanHeaders: Readonly<Record<string, string>> | undefined = undefined;
  /** Name of the limit that its operation has for itself, beside that of the tier. */
  ownLimit: string | undefined = undefined;
  /** Gives its own caller the outcome; undefined once it has. */
  resolve: ((outcome: CallOutcome) => void) | undefined = undefined;
  /** Stops listening to the signal and the deadline of its own caller. */
  release: (() => void) | undefined = undefined;
  /** Called by {@linkcode leave} instead of {@linkcode cancel}, where the request has other callers too. */
  onLeave: ((pending: PendingCall, reason: unknown) => void) | undefined = undefined;
  /** Changes of known heights before it began, where equal calls may share it. */
  changes = 0;
  /** Other callers of its request. */
  shared: Set<PendingCall> | undefined = undefined;
  /** The request that it shares with others, as an equal call or as a part. */
  request: PendingCall | undefined = undefined;
  /** The calls that it is gathered with for one request; undefined once it waits for none. */
  group: Group | undefined = undefined;
  /** True once it failed apart from others in its request, or has none to go out with. */
  isAlone = false;
  /** Ends its present request. */
  controller: AbortController | undefined = undefined;
  /** The timer of its present request. */
  timer: unknown = undefined;
  /** A place for each policy, since an array that grows takes room for more. */
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

  constructor(
    call: TransportCall<unknown>,
    options: CallOptions,
    policy: FullPolicy,
    clock: Clock,
  ) {
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

  /** Tells whether a call gets from the request of this one what it would get from one of its own. */
  suits({ policy: own }: PendingCall): boolean {
    const { policy } = this;
    if (own === policy) return true;
    return (
      own.timeout === policy.timeout &&
      own.retries === policy.retries &&
      own.maxResponseBytes === policy.maxResponseBytes
    );
  }

  /** Makes it as urgent and as patient as a caller that shares its request. */
  serve({ deadlineAt, priority }: PendingCall): void {
    this.deadlineAt = Math.max(this.deadlineAt, deadlineAt);
    this.promote(priority);
  }

  /** Its caller waits no longer. */
  leave(reason: unknown): void {
    if (this.onLeave) this.onLeave(this, reason);
    else this.cancel(reason);
  }

  /** Nobody waits any longer: ends what the call is waiting for. */
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

  /** Raises the priority, if the other one is more urgent. */
  promote(priority: Priority): void {
    if (PRIORITIES.indexOf(priority) >= PRIORITIES.indexOf(this.priority)) return;
    this.priority = priority;
    this.#onPromote?.(this);
  }

  /** Sends it by `sender`; `receive` gets the outcome. */
  send(sender: Sender, receive: Receiver): void {
    this.#receivers[this.#depth++] = receive;
    this.#run(sender, undefined);
  }

  /** Gives the outcome to the policy that sent it last. Nothing is done with a call after it was settled. */
  settle(outcome: CallOutcome): void {
    this.#goOn = undefined;
    this.#stop = undefined;
    this.#onPromote = undefined;
    if (this.#depth === 0) return;
    const receive = this.#receivers[--this.#depth] as Receiver;
    this.#run(receive, outcome);
  }

  /** What a clock or `random` of the user's throws is an outcome. */
  #run<Value>(step: (pending: PendingCall, value: Value) => void, value: Value): void {
    try {
      step(this, value);
    } catch (error) {
      this.settle({ isError: true, error, isFinal: true });
    }
  }

  /**
   * Lets it wait until it is settled or sent on. When it is cancelled meanwhile it is settled with the reason.
   *
   * Each function is given this call, so that one may serve all calls.
   *
   * @param stop Ends what it waits for.
   * @param onPromote Called when the priority rises meanwhile.
   * @returns False where it was cancelled before, and so is settled.
   */
  park(stop: (pending: PendingCall) => void, onPromote?: (pending: PendingCall) => void): boolean {
    this.#stop = stop;
    this.#onPromote = onPromote;
    if (this.#isCancelled) this.#end();
    return !this.#isCancelled;
  }

  /** Ends the wait of {@linkcode park}, and sends it on. */
  sendOn(sender: Sender): void {
    this.#stop = undefined;
    this.#onPromote = undefined;
    this.#run(sender, undefined);
  }

  /**
   * Lets it wait for what `start` begins.
   *
   * @param start Goes on some time with a value, the first of which counts; returns what stops it, which does nothing once
   *   it has ended.
   * @param next Takes the value.
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

  /** Waits for so many milliseconds. */
  sleep(delay: number, clock: Clock, next: (pending: PendingCall) => void): void {
    this.wait<void>((goOn) => startTimer(clock, goOn, Math.ceil(delay)), next);
  }
}

/** Makes the request that a call shares as urgent as that call has become. */
export function serveAgain(pending: PendingCall): void {
  pending.request?.serve(pending);
}

/** The pause of calls whose request failed: one timer for all, so that their retries meet again. */
export class SharedPause {
  /** Its milliseconds, once the first call has begun it. */
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
