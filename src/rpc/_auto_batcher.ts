import {
  type AnswerListener,
  type CallOptions,
  checkCallOptions,
  onAbort,
} from "../transport/mod.ts";
import type { BatchLimits } from "./batch_limits.ts";
import type { BatchSender } from "./_batch_sender.ts";
import type { Outgoing } from "./_outgoing.ts";

/** A call that waits for its batch, or in it. */
interface Member {
  readonly call: Outgoing;
  readonly options: CallOptions;
  readonly onAnswer: AnswerListener;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
  /** Called when its own signal takes it out; undefined before its batch goes out. */
  onLeave: (() => void) | undefined;
}

const NO_OPTIONS: CallOptions = {};

/** Puts calls that are made at the same time into batches. Calls of different policies go apart. */
export class AutoBatcher {
  readonly #sender: BatchSender;
  readonly #wait: number | undefined;
  #groups = new Map<string, Member[]>();
  #timer: unknown;

  constructor(sender: BatchSender, { wait }: BatchLimits) {
    this.#sender = sender;
    this.#wait = wait;
  }

  /**
   * Sends a call with others. An abort takes it out; the request is given up when all of its calls are out.
   *
   * @throws {TypeError | RangeError} If an option is wrong.
   */
  add(call: Outgoing, options: CallOptions | undefined, onAnswer: AnswerListener): Promise<never> {
    return this.#add(call, options ?? NO_OPTIONS, onAnswer);
  }

  #add(call: Outgoing, options: CallOptions, onAnswer: AnswerListener): Promise<never> {
    if (options !== NO_OPTIONS) checkCallOptions(call.method, options);
    const { signal } = options;
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the signal's own reason
    if (signal?.aborted) return Promise.reject(signal.reason);
    let release: (() => void) | undefined;
    const promise = new Promise<never>((resolve, reject) => {
      const member: Member = { call, options, onAnswer, resolve, reject, onLeave: undefined };
      this.#join(member);
      if (!signal) return;
      release = onAbort(signal, () => {
        reject(signal.reason);
        if (member.onLeave) member.onLeave();
        else this.#stopIfLeft();
      });
    });
    if (release) promise.then(release, release);
    return promise;
  }

  #join(member: Member): void {
    const { timeout, deadline, retries, priority, maxResponseBytes, cache } = member.options;
    const policy = [timeout, deadline, retries, priority, maxResponseBytes, cache].join();
    const group = this.#groups.get(policy);
    if (group) {
      group.push(member);
      return;
    }
    if (this.#groups.size === 0) this.#schedule();
    this.#groups.set(policy, [member]);
  }

  #schedule(): void {
    const flush = (): void => this.#flush();
    if (this.#wait === undefined) queueMicrotask(flush);
    else this.#timer = this.#sender.clock.setTimeout(flush, this.#wait);
  }

  /** A timer would keep a process alive in which nobody waits. */
  #stopIfLeft(): void {
    if (this.#timer === undefined) return;
    const members = [...this.#groups.values()].flat();
    if (members.some(({ options }) => !options.signal?.aborted)) return;
    this.#sender.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#groups = new Map();
  }

  #flush(): void {
    const groups = this.#groups;
    this.#groups = new Map();
    this.#timer = undefined;
    for (const members of groups.values()) void this.#run(members);
  }

  /** Settles every member, and so never rejects. */
  async #run(all: readonly Member[]): Promise<void> {
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
      const { deadline } = first.options;
      // The first of them has waited longest.
      const rest = deadline && Math.max(1, deadline - (this.#wait ?? 0));
      const options = { ...first.options, deadline: rest, signal: stop.signal };
      const results = await this.#sender.send(
        members.map(({ call }) => call),
        options,
      );
      results.forEach((result, index) => {
        const member = members[index];
        if (!member) return;
        if (!result.ok) return member.reject(result.error);
        member.onAnswer(result.response);
        member.resolve(result.value as never);
      });
    } catch (error) {
      for (const { reject } of members) reject(error);
    }
  }
}
