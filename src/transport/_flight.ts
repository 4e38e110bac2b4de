import { isAlphadeltaError, isLimitStatus, TransportError } from "../errors/mod.ts";
import { type Outcome, type Sender, startAttempt } from "./_attempt.ts";
import { isTooLong } from "./_is_too_long.ts";
import { readRetryAfter } from "./_read_retry_after.ts";
import type { CallPolicy } from "./call_options.ts";
import type { TransportCall } from "./transport_call.ts";

/** A call's policy with every default filled in. */
export type FullPolicy = {
  readonly [Key in keyof CallPolicy]-?: Exclude<CallPolicy[Key], undefined>;
};

/** What a flight needs of its transport. */
export interface FlightParts {
  readonly sender: Sender;
  readonly random: () => number;
}

/** The first pause before a call is sent again is at most this, each further one at most twice the one before. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;

/** One call on its way: every request for it, until one brings what ends it. */
export class Flight<Parts extends FlightParts = FlightParts> {
  readonly call: TransportCall<unknown>;
  readonly deadlineAt: number;
  /** Requests that went out. */
  sent = 0;
  protected readonly policy: FullPolicy;
  protected readonly parts: Parts;
  /** Whether it has an outcome, or was given up. */
  protected isOver = false;
  /** Ends the request that is out. */
  #end: ((reason: unknown) => void) | undefined;
  #pause: unknown;

  readonly #onEnd: (outcome: Outcome) => void;

  /** @param onEnd Called when the flight is over, unless it was given up. */
  constructor(
    call: TransportCall<unknown>,
    policy: FullPolicy,
    parts: Parts,
    onEnd: (outcome: Outcome) => void,
  ) {
    const { deadline } = policy;
    this.call = call;
    this.policy = policy;
    this.parts = parts;
    this.#onEnd = onEnd;
    this.deadlineAt = deadline === Infinity ? Infinity : parts.sender.clock.now() + deadline;
  }

  /** Listens for what may take a caller away before the answer comes; returns what stops that. */
  watch(
    leave: (reason: unknown) => void,
    signal: AbortSignal | null | undefined,
    deadline: number,
  ): (() => void) | undefined {
    if (!signal && deadline === Infinity) return undefined;
    const { clock } = this.parts.sender;
    const onAbort = (): void => leave(signal?.reason);
    const timer =
      deadline === Infinity
        ? undefined
        : clock.setTimeout(() => leave(this.#overdue(deadline)), deadline);
    signal?.addEventListener("abort", onAbort);
    return () => {
      if (timer !== undefined) clock.clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
  }

  /** Nobody waits any more. */
  giveUp(reason: unknown): void {
    this.isOver = true;
    if (this.#pause !== undefined) this.parts.sender.clock.clearTimeout(this.#pause);
    this.#end?.(reason);
  }

  /** Sends a request as soon as it may go out. */
  run(): void {
    this.send();
  }

  /** Sends a request. */
  protected send(): void {
    const { timeout } = this.policy;
    this.#end = startAttempt(this.call, this.parts.sender, timeout, ++this.sent, (outcome) =>
      this.goOn(outcome),
    );
  }

  /** A request has ended: lands, or runs again after a pause. */
  protected goOn(outcome: Outcome): void {
    if (this.isOver) return;
    const pause = this.pauseAfter(outcome);
    if (pause === undefined) return this.land(outcome);
    this.pause(pause, outcome);
  }

  /** Runs again in so many milliseconds, after an outcome that does not end the call. */
  protected pause(delay: number, _after: Outcome): void {
    if (delay === 0) return this.run();
    this.runIn(delay);
  }

  protected runIn(delay: number): void {
    this.#pause = this.parts.sender.clock.setTimeout(() => this.run(), Math.ceil(delay));
  }

  protected land(outcome: Outcome): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#onEnd(outcome);
  }

  /** Milliseconds until the call is sent again; undefined where it is not. */
  protected pauseAfter(outcome: Outcome, tries: number = this.sent): number | undefined {
    const { random, sender } = this.parts;
    if (tries > this.policy.retries || !this.mayPass(outcome)) return undefined;
    const now = sender.clock.now();
    const told = outcome.answer && readRetryAfter(outcome.answer.headers, now);
    const pause = told ?? random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1));
    return isTooLong(now + pause, this, now) ? undefined : pause;
  }

  /** Tells whether the same call may bring more later. */
  protected mayPass({ isError, error, answer }: Outcome): boolean {
    if (!this.call.safe) return false;
    if (isError) return isAlphadeltaError(error) && error.retryable;
    const status = answer?.status ?? 0;
    return status >= 500 || status === 408 || isLimitStatus(status);
  }

  #overdue(deadline: number): TransportError {
    const message = `No answer within the deadline of ${deadline} ms`;
    return new TransportError("timeout", message, { ...this.call.context, attempts: this.sent });
  }
}
