import { TransportError } from "../errors/mod.ts";
import {
  type AnswerListener,
  type CallOptions,
  captureCaller,
  checkCallOptions,
  type Clock,
  onAbort,
} from "../transport/mod.ts";
import type { BatchLimits } from "./batch_limits.ts";
import type { BatchSender } from "./_batch_sender.ts";
import type { SentResult } from "./_read_batch.ts";
import type { Outgoing } from "./_outgoing.ts";

/** A call that waits for its batch, or in it. */
interface Member {
  readonly call: Outgoing;
  readonly resolve: (result: SentResult) => void;
}

/** A batch that calls of one policy join until it is sent. */
interface Group {
  readonly policy: string;
  readonly options: CallOptions;
  /** Those that still wait. */
  readonly members: Set<Member>;
  /** Cancels the request when no member waits any longer. */
  readonly stop: AbortController;
  /** When the deadline of its last member is over: milliseconds since 1970, or `Infinity`. */
  endsAt: number;
  /** Sends it; undefined where no timer is needed. */
  timer?: unknown;
}

const NO_OPTIONS: CallOptions = {};

/** Share of a deadline that calls may be gathered for, so that the rest is left for the answer. */
const GATHERING_SHARE = 0.5;

/** Puts calls that are made at the same time into batches. Calls of different policies go apart. */
export class AutoBatcher {
  readonly #sender: BatchSender;
  readonly #clock: Clock;
  readonly #wait: number | undefined;
  readonly #groups = new Map<string, Group>();

  constructor(sender: BatchSender, { wait }: BatchLimits) {
    this.#sender = sender;
    this.#clock = sender.clock;
    this.#wait = wait;
  }

  /**
   * Sends a call with others. Each leaves by its own signal and deadline; the last to leave cancels the request.
   *
   * @throws {TypeError | RangeError} If an option is wrong.
   */
  async add(
    call: Outgoing,
    options: CallOptions = NO_OPTIONS,
    onAnswer: AnswerListener,
  ): Promise<never> {
    if (options !== NO_OPTIONS) checkCallOptions(call.method, options);
    const { signal, deadline = this.#sender.deadline } = options;
    signal?.throwIfAborted();
    let release: (() => void) | undefined;
    let timer: unknown;
    try {
      const result = await new Promise<SentResult>((resolve, reject) => {
        const member: Member = { call, resolve };
        const group = this.#join(member, options, deadline);
        const leave = (): void => this.#leave(group, member);
        if (deadline !== Infinity) {
          timer = this.#clock.setTimeout(() => {
            resolve({ ok: false, error: this.#overdue(call, deadline) });
            leave();
          }, deadline);
        }
        if (!signal) return;
        release = onAbort(signal, () => {
          reject(signal.reason);
          leave();
        });
      });
      if (result.ok) {
        onAnswer(result.response);
        return result.value as never;
      }
      // The error was made for the batch; here is who waits for this call.
      // oxlint-disable-next-line typescript/unbound-method -- names the frame, and is not called
      captureCaller(this.add)(result.error);
      throw result.error;
    } finally {
      release?.();
      if (timer !== undefined) this.#clock.clearTimeout(timer);
    }
  }

  #overdue({ method }: Outgoing, deadline: number): TransportError {
    const message = `No answer within the deadline of ${deadline} ms`;
    const { segment } = this.#sender;
    return new TransportError("timeout", message, { segment, operation: method });
  }

  #join(member: Member, options: CallOptions, deadline: number): Group {
    const { timeout, retries, priority, maxResponseBytes, cache } = options;
    const policy = [timeout, deadline, retries, priority, maxResponseBytes, cache].join();
    const group = this.#groups.get(policy) ?? this.#open(policy, options, deadline);
    group.members.add(member);
    group.endsAt = this.#clock.now() + deadline;
    return group;
  }

  #open(policy: string, options: CallOptions, deadline: number): Group {
    const stop = new AbortController();
    const group: Group = { policy, options, members: new Set(), stop, endsAt: Infinity };
    this.#groups.set(policy, group);
    const flush = (): void => void this.#flush(group);
    if (this.#wait === undefined) queueMicrotask(flush);
    else {
      group.timer = this.#clock.setTimeout(flush, Math.min(this.#wait, deadline * GATHERING_SHARE));
    }
    return group;
  }

  #leave(group: Group, member: Member): void {
    group.members.delete(member);
    if (group.members.size > 0) return;
    this.#close(group);
    group.stop.abort();
  }

  /** Takes no further members. A timer would keep a process alive in which nobody waits. */
  #close(group: Group): void {
    const { policy, timer } = group;
    if (this.#groups.get(policy) === group) this.#groups.delete(policy);
    if (timer !== undefined) this.#clock.clearTimeout(timer);
  }

  /** Settles every member, and so never rejects. */
  async #flush(group: Group): Promise<void> {
    const { options, members: waiting, stop, endsAt } = group;
    this.#close(group);
    const members = [...waiting];
    if (members.length === 0) return;
    try {
      const deadline = Math.max(1, endsAt - this.#clock.now());
      const results = await this.#sender.send(
        members.map(({ call }) => call),
        { ...options, deadline, signal: stop.signal },
      );
      results.forEach((result, index) => members[index]?.resolve(result));
    } catch (error) {
      for (const { resolve } of members) resolve({ ok: false, error });
    }
  }
}
