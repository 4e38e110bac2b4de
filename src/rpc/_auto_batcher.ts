import {
  type AnswerListener,
  captureCaller,
  checkCallOptions,
  OVERDUE,
  overdue,
  throwIfAborted,
  untilLeft,
} from "../transport/internal.ts";
import type { PartResult } from "../transport/internal.ts";
import type { CallOptions, Transport } from "../transport/mod.ts";
import type { BatchSender } from "./_batch_sender.ts";
import type { Outgoing, Wire } from "./wire.ts";

/** A batch that calls of one policy join until it is sent. */
interface Group {
  readonly policy: string;
  readonly options: CallOptions | undefined;
  /** The calls that somebody waits for, and the callbacks for their results. */
  readonly waiting: Map<Outgoing, (result: PartResult) => void>;
  /** Cancels the request when nobody waits any longer. */
  readonly stop: AbortController;
  /** When the deadline of its last call is over: milliseconds since 1970, or `Infinity`. */
  endsAt: number;
  /** Sends it; undefined where no timer is needed. */
  timer?: unknown;
}

/** Share of a deadline that calls may be gathered for, so that the rest is left for the answer. */
const GATHERING_SHARE = 0.5;

/** Puts calls that are made at the same time into batches. Calls of different policies go apart. */
export class AutoBatcher {
  readonly #wire: Wire;
  readonly #transport: Transport;
  readonly #sender: BatchSender;
  readonly #wait: number | undefined;
  readonly #groups = new Map<string, Group>();

  /** @param wait Milliseconds to gather calls for; undefined until the program waits for anything. */
  constructor(wire: Wire, transport: Transport, sender: BatchSender, wait: number | undefined) {
    this.#wire = wire;
    this.#transport = transport;
    this.#sender = sender;
    this.#wait = wait;
  }

  /**
   * Sends a call with others. Each leaves by its own signal and deadline; the last to leave cancels the request.
   *
   * @throws {TypeError | RangeError} If an option is wrong.
   */
  async add(
    call: Outgoing,
    options: CallOptions | undefined,
    onAnswer: AnswerListener,
  ): Promise<never> {
    if (options) checkCallOptions(call.method, options);
    const { clock, deadline: usual } = this.#transport;
    const { signal, deadline = usual } = options ?? {};
    throwIfAborted(signal);
    const group = this.#groupOf(options, deadline);
    group.endsAt = deadline === Infinity ? Infinity : clock.now() + deadline;
    const start = (resolve: (result: PartResult) => void): unknown =>
      group.waiting.set(call, resolve);
    const result = await (signal || deadline !== Infinity
      ? untilLeft(
          clock,
          { signal, deadline },
          (reason) => this.#leaveBy(reason, group, call, deadline),
          start,
        )
      : new Promise(start));
    if (result.ok) {
      onAnswer(result.response);
      return result.value as never;
    }
    // The error was made for the batch; here is who waits for this call.
    // oxlint-disable-next-line typescript/unbound-method -- names the frame, and is not called
    captureCaller(this.add)(result.error);
    throw result.error;
  }

  #groupOf(options: CallOptions | undefined, deadline: number): Group {
    const policy = options ? policyOf(options) : NO_POLICY;
    const known = this.#groups.get(policy);
    if (known) return known;
    const stop = new AbortController();
    const group: Group = { policy, options, waiting: new Map(), stop, endsAt: Infinity };
    this.#groups.set(policy, group);
    const flush = (): void => void this.#flush(group);
    if (this.#wait === undefined) queueMicrotask(flush);
    else {
      const delay = Math.min(this.#wait, deadline * GATHERING_SHARE);
      group.timer = this.#transport.clock.setTimeout(flush, delay);
    }
    return group;
  }

  #leaveBy(reason: unknown, group: Group, call: Outgoing, deadline: number): void {
    if (reason === OVERDUE) {
      const context = { segment: this.#wire.segment, operation: call.method };
      group.waiting.get(call)?.({ ok: false, error: overdue(deadline, context) });
    }
    group.waiting.delete(call);
    if (group.waiting.size > 0) return;
    this.#close(group);
    group.stop.abort();
  }

  /** Takes no further calls. A timer would keep a process alive in which nobody waits. */
  #close(group: Group): void {
    const { policy, timer } = group;
    if (this.#groups.get(policy) === group) this.#groups.delete(policy);
    if (timer !== undefined) this.#transport.clock.clearTimeout(timer);
  }

  /** Tells every call its result, and so never rejects. */
  async #flush(group: Group): Promise<void> {
    const { options, waiting, stop, endsAt } = group;
    this.#close(group);
    const calls = [...waiting.keys()];
    if (calls.length === 0) return;
    const deadline = Math.max(1, endsAt - this.#transport.clock.now());
    let results: readonly PartResult[];
    try {
      results = await this.#sender.send(calls, { ...options, deadline, signal: stop.signal });
    } catch (error) {
      results = calls.map(() => ({ ok: false, error }));
    }
    calls.forEach((call, index) => waiting.get(call)?.(results[index] as PartResult));
  }
}

/** Equal for calls that may go together. */
function policyOf({
  timeout,
  deadline,
  retries,
  priority,
  maxResponseBytes,
  cache,
}: CallOptions): string {
  return [timeout, deadline, retries, priority, maxResponseBytes, cache].join();
}

const NO_POLICY = /* @__PURE__ */ policyOf({});
