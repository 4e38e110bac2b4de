import type { Answer } from "./answer.ts";
import { ignore } from "../notify.ts";
import type { KnownHeights } from "./_known_heights.ts";
import { type CallOutcome, type PendingCall, type Sender, promoteRequest } from "./pending_call.ts";

/**
 * Lets equal reads that are under way share one request. Each caller reads the answer for itself, and so has objects of
 * its own. The request is as urgent as its most urgent caller, and has until the latest of their deadlines; a caller
 * leaves by its own signal and deadline, and the last one to leave cancels the request. A request that went out before the
 * client was told something new is not shared any more: its answer may be older than that.
 */
export function dedupe(send: Sender, heights: KnownHeights): Sender {
  /** Apart from the others, so that calls made one after another never look up a key: hashing one is 4 % of a call. */
  let only: PendingCall | undefined;
  /** By scope, then by key. */
  const others = new Map<string, Map<string, PendingCall>>();

  function start(key: string, request: PendingCall): void {
    const { scope } = request;
    const requests = others.get(scope);
    if (!only) only = request;
    else if (requests) requests.set(key, request);
    else others.set(scope, new Map([[key, request]]));
    request.onLeave = leaveFirst;
    request.send(send, end);
  }

  function end(request: PendingCall, outcome: CallOutcome): void {
    remove(request);
    request.settle(outcome);
    request.sharers?.forEach((pending) => pending.settle(outcomeFor(pending, outcome)));
  }

  /** Does nothing the second time: another request of the key may have begun since. */
  function remove(request: PendingCall): void {
    const { key = "", scope } = request;
    if (only === request) only = undefined;
    const requests = others.get(scope);
    if (requests?.get(key) !== request) return;
    requests.delete(key);
    if (requests.size === 0) others.delete(scope);
  }

  /** A part of a batch went out with the request of the batch. */
  function isOutdated(request: PendingCall): boolean {
    return (request.sharedRequest ?? request).knownAtSend < heights.changes;
  }

  function leaveFirst(request: PendingCall, reason: unknown): void {
    const [next] = request.sharers ?? [];
    if (!next) {
      remove(request);
      request.cancel(reason);
      return;
    }
    // It waits for the others from now on: the hooks hear of one of them.
    request.trace = next.trace;
    request.onLeave = ignore;
  }

  function leave(pending: PendingCall, reason: unknown): void {
    const request = pending.sharedRequest as PendingCall;
    pending.cancel(reason);
    // Its first caller has left before.
    if (request.onLeave === ignore) leaveFirst(request, reason);
  }

  function share(request: PendingCall, pending: PendingCall): void {
    pending.source = "shared";
    pending.sharedRequest = request;
    pending.onLeave = leave;
    request.adopt(pending);
    (request.sharers ??= new Set()).add(pending);
    pending.park(stop, promoteRequest);
  }

  return (pending) => {
    const { key, scope } = pending;
    if (key === undefined) return send(pending);
    const isOnly = only?.key === key && only.scope === scope;
    const request = isOnly ? only : others.get(scope)?.get(key);
    if (request && isOutdated(request)) remove(request);
    else if (request)
      return request.mayShareWith(pending) ? share(request, pending) : send(pending);
    return start(key, pending);
  };
}

function stop(pending: PendingCall): void {
  pending.sharedRequest?.sharers?.delete(pending);
}

/** The outcome of a request for another caller, who reads the answer for itself. */
function outcomeFor(pending: PendingCall, outcome: CallOutcome): CallOutcome {
  return outcome.isError || !outcome.answer ? outcome : readAgain(pending, ownAnswer(outcome));
}

/** The answer of a call by itself, also where it came as a part of another one. */
export function ownAnswer({ answer, reply }: CallOutcome): Answer {
  const whole = answer as Answer;
  return reply === undefined ? whole : whole.withText(JSON.stringify(reply));
}

/** Reads an answer once more, for a caller of its own. */
export function readAgain({ call }: PendingCall, answer: Answer): CallOutcome {
  try {
    return { isError: false, value: call.read(answer, true), answer };
  } catch (error) {
    return { isError: true, error, answer };
  }
}
