import { type ErrorContext, TransportError } from "../errors/mod.ts";
import { ignore } from "../notify.ts";
import { captureCaller } from "./_capture_caller.ts";
import type { KnownHeights } from "./_known_heights.ts";
import { type Clock, onAbort, startTimer, throwIfAborted } from "./clock.ts";
import { type CallOutcome, PendingCall, type Sender, type Tracer } from "./pending_call.ts";
import {
  type CallOptions,
  type Caller,
  type FullPolicy,
  NO_OPTIONS,
  type PartOutcome,
  type Priority,
  readPolicy,
  type TransportCall,
} from "./transport_call.ts";

/** The parts that all calls of one transport share. */
interface CallParts {
  readonly clock: Clock;
  readonly defaults: FullPolicy;
  /** Makes the trace of a call, if there are hooks or spans. */
  readonly trace?: Tracer | undefined;
  /** The heights that the client knows; they are told each value that a caller gets. */
  readonly heights?: KnownHeights;
  /** Throws if the options of a call are wrong. */
  readonly check?: (call: TransportCall, options: CallOptions) => void;
}

/** Sends calls for their caller, one or several. */
export interface Calls extends Caller {
  /**
   * Sends calls together, each through the stages, and resolves to the outcome of each. Rejects if the signal has aborted
   * before. One promise for all takes a third of the time that one for each would.
   *
   * @param onEnd Called with the index of each call that has ended.
   */
  callAll(
    calls: readonly TransportCall[],
    options?: CallOptions,
    onEnd?: (index: number) => void,
  ): Promise<readonly PartOutcome[]>;
}

/** Makes the functions that begin and end each call for its caller; `send` is the stages in between. */
export function createCalls(
  send: Sender,
  { clock, defaults, trace, heights, check }: CallParts,
): Calls {
  /** Gives the outcome to the caller; does nothing the second time, as a caller may leave before its outcome comes. */
  function end(pending: PendingCall, outcome: CallOutcome): void {
    const { call, resolve, release } = pending;
    if (!resolve) return;
    pending.resolve = undefined;
    release?.();
    // After a new height or a submission, no read that went out before is shared any more.
    if (call.height || !call.safe) heights?.read(pending, outcome);
    resolve(outcome);
    endTrace(pending, outcome);
  }

  function endTrace(pending: PendingCall, outcome: CallOutcome): void {
    const { lane } = pending.call;
    // The request that it is a part of has the trace.
    if (lane && pending.sharedRequest) return;
    // It may end before it is sent, which is when a call of a lane gets its trace.
    if (lane) pending.trace ??= trace?.(pending.call);
    pending.trace?.end(pending, outcome);
  }

  /** Ends a call whose caller leaves, by its signal or at its deadline. */
  function endEarly(pending: PendingCall, reason: unknown): void {
    end(pending, { isError: true, error: reason });
    pending.leave(reason);
  }

  function listen(pending: PendingCall): void {
    const { signal } = pending.options;
    const { deadline } = pending.policy;
    const release = signal ? onAbort(signal, () => endEarly(pending, signal.reason)) : ignore;
    pending.release = release;
    if (deadline === Infinity) return;
    const stopTimer = startTimer(clock, () => endEarly(pending, overdue(pending)), deadline);
    pending.release = () => {
      release();
      stopTimer();
    };
  }

  function begin(pending: PendingCall): void {
    const { call, options, policy } = pending;
    if (call.wanted) promoteAfter(call.wanted, pending, defaults.priority);
    if (!call.lane) pending.trace = trace?.(call);
    if (options.signal || policy.deadline !== Infinity) listen(pending);
    if (pending.resolve) pending.send(send, end);
    // A hook has aborted it while its trace was made: it ended before there was a `release`.
    else pending.release?.();
  }

  function start(
    call: TransportCall,
    options: CallOptions,
    policy: FullPolicy,
    resolve: (outcome: CallOutcome) => void,
  ): void {
    const pending = new PendingCall(call, options, policy, clock);
    pending.resolve = resolve;
    begin(pending);
  }

  async function callOne<Value>(call: TransportCall<Value>, options = NO_OPTIONS): Promise<Value> {
    if (options !== NO_OPTIONS) check?.(call, options);
    throwIfAborted(options.signal);
    const policy = readPolicy(options, defaults);
    const outcome = await new Promise<CallOutcome>((resolve) => {
      start(call, options, policy, resolve);
    });
    const { answer, value } = outcome;
    if (outcome.isError) {
      // The reason of an abort is the caller's own, and is not modified.
      if (!options.signal?.aborted) captureCaller(callOne)(outcome.error);
      throw outcome.error;
    }
    call.answer = answer;
    return value as Value;
  }

  async function callAll(
    calls: readonly TransportCall[],
    options = NO_OPTIONS,
    onEnd: (index: number) => void = ignore,
  ): Promise<readonly CallOutcome[]> {
    throwIfAborted(options.signal);
    const policy = readPolicy(options, defaults);
    const outcomes: CallOutcome[] = [];
    let left = calls.length;
    await new Promise<void>((resolve) => {
      if (left === 0) resolve();
      for (const [index, call] of calls.entries()) {
        start(call, options, policy, (outcome) => {
          outcomes[index] = outcome;
          onEnd(index);
          if ((left -= 1) === 0) resolve();
        });
      }
    });
    for (const { isError, error } of outcomes)
      if (isError && !options.signal?.aborted) captureCaller(callAll)(error);
    return outcomes;
  }

  return { call: callOne, callAll };
}

/** Raises the priority of a call that was made ahead of need, such as of a prefetched page, once somebody waits for it. */
function promoteAfter(wanted: Promise<void>, pending: PendingCall, priority: Priority): void {
  void wanted.then(() => pending.promote(priority));
}

/** The error of a call that was not answered by its deadline. */
function overdue({ call, policy, attempts }: PendingCall): TransportError {
  const message = `No answer within the deadline of ${policy.deadline} ms`;
  const context: ErrorContext = { ...call.context, attempts };
  return new TransportError("timeout", message, context);
}
