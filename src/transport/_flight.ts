import { isAlphadeltaError, isRpcError, RPC_ERRORS, TransportError } from "../errors/mod.ts";
import type { Allowance, Ticket } from "./_allowance.ts";
import { type Outcome, type Sender, startAttempt } from "./_attempt.ts";
import type { CallOptions, CallPolicy, Priority } from "./call_options.ts";
import { PRIORITIES } from "./call_options.ts";
import { readRetryAfter } from "./_rate_headers.ts";
import type { Ending, Report, Reporter } from "./_reporter.ts";
import type { TransportCall } from "./transport_call.ts";

/** A call's policy with every default filled in. */
export type FullPolicy = {
  readonly [Key in keyof CallPolicy]-?: Exclude<CallPolicy[Key], undefined>;
};

/** What a flight needs of its transport. */
export interface FlightParts {
  readonly sender: Sender;
  readonly allowance: Allowance;
  readonly reporter: Reporter | undefined;
  readonly random: () => number;
  /** Told when the flight is over, with its outcome unless everyone left before it. */
  readonly onEnd: (flight: Flight, outcome: Outcome | undefined) => void;
}

/** A caller that waits for a flight. */
interface Waiter {
  readonly call: TransportCall<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  /** Stops listening for the caller's signal and deadline. */
  readonly release: () => void;
  readonly report: Report | undefined;
  readonly isFirst: boolean;
}

/** How often a refusal by the limits is waited out, where calls are sent again at all. */
const LIMIT_RETRIES = 5;

/** The first pause before a call is sent again is at most this, each further one at most twice the one before. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;

const STATUSES_THAT_PASS: readonly number[] = [408, 429];

/** One call on its way: every request for it, and everyone who waits for its answer. */
export class Flight {
  readonly call: TransportCall<unknown>;
  readonly #policy: FullPolicy;
  readonly #parts: FlightParts;
  readonly #ticket: Ticket;
  readonly #waiters: Waiter[] = [];
  /** Ends the request that is out. */
  #end: ((reason: unknown) => void) | undefined;
  #pause: unknown;
  #sent = 0;
  #refused = 0;
  #isOver = false;

  constructor(call: TransportCall<unknown>, policy: FullPolicy, parts: FlightParts) {
    const { cost = 1, context } = call;
    const { priority, deadline } = policy;
    this.call = call;
    this.#policy = policy;
    this.#parts = parts;
    const deadlineAt = deadline === Infinity ? Infinity : parts.sender.clock.now() + deadline;
    this.#ticket = { priority, cost, deadlineAt, hasWaited: false, context };
  }

  /** Tells whether a call of this policy gets from this flight what it would get from one of its own. */
  suits({ timeout, retries, deadline }: FullPolicy): boolean {
    const own = this.#policy;
    const lasts = own.deadline === Infinity || deadline <= own.deadline;
    return timeout === own.timeout && retries === own.retries && lasts;
  }

  /** Lets a caller wait for the answer; the first one starts the flight. */
  join<Value>(
    call: TransportCall<Value>,
    { signal }: CallOptions,
    { deadline, priority }: FullPolicy,
  ): Promise<Value> {
    const isFirst = this.#waiters.length === 0;
    return new Promise<Value>((resolve, reject) => {
      const report = this.#parts.reporter?.begin(call);
      const release = this.#watch(reject, signal, deadline);
      this.#waiters.push({ call, resolve: resolve as never, reject, release, report, isFirst });
      // A hook may have aborted it.
      if (signal?.aborted) return this.#leave(reject, signal.reason);
      if (isFirst) this.#run();
      else this.#hasten(priority);
    });
  }

  /** A flight is as urgent as the most urgent of its callers. */
  #hasten(priority: Priority): void {
    const isLess = PRIORITIES.indexOf(priority) >= PRIORITIES.indexOf(this.#ticket.priority);
    if (!isLess) this.#parts.allowance.promote(this.#ticket, priority);
  }

  /** Listens for what may take one caller away before the answer comes. */
  #watch(
    reject: Waiter["reject"],
    signal: AbortSignal | null | undefined,
    deadline: number,
  ): () => void {
    if (!signal && deadline === Infinity) return ignore;
    const { clock } = this.#parts.sender;
    const onAbort = (): void => this.#leave(reject, signal?.reason);
    const timer =
      deadline === Infinity
        ? undefined
        : clock.setTimeout(() => this.#leave(reject, this.#overdue(deadline)), deadline);
    signal?.addEventListener("abort", onAbort);
    return () => {
      if (timer !== undefined) clock.clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
  }

  /** One caller goes; the request is given up with the last one. */
  #leave(reject: Waiter["reject"], reason: unknown): void {
    const index = this.#waiters.findIndex((waiter) => waiter.reject === reject);
    const [waiter] = index < 0 ? [] : this.#waiters.splice(index, 1);
    if (!waiter) return;
    this.#fail(waiter, reason);
    if (this.#waiters.length > 0) return;
    const { allowance, sender, onEnd } = this.#parts;
    this.#isOver = true;
    allowance.cancel(this.#ticket);
    if (this.#pause !== undefined) sender.clock.clearTimeout(this.#pause);
    this.#end?.(reason);
    onEnd(this, undefined);
  }

  /** Waits for its turn, then sends. */
  #run(): void {
    let turn: Promise<void> | undefined;
    try {
      turn = this.#parts.allowance.enter(this.#ticket);
    } catch (error) {
      return this.#land({ isError: true, error });
    }
    if (turn === undefined) return this.#send();
    const { priority } = this.#ticket;
    this.#tell("onQueue", (event) => ({ ...event, priority }));
    turn.then(
      () => this.#send(),
      (error: unknown) => this.#land({ isError: true, error }),
    );
  }

  #send(): void {
    const { allowance, sender } = this.#parts;
    if (this.#isOver) return allowance.leave(this.#ticket, undefined, false);
    const attempt = ++this.#sent;
    this.#ticket.hasWaited = true;
    this.#tell("onAttempt", (event) => ({ ...event, attempt }));
    if (this.#hasEnded()) return allowance.leave(this.#ticket, undefined, false);
    this.#end = startAttempt(this.call, sender, this.#policy.timeout, attempt, (outcome) => {
      allowance.leave(this.#ticket, outcome.answer, isRefusedByLimit(outcome));
      if (!this.#isOver) this.#goOn(outcome);
    });
  }

  /** Lands, or runs again after a pause. */
  #goOn(outcome: Outcome): void {
    const pause = this.#pauseAfter(outcome);
    if (pause === undefined) return this.#land(outcome);
    const attempt = this.#sent;
    const { answer, error } = outcome;
    const told = { attempt, status: answer?.status, error, delayMs: pause };
    this.#tell("onRetry", (event) => ({ ...event, ...told }));
    if (this.#hasEnded()) return;
    if (pause === 0) return this.#run();
    this.#pause = this.#parts.sender.clock.setTimeout(() => this.#run(), Math.ceil(pause));
  }

  /** Milliseconds until the call is sent again; undefined where it is not. */
  #pauseAfter(outcome: Outcome): number | undefined {
    const { safe } = this.call;
    const { retries } = this.#policy;
    if (!safe || retries === 0 || !mayPass(outcome)) return undefined;
    const { allowance, random, sender } = this.#parts;
    if (isRefusedByLimit(outcome)) {
      this.#refused += 1;
      const isPatient = this.#refused <= LIMIT_RETRIES && !allowance.isClosedTo(this.#ticket);
      return isPatient ? 0 : undefined;
    }
    const tries = this.#sent - this.#refused;
    if (tries > retries) return undefined;
    const now = sender.clock.now();
    const told = outcome.answer && readRetryAfter(outcome.answer.headers, now);
    const pause = told ?? random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1));
    return allowance.outlasts(this.#ticket, now + pause) ? undefined : pause;
  }

  /** A hook that was told may have aborted the call. */
  #hasEnded(): boolean {
    return this.#isOver;
  }

  #land(outcome: Outcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.onEnd(this, outcome);
    for (const waiter of this.#waiters) {
      if (outcome.isError) this.#fail(waiter, outcome.error, outcome.answer);
      else this.#settle(waiter, outcome);
    }
  }

  /** Each further caller reads the answer by itself, and so has objects of its own. */
  #settle(waiter: Waiter, { value, answer }: Outcome): void {
    const { call, isFirst, resolve } = waiter;
    try {
      resolve(isFirst || !answer ? value : call.read(answer, true));
    } catch (error) {
      return this.#fail(waiter, error, answer);
    }
    this.#release(waiter, { answer });
  }

  #fail(waiter: Waiter, error: unknown, answer?: Outcome["answer"]): void {
    waiter.reject(error);
    this.#release(waiter, { answer, error });
  }

  #release({ release, report, isFirst }: Waiter, ending: Pick<Ending, "answer" | "error">): void {
    release();
    if (!report) return;
    const source = isFirst ? "request" : "shared";
    const attempts = isFirst ? this.#sent : 0;
    this.#parts.reporter?.end(report, { ...ending, attempts, source });
  }

  #overdue(deadline: number): TransportError {
    const message = `No answer within the deadline of ${deadline} ms`;
    return new TransportError("timeout", message, { ...this.call.context, attempts: this.#sent });
  }

  #tell(name: "onQueue" | "onAttempt" | "onRetry", make: (event: Report["event"]) => object): void {
    const event = this.#waiters[0]?.report?.event;
    if (event) this.#parts.reporter?.tell(name, make(event) as never);
  }
}

function mayPass({ isError, error, answer }: Outcome): boolean {
  if (isError) return isAlphadeltaError(error) && error.retryable;
  const status = answer?.status ?? 0;
  return status >= 500 || STATUSES_THAT_PASS.includes(status);
}

function isRefusedByLimit({ error, answer }: Outcome): boolean {
  if (answer?.status === 429) return true;
  return isRpcError(error) && error.code === RPC_ERRORS.LimitExceeded.code;
}

function ignore(): void {}
