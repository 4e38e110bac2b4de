import {
  type AnswerListener,
  type CallOptions,
  captureCaller,
  checkCallOptions,
  onAbort,
} from "../transport/mod.ts";
import type { BatchLimits } from "./batch_limits.ts";
import type { BatchSender } from "./_batch_sender.ts";
import type { SentResult } from "./_read_batch.ts";
import type { Outgoing } from "./_outgoing.ts";

/** A call that waits for its batch, or in it. */
interface Member {
  readonly call: Outgoing;
  readonly options: CallOptions;
  readonly resolve: (result: SentResult) => void;
  /** Called when its own signal takes it out; undefined before its batch goes out. */
  onLeave: (() => void) | undefined;
}

/** Calls of one policy that are being gathered. */
interface Group {
  readonly policy: string;
  readonly members: Member[];
  /** When the first call joined: milliseconds since 1970. */
  readonly openedAt: number;
  /** Milliseconds that the first call has in all; `Infinity` without a deadline. */
  readonly deadline: number;
  /** Sends them; undefined where no timer is needed. */
  timer?: unknown;
}

const NO_OPTIONS: CallOptions = {};

/** Share of a deadline that calls may be gathered for, so that the rest is left for the answer. */
const GATHERING_SHARE = 0.5;

/** Puts calls that are made at the same time into batches. Calls of different policies go apart. */
export class AutoBatcher {
  readonly #sender: BatchSender;
  readonly #wait: number | undefined;
  readonly #groups = new Map<string, Group>();

  constructor(sender: BatchSender, { wait }: BatchLimits) {
    this.#sender = sender;
    this.#wait = wait;
  }

  /**
   * Sends a call with others. An abort takes it out; the request is given up when all of its calls are out.
   *
   * @throws {TypeError | RangeError} If an option is wrong.
   */
  async add(
    call: Outgoing,
    options: CallOptions = NO_OPTIONS,
    onAnswer: AnswerListener,
  ): Promise<never> {
    if (options !== NO_OPTIONS) checkCallOptions(call.method, options);
    const { signal } = options;
    signal?.throwIfAborted();
    let release: (() => void) | undefined;
    try {
      const result = await new Promise<SentResult>((resolve, reject) => {
        const member: Member = { call, options, resolve, onLeave: undefined };
        const group = this.#join(member);
        if (!signal) return;
        release = onAbort(signal, () => {
          reject(signal.reason);
          if (member.onLeave) member.onLeave();
          else this.#stopIfLeft(group);
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
    }
  }

  #join(member: Member): Group {
    const { timeout, deadline, retries, priority, maxResponseBytes, cache } = member.options;
    const policy = [timeout, deadline, retries, priority, maxResponseBytes, cache].join();
    const known = this.#groups.get(policy);
    if (known) {
      known.members.push(member);
      return known;
    }
    const { clock, deadline: usual } = this.#sender;
    const openedAt = clock.now();
    const group: Group = { policy, members: [member], openedAt, deadline: deadline ?? usual };
    this.#groups.set(policy, group);
    this.#schedule(group);
    return group;
  }

  #schedule(group: Group): void {
    const flush = (): void => void this.#flush(group);
    if (this.#wait === undefined) return queueMicrotask(flush);
    const wait = Math.min(this.#wait, group.deadline * GATHERING_SHARE);
    group.timer = this.#sender.clock.setTimeout(flush, wait);
  }

  /** A timer would keep a process alive in which nobody waits. */
  #stopIfLeft(group: Group): void {
    if (group.timer === undefined) return;
    if (group.members.some(({ options }) => !options.signal?.aborted)) return;
    this.#sender.clock.clearTimeout(group.timer);
    this.#groups.delete(group.policy);
  }

  /** Settles every member, and so never rejects. */
  async #flush({ policy, members: all, openedAt, deadline }: Group): Promise<void> {
    this.#groups.delete(policy);
    const members = all.filter(({ options }) => !options.signal?.aborted);
    const [first] = members;
    if (!first) return;
    const stop = new AbortController();
    let left = members.length;
    for (const member of members) {
      member.onLeave = () => {
        left -= 1;
        if (left === 0) stop.abort();
      };
    }
    try {
      // The first of them has waited longest.
      const rest = Math.max(1, deadline - (this.#sender.clock.now() - openedAt));
      const options = { ...first.options, deadline: rest, signal: stop.signal };
      const results = await this.#sender.send(
        members.map(({ call }) => call),
        options,
      );
      results.forEach((result, index) => members[index]?.resolve(result));
    } catch (error) {
      for (const { resolve } of members) resolve({ ok: false, error });
    }
  }
}
