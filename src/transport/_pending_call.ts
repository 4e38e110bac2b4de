import type { Answer } from "./answer.ts";
import type { Clock } from "./clock.ts";
import type { TransportCall } from "./transport_call.ts";
import type { FullPolicy, Priority } from "./call_options.ts";

/** How a call, or one attempt of it, ended: with a value or with an error. Either may have an answer. */
export interface Outcome {
  readonly isError: boolean;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly answer?: Answer | undefined;
  /** Whether a policy has decided that the call is not retried. */
  readonly isFinal?: boolean;
}

/**
 * What each policy is, and what it wraps. It resolves to how the call ended, and rejects only where the call is
 * cancelled, with the reason.
 */
export type Sender = (pending: PendingCall) => Promise<Outcome>;

/** Tells the hooks of one call. */
export interface Trace {
  queue(pending: PendingCall): void;
  attempt(pending: PendingCall): void;
  retry(pending: PendingCall, outcome: Outcome, delayMs: number): void;
  end(pending: PendingCall, outcome: Outcome): void;
}

/** Milliseconds that a call without a deadline waits for a service that says when to come back. */
export const PATIENCE = 60_000;

/** A call on its way through the policies. */
export class PendingCall {
  readonly call: TransportCall<unknown>;
  readonly policy: FullPolicy;
  /** Under which it is deduplicated and cached; undefined where it is neither. */
  readonly key: string | undefined;
  /** When the last of its callers will have left: milliseconds since 1970, or `Infinity`. */
  deadlineAt: number;
  /** That of its most urgent caller. */
  priority: Priority;
  /** Requests sent. */
  attempts = 0;
  /** Where its answer comes from. */
  source: "request" | "shared" | "cache" = "request";
  /** Tells the hooks. */
  trace: Trace | undefined;
  /** Called by {@linkcode leave} in the place of {@linkcode cancel}, where the request has other callers too. */
  onLeave: ((reason: unknown) => void) | undefined;
  /** Called when the priority rises while the call is queued. */
  onPromote: (() => void) | undefined;
  #isCancelled = false;
  #reason: unknown;
  #stop: ((reason: unknown) => void) | undefined;

  constructor(
    call: TransportCall<unknown>,
    policy: FullPolicy,
    key: string | undefined,
    clock: Clock,
  ) {
    const { deadline, priority } = policy;
    this.call = call;
    this.policy = policy;
    this.key = key;
    this.deadlineAt = deadline === Infinity ? Infinity : clock.now() + deadline;
    this.priority = priority;
  }

  /** Tells whether the call may wait until `time`. */
  mayWaitUntil(time: number, now: number): boolean {
    return time <= Math.max(now, this.deadlineAt === Infinity ? now + PATIENCE : this.deadlineAt);
  }

  /** Its caller waits no longer. */
  leave(reason: unknown): void {
    if (this.onLeave) this.onLeave(reason);
    else this.cancel(reason);
  }

  /** Nobody waits any longer: ends what the call is waiting for. */
  cancel(reason: unknown): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#reason = reason;
    this.#stop?.(reason);
  }

  /** Raises the priority. */
  promote(priority: Priority): void {
    this.priority = priority;
    this.onPromote?.();
  }

  /**
   * Waits for what `start` begins. When the call is cancelled it stops that, and rejects at once with the reason.
   *
   * @param start Resolves the wait some time; returns what stops it.
   */
  wait<Value>(
    start: (resolve: (value: Value) => void) => (reason: unknown) => void,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the caller's own reason
      if (this.#isCancelled) return reject(this.#reason);
      // `resolve` itself, since V8 follows no other function to the line that waits.
      const stop = start(resolve);
      this.#stop = (reason) => {
        stop(reason);
        reject(reason);
      };
      if (this.#isCancelled) this.#stop(this.#reason);
    });
  }

  /** Waits for so many milliseconds. */
  sleep(delay: number, clock: Clock): Promise<void> {
    return this.wait((resolve) => {
      const timer = clock.setTimeout(resolve, Math.ceil(delay));
      return () => clock.clearTimeout(timer);
    });
  }
}
