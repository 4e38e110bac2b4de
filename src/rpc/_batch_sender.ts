import { type BatchResult, type ErrorContext } from "../errors/mod.ts";
import { LIMITS } from "../generated/limits.gen.ts";
import { type CallOptions, type Clock, mergeHeaders, type WithResponse } from "../transport/mod.ts";
import type { BatchLimits } from "./batch_limits.ts";
import { isSharing, type Outgoing } from "./_outgoing.ts";
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

  /** The transport's. */
  get clock(): Clock {
    return this.#wire.transport.clock;
  }

  /** What became of each call, in their order. It rejects on an abort alone. */
  async send(calls: readonly Outgoing[], options: CallOptions = {}): Promise<SentResult[]> {
    const { clock } = this;
    const started = clock.now();
    const results = await this.#sendNew(calls, options);
    if (options.retries === 0 || !results.some(({ again }) => again)) return results;
    const unclear = results.flatMap(({ again }, index) => (again ? [index] : []));
    const left = (options.deadline ?? Infinity) - (clock.now() - started);
    if (left <= 0) return results;
    const settings = options.deadline === undefined ? options : { ...options, deadline: left };
    const further = await Promise.all(
      unclear.map((index) => this.#sendOne(calls[index] as Outgoing, settings)),
    );
    unclear.forEach((index, order) => (results[index] = further[order] as SentResult));
    return results;
  }

  /** Asks for what is not kept, and once for what is wanted more than once. */
  async #sendNew(calls: readonly Outgoing[], options: CallOptions): Promise<SentResult[]> {
    const wire = this.#wire;
    if (!isSharing(options)) return this.#sendAll(calls, options);
    const kept = calls.filter((call) => wire.isKept(call));
    const others = kept.length === 0 ? calls : calls.filter((call) => !wire.isKept(call));
    const [found, sent] = await Promise.all([
      Promise.all(kept.map((call) => this.#sendOne(call, options))),
      this.#sendAll(wire.transport.dedupes ? joinEqual(others) : others, options),
    ]);
    if (kept.length === 0) return sent;
    const results = new Map([...zip(kept, found), ...zip(others, sent)]);
    return calls.map((call) => results.get(call) as SentResult);
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
    const ids = new Set<unknown>();
    const end = calls.findIndex(({ id, body }) => {
      if (ids.has(id)) return false;
      size += body.length + 1;
      if (ids.size === this.#maxCalls || (ids.size > 0 && size > this.#maxBytes)) return true;
      ids.add(id);
      return false;
    });
    return calls.slice(0, end < 0 ? calls.length : end);
  }

  async #sendPart(calls: readonly Outgoing[], options: CallOptions): Promise<SentResult[]> {
    const count = distinct(calls).length;
    // Equal ones share a request here too.
    if (count <= 1) return Promise.all(calls.map((call) => this.#sendOne(call, options)));
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
    this.#maxCalls = Math.max(1, Math.min(this.#maxCalls, Math.floor(distinct(calls).length / 2)));
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
    const wire = this.#wire;
    const { segment, url, host, transport } = wire;
    const context: ErrorContext = { segment, operation: "batch" };
    const asked = distinct(calls);
    const how = {
      keeper: isSharing(options) ? wire : undefined,
      isJoined: asked.length < calls.length,
    };
    return transport.call(
      {
        url,
        method: "POST",
        headers: mergeHeaders(HEADERS, options.headers),
        body: `[${asked.map(({ body }) => body).join(",")}]`,
        context,
        safe: true,
        host,
        cost: asked.length,
        read: (answer) => readBatch(calls, answer, context, how),
      },
      options,
    );
  }
}

function zip(
  calls: readonly Outgoing[],
  results: readonly SentResult[],
): (readonly [Outgoing, SentResult])[] {
  return calls.map((call, index) => [call, results[index] as SentResult] as const);
}

/** Equal calls get the id of the first of them, so that one reply answers them all. */
function joinEqual(calls: readonly Outgoing[]): readonly Outgoing[] {
  const firsts = new Map<string, Outgoing>();
  return calls.map((call) => {
    if (call.key === undefined) return call;
    const first = firsts.get(call.key);
    if (first) return { ...call, id: first.id, body: first.body };
    firsts.set(call.key, call);
    return call;
  });
}

/** Without those that have the id of one before. */
function distinct(calls: readonly Outgoing[]): readonly Outgoing[] {
  const ids = new Set<unknown>();
  return calls.filter(({ id }) => ids.size < ids.add(id).size);
}
