import { type ErrorContext, TransportError } from "../errors/mod.ts";
import { captureCaller } from "./call_promise.ts";
import { type Clock, startTimer } from "./clock.ts";
import { onAbort, throwIfAborted } from "./pause.ts";
import {
  type CallOptions,
  type Caller,
  type FullPolicy,
  isSharing,
  type Lane,
  type PartOutcome,
  PRIORITIES,
  type Priority,
  readPolicy,
  type TransportCall,
} from "./transport_call.ts";

/** The outcome of a call, or of one attempt of it. */
export interface CallOutcome extends PartOutcome {
  /** True where a policy has ruled out a retry. */
  readonly isFinal?: boolean;
  /** The pause of all calls whose request failed. */
  readonly shared?: SharedPause;
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
  /** Requests that it counts as. */
  readonly cost: number;
  /** Latest deadline of its callers: milliseconds since 1970, or `Infinity`. */
  deadlineAt: number;
  /** Highest priority of its callers. */
  priority: Priority;
  /** Requests sent. */
  attempts = 0;
  /** The source of its answer. */
  source: "request" | "shared" | "cache" = "request";
  /** Reports to the hooks and makes its span, if there are any. */
  trace: Trace | undefined = undefined;
  /** Headers of its requests that carry its span to the service. */
  spanHeaders: Readonly<Record<string, string>> | undefined = undefined;
  /** Name of the limit that its operation has for itself, beside that of the tier. */
  ownLimit: string | undefined = undefined;
  /** Called by {@linkcode leave} instead of {@linkcode cancel}, where the request has other callers too. */
  onLeave: ((pending: PendingCall, reason: unknown) => void) | undefined = undefined;
  /** Called with the outcome, also where its own caller has left. */
  onEnd: ((pending: PendingCall, outcome: CallOutcome) => void) | undefined = undefined;
  /** Other callers of its request, and what gives them its outcome. */
  shared: Map<PendingCall, (outcome: CallOutcome) => void> | undefined = undefined;
  /** The request that it shares with others, as an equal call or as a part. */
  request: PendingCall | undefined = undefined;
  /** The calls that it is gathered with for one request. */
  group: Group | undefined = undefined;
  /** Gives it the outcome of the request that it is a part of; undefined once it waits for none. */
  settle: ((outcome: CallOutcome) => void) | undefined = undefined;
  /** True once it failed apart from others in its request, or has none to go out with. */
  isAlone = false;
  #isCancelled = false;
  #reason: unknown = undefined;
  #stop: ((pending: PendingCall) => void) | undefined = undefined;
  #reject: ((reason: unknown) => void) | undefined = undefined;
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
    this.#end();
  }

  #end(): void {
    this.#stop?.(this);
    this.#reject?.(this.#reason);
  }

  /** Raises the priority, if the other one is more urgent. */
  promote(priority: Priority): void {
    if (PRIORITIES.indexOf(priority) >= PRIORITIES.indexOf(this.priority)) return;
    this.priority = priority;
    this.#onPromote?.(this);
  }

  /**
   * Waits for what `start` begins. When the call is cancelled meanwhile it stops that, and rejects at once with the reason.
   *
   * Each function is given this call, so that one may serve all calls.
   *
   * @param start Resolves the wait some time; returns what stops it, which does nothing once it has ended.
   * @param onPromote Called when the priority rises meanwhile.
   */
  wait<Value>(
    start: (
      resolve: (value: Value) => void,
      pending: PendingCall,
    ) => (pending: PendingCall) => void,
    onPromote?: (pending: PendingCall) => void,
  ): Promise<Value> {
    // A closure over `reject` would keep the answer of each call in V8 until the next full collection.
    return new Promise<Value>((resolve, reject) => {
      this.#reject = reject;
      this.#onPromote = onPromote;
      this.#stop = undefined;
      // `resolve` itself, since V8 follows no other function to the line that waits.
      if (!this.#isCancelled) this.#stop = start(resolve, this);
      if (this.#isCancelled) this.#end();
    });
  }

  /** Waits for so many milliseconds. */
  sleep(delay: number, clock: Clock): Promise<void> {
    return this.wait((resolve) => startTimer(clock, resolve, Math.ceil(delay)));
  }
}

/** The outcome of a call that found no other one to go out with: it has not been sent. */
export const UNSENT: CallOutcome = { isError: true, again: "now" };

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

  wait(pending: PendingCall, clock: Clock): Promise<void> {
    return pending.wait((resolve) => {
      const end = (): void => this.#waiting.forEach((goOn) => goOn());
      this.#waiting.add(resolve);
      this.#stopTimer ??= startTimer(clock, end, Math.ceil(this.delay ?? 0));
      return () => {
        this.#waiting.delete(resolve);
        if (this.#waiting.size === 0) this.#stopTimer?.();
      };
    });
  }
}

/** The parts that all calls of one transport share. */
interface CallParts {
  readonly clock: Clock;
  readonly defaults: FullPolicy;
  /** Tells hooks and makes spans of calls, where there are any. */
  readonly trace?: Tracer | undefined;
  /** Throws where the options of a call are wrong. */
  readonly check?: (call: TransportCall<unknown>, options: CallOptions) => void;
}

const NO_OPTIONS: CallOptions = {};

/** The reason of a call that is cancelled at its deadline. */
const OVERDUE: unique symbol = Symbol("overdue");

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
    const pending = new PendingCall(what, options, policy, clock);
    void what.wanted?.then(() => pending.promote(defaults.priority));
    // A call that goes out with others is told of as a part of their request.
    let told = what.lane ? undefined : (pending.trace = trace?.(what));
    const mayLeave = Boolean(signal) || policy.deadline !== Infinity;
    let outcome: CallOutcome;
    try {
      // A hook may have aborted it.
      throwIfAborted(signal);
      outcome = await (mayLeave ? untilLeft(pending, send, clock) : send(pending));
    } catch (reason) {
      outcome = { isError: true, error: reason === OVERDUE ? overdue(pending) : reason };
    }
    if (!mayLeave) pending.onEnd?.(pending, outcome);
    if (what.lane && !pending.request) told = pending.trace ?? trace?.(what);
    told?.end(pending, outcome);
    const { isError, error, answer, value } = outcome;
    if (isError) {
      // The reason of an abort is the caller's own.
      const isShown = !pending.request && !mayLeave;
      if (!isShown && !signal?.aborted) captureCaller(call)(error);
      throw error;
    }
    if (answer) what.onAnswer?.(answer);
    return value as never;
  };
}

/** Waits for the outcome until the caller leaves: by its signal, with the signal's reason, or at its deadline. */
async function untilLeft(pending: PendingCall, send: Sender, clock: Clock): Promise<CallOutcome> {
  const { signal } = pending.options;
  let release: (() => void) | undefined;
  let stopTimer: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        pending.leave(reason);
        reject(reason);
      };
      if (signal) release = onAbort(signal, () => leave(signal.reason));
      stopTimer = startTimer(clock, () => leave(OVERDUE), pending.policy.deadline);
      const end = (outcome: CallOutcome): void => {
        pending.onEnd?.(pending, outcome);
        resolve(outcome);
      };
      send(pending).then(end, (error: unknown) => {
        pending.onEnd?.(pending, { isError: true, error });
        reject(error);
      });
    });
  } finally {
    release?.();
    stopTimer?.();
  }
}

/** The error of a call that was not answered by its deadline. */
function overdue({ call, policy, attempts }: PendingCall): TransportError {
  const message = `No answer within the deadline of ${policy.deadline} ms`;
  const context: ErrorContext = { ...call.context, attempts };
  return new TransportError("timeout", message, context);
}
