import { type ErrorContext, isAlphadeltaError, isRpcError, TransportError } from "../errors/mod.ts";
import { RPC_LIMIT_EXCEEDED } from "../generated/errors.gen.ts";
import { type Outcome, type Sender, startAttempt } from "./_attempt.ts";
import { isTooLong } from "./_is_too_long.ts";
import { readRetryAfter } from "./_read_retry_after.ts";
import type { CallPolicy, Priority } from "./call_options.ts";
import type { Ticket, Turns } from "./create_pacer.ts";
import type { AttemptEvent, CallEvent, QueueEvent, RetryEvent } from "./hooks.ts";
import type { TransportCall } from "./transport_call.ts";

/** A call's policy with every default filled in. */
export type FullPolicy = {
  readonly [Key in keyof CallPolicy]-?: Exclude<CallPolicy[Key], undefined>;
};

/** What a flight needs of its transport. */
export interface FlightParts {
  readonly sender: Sender;
  /** What lets its requests out; undefined where nothing holds them. */
  readonly turns: Turns | undefined;
  readonly random: () => number;
}

/** What hooks are told on the way, beside the call itself. */
export interface FlightNews {
  readonly onQueue: Omit<QueueEvent, keyof CallEvent>;
  readonly onAttempt: Omit<AttemptEvent, keyof CallEvent>;
  readonly onRetry: Omit<RetryEvent, keyof CallEvent>;
}

/** How often a refusal by the limits is waited out, where calls are sent again at all. */
const LIMIT_RETRIES = 5;

/** The first pause before a call is sent again is at most this, each further one at most twice the one before. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;

const LIMITED = 429;

/** One call on its way: every request for it, until one brings what ends it. */
export abstract class Flight implements Ticket {
  readonly call: TransportCall<unknown>;
  readonly context: ErrorContext;
  readonly cost: number;
  readonly deadlineAt: number;
  priority: Priority;
  hasWaited = false;
  /** Requests that went out. */
  sent = 0;
  protected readonly policy: FullPolicy;
  protected readonly parts: FlightParts;
  /** Ends the request that is out. */
  #end: ((reason: unknown) => void) | undefined;
  #pause: unknown;
  #refused = 0;
  #isOver = false;

  constructor(call: TransportCall<unknown>, policy: FullPolicy, parts: FlightParts) {
    const { deadline, priority } = policy;
    this.call = call;
    this.context = call.context;
    this.cost = call.cost ?? 1;
    this.deadlineAt = deadline === Infinity ? Infinity : parts.sender.clock.now() + deadline;
    this.priority = priority;
    this.policy = policy;
    this.parts = parts;
  }

  /** Called when the flight is over, unless it was given up. */
  protected abstract onEnd(outcome: Outcome): void;

  /** Called on the way. */
  protected tell?<Name extends keyof FlightNews>(name: Name, news: FlightNews[Name]): void;

  /** Listens for what may take a caller away before the answer comes; returns what stops that. */
  protected watch(
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
  protected giveUp(reason: unknown): void {
    const { turns, sender } = this.parts;
    this.#isOver = true;
    turns?.cancel(this);
    if (this.#pause !== undefined) sender.clock.clearTimeout(this.#pause);
    this.#end?.(reason);
  }

  /** Waits for its turn, then sends. */
  protected run(): void {
    let turn: Promise<void> | undefined;
    try {
      turn = this.parts.turns?.enter(this);
    } catch (error) {
      return this.#land({ isError: true, error });
    }
    if (turn === undefined) return this.#send();
    this.tell?.("onQueue", { priority: this.priority });
    turn.then(
      () => this.#send(),
      (error: unknown) => this.#land({ isError: true, error }),
    );
  }

  #send(): void {
    const { turns, sender } = this.parts;
    if (this.#isOver) return turns?.leave(this, undefined, false);
    const attempt = ++this.sent;
    this.hasWaited = true;
    this.tell?.("onAttempt", { attempt });
    this.#end = startAttempt(this.call, sender, this.policy.timeout, attempt, (outcome) => {
      turns?.leave(this, outcome.answer, isRefusedByLimit(outcome));
      if (!this.#isOver) this.#goOn(outcome);
    });
  }

  /** Lands, or runs again after a pause. */
  #goOn(outcome: Outcome): void {
    const pause = this.#pauseAfter(outcome);
    if (pause === undefined) return this.#land(outcome);
    const { answer, error } = outcome;
    const told = { attempt: this.sent, status: answer?.status, error, delayMs: pause };
    this.tell?.("onRetry", told);
    if (pause === 0) return this.run();
    this.#pause = this.parts.sender.clock.setTimeout(() => this.run(), Math.ceil(pause));
  }

  /** Milliseconds until the call is sent again; undefined where it is not. */
  #pauseAfter(outcome: Outcome): number | undefined {
    const { retries } = this.policy;
    if (!this.call.safe || retries === 0 || !mayPass(outcome)) return undefined;
    const { turns, random, sender } = this.parts;
    if (turns && isRefusedByLimit(outcome)) {
      this.#refused += 1;
      const isPatient = this.#refused <= LIMIT_RETRIES && !turns.isClosedTo(this);
      return isPatient ? 0 : undefined;
    }
    const tries = this.sent - this.#refused;
    if (tries > retries) return undefined;
    const now = sender.clock.now();
    const told = outcome.answer && readRetryAfter(outcome.answer.headers, now);
    const pause = told ?? random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1));
    return isTooLong(now + pause, this, now) ? undefined : pause;
  }

  #land(outcome: Outcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onEnd(outcome);
  }

  #overdue(deadline: number): TransportError {
    const message = `No answer within the deadline of ${deadline} ms`;
    return new TransportError("timeout", message, { ...this.context, attempts: this.sent });
  }
}

function mayPass({ isError, error, answer }: Outcome): boolean {
  if (isError) return isAlphadeltaError(error) && error.retryable;
  const status = answer?.status ?? 0;
  return status >= 500 || status === 408 || status === LIMITED;
}

function isRefusedByLimit({ error, answer }: Outcome): boolean {
  return answer?.status === LIMITED || (isRpcError(error) && error.code === RPC_LIMIT_EXCEEDED);
}
