import { ignore } from "../notify.ts";
import { type Clock, startTimer } from "./clock.ts";
import {
  type CallOutcome,
  type Group,
  PendingCall,
  type Sender,
  promoteRequest,
  type Tracer,
} from "./pending_call.ts";
import { SharedPause } from "./_shared_pause.ts";
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
    if (!lane || pending.isAlone) return sendAlone(pending);
    pending.group = groupFor(pending, lane);
    pending.group.calls.push(pending);
    pending.park(leave, promoteRequest);
  };

  function sendAlone(pending: PendingCall): void {
    if (pending.call.lane) pending.trace ??= trace(pending.call);
    send(pending);
  }

  function groupFor(pending: PendingCall, lane: Lane): Group {
    const found = open.findLast(
      (group) => group.lane === lane && group.first.mayShareWith(pending),
    );
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

  function leave(pending: PendingCall): void {
    const { sharedRequest: request, group } = pending;
    if (!group) return;
    pending.group = undefined;
    const others = group.calls.filter((other) => other.group === group);
    if (others.length === 0) close(group);
    if (request && !others.some((other) => other.sharedRequest === request))
      request.cancel(undefined);
  }

  /** Takes no further calls. A timer would keep a process alive in which nobody waits. */
  function close(group: Group): void {
    group.stopTimer?.();
    const index = open.indexOf(group);
    if (index >= 0) open.splice(index, 1);
  }

  function flush(group: Group): void {
    close(group);
    let rest = waiting(group, group.calls);
    while (rest.length > 0) rest = sendFirst(group, rest);
  }

  /** The calls that still wait, and have time left. */
  function waiting(group: Group, calls: readonly PendingCall[]): readonly PendingCall[] {
    const now = clock.now();
    return calls.filter((pending) => pending.group === group && pending.deadlineAt > now);
  }

  /** Sends as many calls as go into one request, and returns the rest, which `next` is given once that is answered. */
  function sendFirst(
    group: Group,
    calls: readonly PendingCall[],
    next: (rest: readonly PendingCall[]) => void = ignore,
  ): readonly PendingCall[] {
    const count = group.lane.fit(calls.map(({ call }) => call));
    const rest = calls.slice(count);
    sendTogether(group, calls.slice(0, count), () => next(rest));
    return rest;
  }

  function sendTogether(group: Group, calls: readonly PendingCall[], done: () => void): void {
    const [first] = calls;
    if (first && calls.length > 1) {
      const request = requestOf(group.lane, first, calls);
      request.trace = trace(request.call);
      request.send(send, (_, outcome) => receive(group, calls, request, outcome, done));
      return;
    }
    if (first) {
      first.group = undefined;
      first.isAlone = true;
      first.sendOn(sendAlone);
    }
    done();
  }

  /** Cancelled, the request has no calls left. */
  function receive(
    group: Group,
    calls: readonly PendingCall[],
    request: PendingCall,
    outcome: CallOutcome,
    done: () => void,
  ): void {
    request.trace?.end(request, outcome);
    const parts = outcome.value as readonly PartOutcome[] | undefined;
    if (!outcome.isError && !parts) return sendSmaller(group, calls, done);
    const sharedPause = new SharedPause((delay) => request.trace?.retry(request, outcome, delay));
    for (const [index, pending] of calls.entries()) {
      const own = parts?.[index] ?? outcome;
      if (pending.group !== group) continue;
      pending.attempts = request.attempts;
      pending.isAlone = own.again !== undefined;
      pending.group = undefined;
      if (own.again) pending.sharedRequest = undefined;
      pending.settle(own.isError && !pending.isAlone ? { ...own, sharedPause } : own);
    }
    done();
  }

  /** One request for all of them. */
  function requestOf(lane: Lane, first: PendingCall, calls: readonly PendingCall[]): PendingCall {
    const call = lane.request(calls.map((pending) => pending.call));
    const request = new PendingCall(call, first.options, first.policy, clock);
    request.deadlineAt = 0;
    for (const pending of calls) {
      pending.sharedRequest = request;
      request.adopt(pending);
      request.attempts = Math.max(request.attempts, pending.attempts);
    }
    return request;
  }

  /** One request after another, since each may tell that it is still too large. */
  function sendSmaller(group: Group, calls: readonly PendingCall[], done: () => void): void {
    group.lane.lower(calls.length);
    const next = (left: readonly PendingCall[]): void => {
      const rest = waiting(group, left);
      if (rest.length > 0) sendFirst(group, rest, next);
      else done();
    };
    next(calls);
  }
}
