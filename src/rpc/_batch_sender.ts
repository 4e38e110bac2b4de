import { type BatchResult, type ErrorContext } from "../errors/mod.ts";
import { LIMITS } from "../generated/limits.gen.ts";
import { type CallOptions, mergeHeaders, type WithResponse } from "../transport/mod.ts";
import type { BatchLimits } from "./batch_limits.ts";
import type { Outgoing } from "./_outgoing.ts";
import { readBatch } from "./_read_batch.ts";
import type { Wire } from "./_wire.ts";

/** What became of a call, with what is told of its answer. */
export type SentResult = BatchResult<WithResponse<never>> & {
  /** Whether the call may bring more when it is asked by itself. */
  readonly again?: boolean;
};

const HEADERS = { "content-type": "application/json" };

/** Sends calls together, and apart where that does not do. */
export class BatchSender {
  readonly #wire: Wire;
  /** Lowered where the service finds a batch too large. */
  #maxCalls: number;
  readonly #maxBytes: number;

  constructor(wire: Wire, { maxCalls, maxBytes }: BatchLimits = {}) {
    this.#wire = wire;
    this.#maxCalls = Math.min(maxCalls ?? Infinity, LIMITS.batchCalls);
    this.#maxBytes = Math.min(maxBytes ?? Infinity, LIMITS.bodyBytes);
  }

  /** What became of each call, in their order. It rejects on an abort alone. */
  async send(calls: readonly Outgoing[], options: CallOptions = {}): Promise<SentResult[]> {
    const started = performance.now();
    const results = await this.#sendAll(calls, options);
    if (options.retries === 0 || !results.some(({ again }) => again)) return results;
    const unclear = results.flatMap(({ again }, index) => (again ? [index] : []));
    const left = timeLeft(options, started);
    if (left <= 0) return results;
    const settings = options.deadline === undefined ? options : { ...options, deadline: left };
    const further = await Promise.all(
      unclear.map((index) => this.#sendOne(calls[index] as Outgoing, settings)),
    );
    unclear.forEach((index, order) => (results[index] = further[order] as SentResult));
    return results;
  }

  async #sendAll(calls: readonly Outgoing[], options: CallOptions): Promise<SentResult[]> {
    const first = this.#cut(calls);
    if (first.length === calls.length) return this.#sendPart(first, options);
    const parts: Outgoing[][] = [];
    for (let rest = calls; rest.length > 0; rest = rest.slice(parts.at(-1)?.length)) {
      parts.push(this.#cut(rest));
    }
    return (await Promise.all(parts.map((part) => this.#sendPart(part, options)))).flat();
  }

  /** As many calls from the front as go into one request; at least one. */
  #cut(calls: readonly Outgoing[]): Outgoing[] {
    let size = 1;
    let count = 0;
    for (const { body } of calls) {
      size += body.length + 1;
      if (count === this.#maxCalls || (count > 0 && size > this.#maxBytes)) break;
      count += 1;
    }
    return calls.slice(0, count);
  }

  async #sendPart(calls: readonly Outgoing[], options: CallOptions): Promise<SentResult[]> {
    const [only, ...others] = calls;
    if (!only) return [];
    if (others.length === 0) return [await this.#sendOne(only, options)];
    try {
      const results = await this.#post(calls, options);
      return results ?? (await this.#sendSmaller(calls, options));
    } catch (error) {
      if (options.signal?.aborted) throw error;
      return calls.map(() => ({ ok: false, error }));
    }
  }

  /** One part after another, since each may tell that it is still too large. */
  async #sendSmaller(calls: readonly Outgoing[], options: CallOptions): Promise<SentResult[]> {
    this.#maxCalls = Math.max(1, Math.min(this.#maxCalls, Math.floor(calls.length / 2)));
    const results: SentResult[] = [];
    while (results.length < calls.length) {
      const part = this.#cut(calls.slice(results.length));
      // oxlint-disable-next-line no-await-in-loop -- see above
      results.push(...(await this.#sendPart(part, options)));
    }
    return results;
  }

  async #sendOne(call: Outgoing, options: CallOptions): Promise<SentResult> {
    try {
      return { ok: true, value: await this.#wire.post(call, options) };
    } catch (error) {
      if (options.signal?.aborted) throw error;
      return { ok: false, error };
    }
  }

  /** Undefined where the service finds the batch too large. */
  #post(calls: readonly Outgoing[], options: CallOptions): Promise<SentResult[] | undefined> {
    const { segment, url, host, transport } = this.#wire;
    const context: ErrorContext = { segment, operation: "batch" };
    return transport.call(
      {
        url,
        method: "POST",
        headers: mergeHeaders(HEADERS, options.headers),
        body: `[${calls.map(({ body }) => body).join(",")}]`,
        context,
        safe: true,
        host,
        cost: calls.length,
        read: (answer) => readBatch(calls, answer, context),
      },
      options,
    );
  }
}

function timeLeft({ deadline = Infinity }: CallOptions, started: number): number {
  return deadline - (performance.now() - started);
}
