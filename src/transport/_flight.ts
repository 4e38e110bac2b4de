import { isAlphadeltaError, TransportError } from "../errors/mod.ts";
import { type Attempt, type Outcome, type Sender, startAttempt } from "./_attempt.ts";
import type { CallOptions, CallPolicy } from "./call_options.ts";
import type { TransportCall } from "./transport_call.ts";

/** A call's policy with every default filled in. */
export type FullPolicy = {
  readonly [Key in keyof CallPolicy]-?: Exclude<CallPolicy[Key], undefined>;
};

/** A caller that waits for a flight. */
interface Waiter {
  readonly call: TransportCall<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  /** Stops listening for the caller's signal and deadline. */
  readonly release: () => void;
}

const STATUSES_THAT_PASS: readonly number[] = [408, 429];

/** One call on its way: every request for it, and everyone who waits for its answer. */
export class Flight {
  readonly policy: FullPolicy;
  readonly #call: TransportCall<unknown>;
  readonly #sender: Sender;
  readonly #onEnd: (flight: Flight, outcome: Outcome | undefined) => void;
  readonly #waiters: Waiter[] = [];
  #attempt: Attempt | undefined;
  #sent = 0;
  #isOver = false;

  constructor(
    call: TransportCall<unknown>,
    sender: Sender,
    policy: FullPolicy,
    onEnd: (flight: Flight, outcome: Outcome | undefined) => void,
  ) {
    this.#call = call;
    this.#sender = sender;
    this.policy = policy;
    this.#onEnd = onEnd;
  }

  /** Lets a caller wait for the answer; the first one starts the flight. */
  join<Value>(call: TransportCall<Value>, options: CallOptions, deadline: number): Promise<Value> {
    const { signal } = options;
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the signal's own reason
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise<Value>((resolve, reject) => {
      const release = this.#watch(reject, signal, deadline);
      this.#waiters.push({ call, resolve: resolve as never, reject, release });
      if (this.#waiters.length === 1) void this.#run();
    });
  }

  /** Listens for what may take one caller away before the answer comes. */
  #watch(
    reject: (reason: unknown) => void,
    signal: AbortSignal | null | undefined,
    deadline: number,
  ): () => void {
    if (!signal && deadline === Infinity) return ignore;
    const { clock } = this.#sender;
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

  /** One caller goes; the requests are given up with the last one. */
  #leave(reject: Waiter["reject"], reason: unknown): void {
    const index = this.#waiters.findIndex((waiter) => waiter.reject === reject);
    const [waiter] = index < 0 ? [] : this.#waiters.splice(index, 1);
    if (!waiter) return;
    waiter.release();
    waiter.reject(reason);
    if (this.#waiters.length > 0) return;
    this.#isOver = true;
    this.#attempt?.end(reason);
    this.#onEnd(this, undefined);
  }

  async #run(): Promise<void> {
    for (;;) {
      this.#sent += 1;
      this.#attempt = startAttempt(this.#call, this.#sender, this.policy.timeout, this.#sent);
      const outcome = await this.#attempt.outcome;
      if (this.#isOver) return;
      if (!this.#mayRepeat(outcome)) return this.#land(outcome);
    }
  }

  #mayRepeat(outcome: Outcome): boolean {
    return this.#call.safe && this.#sent <= this.policy.retries && mayPass(outcome);
  }

  #land(outcome: Outcome): void {
    this.#isOver = true;
    this.#onEnd(this, outcome);
    this.#waiters.forEach((waiter, index) => {
      waiter.release();
      if (outcome.isError) waiter.reject(outcome.error);
      else if (index === 0) waiter.resolve(outcome.value);
      else settleAgain(waiter, outcome);
    });
  }

  #overdue(deadline: number): TransportError {
    const message = `No answer within the deadline of ${deadline} ms`;
    return new TransportError("timeout", message, { ...this.#call.context, attempts: this.#sent });
  }
}

/** Each further caller reads the answer by itself, and so has objects of its own. */
function settleAgain({ call, resolve, reject }: Waiter, { answer }: Outcome): void {
  if (!answer) return;
  try {
    resolve(call.read(answer, true));
  } catch (error) {
    reject(error);
  }
}

function mayPass({ isError, error, answer }: Outcome): boolean {
  if (isError) return isAlphadeltaError(error) && error.retryable;
  const status = answer?.status ?? 0;
  return status >= 500 || STATUSES_THAT_PASS.includes(status);
}

function ignore(): void {}
