import { type ErrorContext, TransportError } from "../errors/mod.ts";
import type { ResponseInfo } from "./answer.ts";
import { ignore } from "../notify.ts";
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
  /** Tells hooks and makes spans of calls, where there are any. */
  readonly trace?: Tracer | undefined;
  /** Notes what callers get. */
  readonly heights?: KnownHeights;
  /** Throws where the options of a call are wrong. */
  readonly check?: (call: TransportCall, options: CallOptions) => void;
}

/** Sends calls for their caller, one or several. */
export interface Calls extends Caller {
  /**
   * Sends calls together, each through the policies, and resolves to the outcome of each; rejects where the signal has
   * aborted before. One promise for all takes a third of what one for each would.
   *
   * @param onEnd Is told the place of each that has ended.
   */
  callAll(
    calls: readonly TransportCall[],
    options?: CallOptions,
    onEnd?: (index: number) => void,
  ): Promise<readonly PartOutcome[]>;
}

/** Makes the functions that begin and end each call for its caller; `send` is the policies in between. */
export function createCalls(
  send: Sender,
  { clock, defaults, trace, heights, check }: CallParts,
): Calls {
  /** Once: the caller may have left before. */
  function end(pending: PendingCall, outcome: CallOutcome): void {
    const { call: what, resolve, release } = pending;
    if (!resolve) return;
    pending.resolve = undefined;
    release?.();
    if (what.height || !what.safe) heights?.read(pending, outcome);
    resolve(outcome);
    // A call that goes out with others is told of as a part of their request.
    if (what.lane && !pending.request) pending.trace ??= trace?.(what);
    if (!what.lane || !pending.request) pending.trace?.end(pending, outcome);
  }

  /** The caller leaves: by its signal or at its deadline. */
  function leave(pending: PendingCall, reason: unknown): void {
    end(pending, { isError: true, error: reason });
    pending.leave(reason);
  }

  function listen(pending: PendingCall): void {
    const { signal } = pending.options;
    const { deadline } = pending.policy;
    const release = signal ? onAbort(signal, () => leave(pending, signal.reason)) : ignore;
    pending.release = release;
    if (deadline === Infinity) return;
    const stopTimer = startTimer(clock, () => leave(pending, overdue(pending)), deadline);
    pending.release = () => {
      release();
      stopTimer();
    };
  }

  function begin(pending: PendingCall): void {
    const { call: what, options, policy } = pending;
    if (what.wanted) promoteAfter(what.wanted, pending, defaults.priority);
    if (!what.lane) pending.trace = trace?.(what);
    if (options.signal || policy.deadline !== Infinity) listen(pending);
    // A hook may have aborted it.
    if (pending.resolve) pending.send(send, end);
    else pending.release?.();
  }

  function start(
    what: TransportCall,
    options: CallOptions,
    policy: FullPolicy,
    resolve: (outcome: CallOutcome) => void,
  ): void {
    const pending = new PendingCall(what, options, policy, clock);
    pending.resolve = resolve;
    begin(pending);
  }

  async function call<Value>(what: TransportCall<Value>, options = NO_OPTIONS): Promise<Value> {
    if (options !== NO_OPTIONS) check?.(what, options);
    throwIfAborted(options.signal);
    const policy = readPolicy(options, defaults);
    const outcome = await new Promise<CallOutcome>((resolve) => {
      start(what, options, policy, resolve);
    });
    const { answer, value } = outcome;
    if (outcome.isError) throw withCaller(outcome.error, options, call);
    what.answer = answer;
    return value as Value;
  }

  async function callAll(
    all: readonly TransportCall[],
    options = NO_OPTIONS,
    onEnd: (index: number) => void = ignore,
  ): Promise<readonly CallOutcome[]> {
    throwIfAborted(options.signal);
    const policy = readPolicy(options, defaults);
    const outcomes: CallOutcome[] = [];
    let left = all.length;
    await new Promise<void>((resolve) => {
      if (left === 0) resolve();
      for (const [index, what] of all.entries()) {
        start(what, options, policy, (outcome) => {
          outcomes[index] = outcome;
          onEnd(index);
          if ((left -= 1) === 0) resolve();
        });
      }
    });
    for (const { isError, error } of outcomes) if (isError) withCaller(error, options, callAll);
    return outcomes;
  }

  return { call, callAll };
}

/** The error with the line of the program that called `above`. The reason of an abort is the caller's own. */
function withCaller(
  error: unknown,
  { signal }: CallOptions,
  above: (...args: never[]) => unknown,
): unknown {
  if (!signal?.aborted) captureCaller(above)(error);
  return error;
}

function promoteAfter(wanted: Promise<void>, pending: PendingCall, priority: Priority): void {
  void wanted.then(() => pending.promote(priority));
}

/** The error of a call that was not answered by its deadline. */
function overdue({ call, policy, attempts }: PendingCall): TransportError {
  const message = `No answer within the deadline of ${policy.deadline} ms`;
  const context: ErrorContext = { ...call.context, attempts };
  return new TransportError("timeout", message, context);
}

/** The data of a call and the answer that it came in. */
export interface WithResponse<Data> {
  /** The value that the call resolves to by itself. */
  readonly data: Data;
  /** Status, headers and request id of the answer. */
  readonly response: ResponseInfo;
}

/** The promise of a call's data; the answer's status and headers can be had as well. */
export interface CallPromise<Data> extends Promise<Data> {
  /**
   * The data together with status, headers and request id of the answer. No further request is sent.
   *
   * @example
   * ```ts
   * import { createClient } from "alphadelta";
   *
   * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
   * const { data, response } = await delta.getBlock(7).withResponse();
   * console.log(data.hash, response.requestId);
   * ```
   */
  withResponse(): Promise<WithResponse<Data>>;
}

/**
 * Makes a call, sends it and makes its promise; what `make` throws rejects it.
 *
 * @param caller Sends the call, and writes its answer to it; left out where `make` throws.
 */
export function callPromise<Data>(
  make: () => TransportCall<Data>,
  caller?: Caller,
  options?: CallOptions,
): CallPromise<Data> {
  let call: TransportCall<Data> | undefined;
  let promise: CallPromise<Data>;
  try {
    call = make();
    promise = (caller as Caller).call(call, options) as CallPromise<Data>;
  } catch (error) {
    captureCaller(callPromise)(error);
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- passed on as it came
    promise = Promise.reject(error) as CallPromise<Data>;
  }
  const withResponse = async (): Promise<WithResponse<Data>> => {
    const data = await promise;
    return { data, response: publicPart(call?.answer as ResponseInfo) };
  };
  // Not written to the property at once: V8 keeps such a function, and the data with it, until its next full collection.
  promise.withResponse = withResponse;
  return promise;
}

/** The public part of an answer, for one caller: another one of the same answer has headers of its own. */
export function publicPart({ status, headers, requestId }: ResponseInfo): ResponseInfo {
  return { status, headers: new Headers(headers), requestId };
}

/** Characters of the longest stack that another one is added to. */
const LONGEST = 10_000;

/** A stack that was captured; V8 formats it only when it is read. */
interface Stack {
  readonly stack?: string;
}

/** V8's constructor of errors; others, and the types of Deno, have less. */
interface CapturingErrors {
  readonly captureStackTrace?: (captured: Stack, above: (...args: never[]) => unknown) => void;
}

/**
 * Captures where the caller of `above` stands, for work that is shared or done later, whose errors do not show the line
 * of the program. Nothing is captured where the runtime cannot.
 *
 * @param above What the program called; its own frame and those within it are left out.
 * @returns Adds what was captured to the stack of an error, once.
 */
export function captureCaller(above: (...args: never[]) => unknown): (error: unknown) => void {
  const captured: Stack = {};
  (Error as CapturingErrors).captureStackTrace?.(captured, above);
  return (error) => addStack(error, captured);
}

function addStack(error: unknown, { stack = "" }: Stack): void {
  const frames = stack.slice(stack.indexOf("\n") + 1);
  if (typeof error !== "object" || error === null || frames === "") return;
  try {
    const { stack: own } = error as Stack;
    if (typeof own !== "string" || own.includes(frames) || own.length > LONGEST) return;
    Reflect.set(error, "stack", `${own}\n  called from:\n${frames}`);
  } catch {
    // A field of an error of the user's own may throw.
  }
}
