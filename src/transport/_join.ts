import { type Clock, startTimer } from "./clock.ts";
import {
  type CallOutcome,
  type Group,
  PendingCall,
  type Sender,
  SharedPause,
  type Tracer,
  UNSENT,
} from "./pending_call.ts";
import type { Lane, PartOutcome } from "./transport_call.ts";

/** Parts of a transport that joining uses. */
interface JoinParts {
  readonly clock: Clock;
  readonly trace: Tracer;
}

/** Share of a deadline that calls may be gathered for, so that the rest is left for the answer. */
const GATHERING_SHARE = 0.5;

/**
 * Puts calls of one lane that are made at the same time into one request. It is as urgent as its most urgent call, and has
 * until the latest of their deadlines; the last call to leave cancels it. Where it fails, its calls fail together; a call
 * that failed apart from the others goes out by itself from then on.
 */
export function join(send: Sender, { clock, trace }: JoinParts): Sender {
  /** Those that still take calls, the newest last. */
  const open: Group[] = [];

  return (pending) => {
    const { lane } = pending.call;
    if (lane && !pending.isAlone) {
      pending.group = groupFor(pending, lane);
      return pending.wait(enter, serveAgain);
    }
    if (lane) pending.trace ??= trace(pending.call);
    return send(pending);
  };

  function groupFor(pending: PendingCall, lane: Lane): Group {
    const found = open.findLast((group) => group.lane === lane && group.first.suits(pending));
    if (found) return found;
    const group: Group = { lane, first: pending, calls: [], stopTimer: undefined };
    open.push(group);
    if (lane.wait === undefined) queueMicrotask(() => flush(group));
    else {
      const delay = Math.min(lane.wait, pending.policy.deadline * GATHERING_SHARE);
      group.stopTimer = startTimer(clock, () => flush(group), delay);
    }
    return group;
  }

  function enter(resolve: (outcome: CallOutcome) => void, pending: PendingCall): typeof leave {
    pending.group?.calls.push(pending);
    pending.settle = resolve;
    return leave;
  }

  function leave(pending: PendingCall): void {
    const { request, group } = pending;
    if (!pending.settle || !group) return;
    pending.settle = undefined;
    const others = group.calls.filter(({ settle }) => settle);
    if (others.length === 0) close(group);
    if (request && !others.some((other) => other.request === request)) request.cancel(undefined);
  }

  /** Takes no further calls. A timer would keep a process alive in which nobody waits. */
  function close(group: Group): void {
    group.stopTimer?.();
    const index = open.indexOf(group);
    if (index >= 0) open.splice(index, 1);
  }

  function flush(group: Group): void {
    close(group);
    let rest = waiting(group.calls);
    while (rest.length > 0) rest = rest.slice(sendFirst(group.lane, rest).count);
  }

  /** The calls that still wait, and have time left. */
  function waiting(calls: readonly PendingCall[]): readonly PendingCall[] {
    const now = clock.now();
    return calls.filter(({ settle, deadlineAt }) => settle && deadlineAt > now);
  }

  /** Sends as many calls as go into one request. */
  function sendFirst(
    lane: Lane,
    calls: readonly PendingCall[],
  ): { readonly count: number; readonly done: Promise<void> } {
    const count = lane.fit(calls.map(({ call }) => call));
    return { count, done: sendTogether(lane, calls.slice(0, count)) };
  }

  /** Never rejects. */
  async function sendTogether(lane: Lane, calls: readonly PendingCall[]): Promise<void> {
    const [first] = calls;
    if (!first) return;
    if (calls.length === 1) {
      first.isAlone = true;
      return give(first, UNSENT);
    }
    const request = requestOf(lane, first, calls);
    request.trace = trace(request.call);
    const outcome = await outcomeOf(request);
    request.trace?.end(request, outcome);
    const parts = outcome.value as readonly PartOutcome[] | undefined;
    if (!outcome.isError && !parts) return sendSmaller(lane, calls);
    const shared = new SharedPause((delay) => request.trace?.retry(request, outcome, delay));
    for (const [index, pending] of calls.entries()) {
      const own = parts?.[index] ?? outcome;
      pending.attempts = request.attempts;
      pending.isAlone = own.again !== undefined;
      give(pending, own.isError && !pending.isAlone ? { ...own, shared } : own);
    }
  }

  /** One request for all of them. */
  function requestOf(lane: Lane, first: PendingCall, calls: readonly PendingCall[]): PendingCall {
    const call = lane.request(calls.map((pending) => pending.call));
    const request = new PendingCall(call, first.options, first.policy, clock);
    request.deadlineAt = 0;
    for (const pending of calls) {
      pending.request = request;
      request.serve(pending);
      request.attempts = Math.max(request.attempts, pending.attempts);
    }
    return request;
  }

  /** Cancelled it has no calls left; else something of the user's own has thrown, such as `random`. */
  async function outcomeOf(request: PendingCall): Promise<CallOutcome> {
    try {
      return await send(request);
    } catch (error) {
      return { isError: true, error };
    }
  }

  /** One request after another, since each may tell that it is still too large. */
  async function sendSmaller(lane: Lane, calls: readonly PendingCall[]): Promise<void> {
    lane.lower(calls.length);
    for (let rest = waiting(calls); rest.length > 0;) {
      const { count, done } = sendFirst(lane, rest);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await done;
      rest = waiting(rest.slice(count));
    }
  }
}

function serveAgain(pending: PendingCall): void {
  pending.request?.serve(pending);
}

function give(pending: PendingCall, outcome: CallOutcome): void {
  const { settle: resolve } = pending;
  pending.settle = undefined;
  if (outcome.again) pending.request = undefined;
  resolve?.(outcome);
}
