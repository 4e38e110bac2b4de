import type { Outcome } from "./_attempt.ts";
import type { FullPolicy } from "./_flight.ts";
import { PacedFlight, type PacedParts } from "./_paced_flight.ts";
import type { Ending, Report, Reporter } from "./_reporter.ts";
import { PRIORITIES, type Priority } from "./call_options.ts";
import type { TransportCall } from "./transport_call.ts";

/** What a shared flight needs of its transport. */
export interface SharedParts extends PacedParts {
  readonly reporter: Reporter | undefined;
  /** Told when the flight is over, with its outcome unless everyone left before it. */
  readonly onOver: (flight: SharedFlight, outcome: Outcome | undefined) => void;
}

/** A caller that waits for a flight. */
interface Waiter {
  readonly call: TransportCall<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  /** Stops listening for the caller's signal and deadline. */
  readonly release: (() => void) | undefined;
  readonly report: Report | undefined;
  readonly isFirst: boolean;
}

/** A flight of any number of callers, who ask for the same. */
export class SharedFlight extends PacedFlight<SharedParts> {
  /** Under which others find it. */
  readonly key: string | undefined;
  readonly #waiters: Waiter[] = [];

  constructor(
    call: TransportCall<unknown>,
    key: string | undefined,
    policy: FullPolicy,
    parts: SharedParts,
  ) {
    super(call, policy, parts, (outcome) => this.#settleAll(outcome));
    this.key = key;
  }

  /** Tells whether a call of this policy gets from this flight what it would get from one of its own. */
  suits({ timeout, retries, deadline }: FullPolicy): boolean {
    const own = this.policy;
    const lasts = own.deadline === Infinity || deadline <= own.deadline;
    return timeout === own.timeout && retries === own.retries && lasts;
  }

  /** Lets a caller wait for the answer; the first one starts the flight. */
  join<Value>(
    call: TransportCall<Value>,
    signal: AbortSignal | null | undefined,
    { deadline, priority }: FullPolicy,
  ): Promise<Value> {
    const isFirst = this.#waiters.length === 0;
    return new Promise<Value>((resolve, reject) => {
      const report = this.parts.reporter?.begin(call);
      const release = this.watch((reason) => this.#leave(reject, reason), signal, deadline);
      this.#waiters.push({ call, resolve: resolve as never, reject, release, report, isFirst });
      // A hook may have aborted it.
      if (signal?.aborted) return this.#leave(reject, signal.reason);
      if (isFirst) this.run();
      else this.#hasten(priority);
    });
  }

  /** A flight is as urgent as the most urgent of its callers. */
  #hasten(priority: Priority): void {
    const isLess = PRIORITIES.indexOf(priority) >= PRIORITIES.indexOf(this.priority);
    if (!isLess) this.parts.allowance.promote(this, priority);
  }

  /** One caller goes; the request is given up with the last one. */
  #leave(reject: Waiter["reject"], reason: unknown): void {
    const index = this.#waiters.findIndex((waiter) => waiter.reject === reject);
    const [waiter] = index < 0 ? [] : this.#waiters.splice(index, 1);
    if (!waiter) return;
    this.#fail(waiter, reason);
    if (this.#waiters.length > 0) return;
    this.giveUp(reason);
    this.parts.onOver(this, undefined);
  }

  #settleAll(outcome: Outcome): void {
    this.parts.onOver(this, outcome);
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
    release?.();
    if (!report) return;
    const source = isFirst ? "request" : "shared";
    const attempts = isFirst ? this.sent : 0;
    this.parts.reporter?.end(report, { ...ending, attempts, source });
  }

  protected override onQueue(): void {
    const { priority } = this;
    this.#tell("onQueue", (event) => ({ ...event, priority }));
  }

  protected override send(): void {
    const attempt = this.sent + 1;
    if (!this.isOver) this.#tell("onAttempt", (event) => ({ ...event, attempt }));
    super.send();
  }

  protected override pause(delayMs: number, after: Outcome): void {
    const { answer, error } = after;
    const told = { attempt: this.sent, status: answer?.status, error, delayMs };
    this.#tell("onRetry", (event) => ({ ...event, ...told }));
    // A hook may have aborted it.
    if (!this.isOver) super.pause(delayMs, after);
  }

  #tell(name: "onQueue" | "onAttempt" | "onRetry", make: (event: Report["event"]) => object): void {
    const event = this.#waiters[0]?.report?.event;
    if (event) this.parts.reporter?.tell(name, make(event) as never);
  }
}
