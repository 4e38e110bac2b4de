import type { Answer } from "./answer.ts";
import { ignore } from "./clock.ts";
import type { CallOutcome, PendingCall, Sender } from "./pending_call.ts";

/**
 * Lets equal reads that are under way share one request. Each caller reads the answer for itself, and so has objects of
 * its own. The request is as urgent as its most urgent caller, and has until the latest of their deadlines; a caller
 * leaves by its own signal and deadline, and the last one to leave cancels the request.
 */
export function dedupe(send: Sender): Sender {
  /** Apart from the others, so that calls made one after another never look up a key: hashing one is 4 % of a call. */
  let only: PendingCall | undefined;
  let others = new Map<string, PendingCall>();

  function find(key: string): PendingCall | undefined {
    if (only?.key === key) return only;
    return others.size > 0 ? others.get(key) : undefined;
  }

  function start(key: string, request: PendingCall): Promise<CallOutcome> {
    if (only) others.set(key, request);
    else only = request;
    request.onLeave = leaveFirst;
    request.onEnd = end;
    return send(request);
  }

  function end(request: PendingCall, outcome: CallOutcome): void {
    remove(request);
    request.shared?.forEach((resolve) => resolve(outcome));
  }

  /** Once: another request of the key may have begun since. */
  function remove(request: PendingCall): void {
    if (!request.onEnd) return;
    request.onEnd = undefined;
    if (only === request) only = undefined;
    // V8 keeps all that a map held before it grew or shrank until the next full collection.
    else if (others.size === 1) others = new Map();
    else others.delete(request.key as string);
  }

  function leaveFirst(request: PendingCall, reason: unknown): void {
    const [next] = request.shared?.keys() ?? [];
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
    const request = pending.request as PendingCall;
    request.shared?.delete(pending);
    pending.cancel(reason);
    // Its first caller has left before.
    if (request.onLeave === ignore) leaveFirst(request, reason);
  }

  async function join(request: PendingCall, pending: PendingCall): Promise<CallOutcome> {
    pending.source = "shared";
    pending.request = request;
    pending.onLeave = leave;
    request.serve(pending);
    const shared = (request.shared ??= new Map());
    const outcome = await pending.wait<CallOutcome>(
      (resolve) => {
        shared.set(pending, resolve);
        return ignore;
      },
      () => request.serve(pending),
    );
    return outcome.isError || !outcome.answer ? outcome : readAgain(pending, ownAnswer(outcome));
  }

  return (pending) => {
    const { key } = pending;
    if (key === undefined) return send(pending);
    const request = find(key);
    if (!request) return start(key, pending);
    return request.suits(pending) ? join(request, pending) : send(pending);
  };
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
