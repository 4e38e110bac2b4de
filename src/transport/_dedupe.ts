import type { Answer } from "./answer.ts";
import { captureCaller } from "./call_promise.ts";
import { ignore } from "./clock.ts";
import type { CallOutcome, PendingCall, Sender } from "./pending_call.ts";

/** A request that may have several callers. */
interface SharedRequest {
  readonly key: string;
  /** The call that is sent: that of the first caller. */
  readonly pending: PendingCall;
  /** True while the first caller waits. */
  isWanted: boolean;
  /** Passes the outcome on to each that joined and still waits; most requests have none. */
  joined: Map<PendingCall, (outcome: CallOutcome) => void> | undefined;
}

/**
 * Lets equal reads that are under way share one request. Each caller reads the answer for itself, and so has objects of
 * its own. The request is as urgent as its most urgent caller, and has until the latest of their deadlines; a caller
 * leaves by its own signal and deadline, and the last one to leave cancels the request.
 */
export function dedupe(send: Sender): Sender {
  /** Apart from the others, so that calls made one after another never look up a key: hashing one is 4 % of a call. */
  let only: SharedRequest | undefined;
  const others = new Map<string, SharedRequest>();

  function find(key: string): SharedRequest | undefined {
    if (only?.key === key) return only;
    return others.size > 0 ? others.get(key) : undefined;
  }

  async function start(key: string, pending: PendingCall): Promise<CallOutcome> {
    const request: SharedRequest = { key, pending, isWanted: true, joined: undefined };
    if (only) others.set(key, request);
    else only = request;
    // A constant first, so that V8 does not keep the function, as in `callPromise`.
    const leaveBy = (reason: unknown): void => leave(request, pending, reason);
    pending.onLeave = leaveBy;
    try {
      const outcome = await send(pending);
      settle(request, outcome);
      return outcome;
    } catch (error) {
      // Cancelled it has no callers left; else something of the user's own has thrown, such as `random`.
      settle(request, { isError: true, error });
      throw error;
    }
  }

  function settle(request: SharedRequest, outcome: CallOutcome): void {
    remove(request);
    request.joined?.forEach((resolve) => resolve(outcome));
  }

  function remove(request: SharedRequest): void {
    if (only === request) only = undefined;
    else if (others.get(request.key) === request) others.delete(request.key);
  }

  function leave(request: SharedRequest, pending: PendingCall, reason: unknown): void {
    if (pending === request.pending) request.isWanted = false;
    else request.joined?.delete(pending);
    if (request.isWanted) return;
    const [next] = request.joined?.keys() ?? [];
    if (next) {
      // The hooks hear from now on of a caller that still waits.
      request.pending.trace = next.trace;
      return;
    }
    remove(request);
    request.pending.cancel(reason);
  }

  async function join(request: SharedRequest, pending: PendingCall): Promise<CallOutcome> {
    pending.source = "shared";
    const leaveBy = (reason: unknown): void => leave(request, pending, reason);
    pending.onLeave = leaveBy;
    const { deadlineAt } = request.pending;
    request.pending.deadlineAt = Math.max(deadlineAt, pending.deadlineAt);
    const promote = (): void => request.pending.promote(pending.priority);
    promote();
    const joined = (request.joined ??= new Map());
    const outcome = await pending.wait<CallOutcome>((resolve) => {
      joined.set(pending, resolve);
      return ignore;
    }, promote);
    const { isError, error, answer } = outcome;
    if (isError) captureCaller(join)(error);
    return isError || !answer ? outcome : readAgain(pending, answer);
  }

  return (pending) => {
    const { key } = pending;
    if (key === undefined) return send(pending);
    const request = find(key);
    if (!request) return start(key, pending);
    return suits(request.pending, pending) ? join(request, pending) : send(pending);
  };
}

/** Reads an answer once more, for a caller of its own. */
export function readAgain({ call }: PendingCall, answer: Answer): CallOutcome {
  try {
    return { isError: false, value: call.read(answer, true), answer };
  } catch (error) {
    return { isError: true, error, answer };
  }
}

/** Tells whether a call gets from a request what it would get from one of its own. */
function suits({ policy: sent }: PendingCall, { policy: own }: PendingCall): boolean {
  return (
    own.timeout === sent.timeout &&
    own.retries === sent.retries &&
    own.maxResponseBytes === sent.maxResponseBytes
  );
}
