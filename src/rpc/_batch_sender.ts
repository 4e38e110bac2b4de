import { isLimitStatus } from "../errors/internal.ts";
import type { ErrorContext } from "../errors/mod.ts";
import { LIMITS } from "../generated/limits.gen.ts";
import { notify } from "../notify.ts";
import { isOverdue, JSON_HEADERS, mergeHeaders } from "../transport/internal.ts";
import type { Answer, PartResult } from "../transport/internal.ts";
import type { CallOptions, Progress, ResponseInfo, Transport } from "../transport/mod.ts";
import { readBatch } from "./_read_batch.ts";
import { type Outgoing, type Wire } from "./wire.ts";
import type { BatchLimits } from "./batch.ts";

/** Calls that go out in one request, and its parts. */
interface Part {
  readonly calls: readonly Outgoing[];
  readonly body: string;
}

/** The options and the progress that all requests of one batch share. */
interface Sending {
  /** Each request finds here the rest of the deadline by then. */
  readonly options: CallOptions | undefined;
  /** Told of calls that are done, and of the requests that they took. */
  readonly advance: (calls: number, requests: number) => void;
}

/** Milliseconds for which smaller batches are sent after one was too large: the service, or a proxy, may take it later. */
const CUT_FOR = 60_000;

/** Sends calls together, and apart where the service does not take them together. */
export class BatchSender {
  readonly #wire: Wire;
  readonly #transport: Transport;
  readonly #maxCalls: number;
  readonly #maxBytes: number;
  /** Most calls until `#cutUntil`, as the service found more too large. */
  #cutTo = Infinity;
  #cutUntil = 0;

  constructor(wire: Wire, transport: Transport, { maxCalls, maxBytes }: BatchLimits = {}) {
    this.#wire = wire;
    this.#transport = transport;
    this.#maxCalls = Math.min(maxCalls ?? Infinity, LIMITS.batchCalls);
    this.#maxBytes = Math.min(maxBytes ?? Infinity, LIMITS.bodyBytes);
  }

  /**
   * Resolves to the outcome of each call, in their order; rejects on an abort alone. Duplicate calls are sent once, and
   * each has objects of its own.
   */
  send(
    calls: readonly Outgoing[],
    options?: CallOptions,
    onProgress?: (progress: Progress) => void,
  ): Promise<readonly PartResult[]> {
    const { segment, host } = this.#wire;
    return this.#transport.gatherer.send(calls, options, {
      segment,
      host,
      alone: (call, bounded) => this.#sendOne(call, bounded),
      together: (others, bounded, total) => {
        const advance = progressTeller(total, onProgress);
        if (others.length < total) advance(total - others.length, 0);
        return this.#sendAll(others, { options: bounded, advance });
      },
    });
  }

  async #sendAll(calls: readonly Outgoing[], sending: Sending): Promise<readonly PartResult[]> {
    const parts: Part[] = [];
    for (let rest = calls; rest.length > 0; rest = rest.slice(parts.at(-1)?.calls.length)) {
      parts.push(this.#cut(rest));
    }
    const sent = await Promise.all(parts.map((part) => this.#sendPart(part, sending)));
    return sent.length === 1 ? (sent[0] ?? []) : sent.flat();
  }

  /** Most calls of a batch at present. */
  #size(): number {
    const isCut = this.#transport.clock.now() < this.#cutUntil;
    return isCut ? Math.min(this.#cutTo, this.#maxCalls) : this.#maxCalls;
  }

  #lower(size: number): void {
    this.#cutTo = Math.min(this.#size(), Math.max(1, Math.floor(size)));
    this.#cutUntil = this.#transport.clock.now() + CUT_FOR;
  }

  /** As many calls from the front as go into one request; at least one. */
  #cut(all: readonly Outgoing[]): Part {
    const most = this.#size();
    const calls = all.length > most ? all.slice(0, most) : all;
    const body = listOf(calls);
    if (body.length <= this.#maxBytes || calls.length <= 1) return { calls, body };
    let size = 1;
    const end = calls.findIndex(
      (call) => (size += JSON.stringify(call.request).length + 1) > this.#maxBytes,
    );
    const fewer = calls.slice(0, Math.max(1, end));
    return { calls: fewer, body: listOf(fewer) };
  }

  async #sendPart(part: Part, sending: Sending): Promise<readonly PartResult[]> {
    const { calls } = part;
    const results = await this.#trySend(part, sending.options);
    if (!results) return this.#sendSmaller(calls, sending);
    sending.advance(calls.length, 1);
    return results;
  }

  /** Undefined where the service finds the part too large. Rejects on an abort alone. */
  async #trySend(part: Part, options: CallOptions | undefined): Promise<PartResult[] | undefined> {
    const { calls } = part;
    const [only] = calls;
    if (only && calls.length === 1) return [await this.#sendOne(only, options)];
    try {
      return await this.#post(part, options);
    } catch (error) {
      if (options?.signal?.aborted) throw error;
      return calls.map(() => ({ ok: false, error }));
    }
  }

  /** One part after another, since each may tell that it is still too large. */
  async #sendSmaller(calls: readonly Outgoing[], sending: Sending): Promise<readonly PartResult[]> {
    if (this.#size() >= calls.length) this.#lower(calls.length / 2);
    const results: PartResult[] = [];
    while (results.length < calls.length) {
      const rest = calls.slice(results.length);
      const last = results.at(-1);
      if (last?.ok === false && isOverdue(sending.options)) {
        return [...results, ...rest.map(() => last)];
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      results.push(...(await this.#sendPart(this.#cut(rest), sending)));
    }
    return results;
  }

  async #sendOne(call: Outgoing, options: CallOptions | undefined): Promise<PartResult> {
    let response: ResponseInfo | undefined;
    try {
      const value = await this.#wire.post(call, options, (answer) => (response = answer));
      return { ok: true, value, response: response as ResponseInfo };
    } catch (error) {
      if (options?.signal?.aborted) throw error;
      return { ok: false, error };
    }
  }

  #post(
    { calls, body }: Part,
    options: CallOptions | undefined,
  ): Promise<PartResult[] | undefined> {
    const { segment, url, host } = this.#wire;
    const context: ErrorContext = { segment, operation: "batch" };
    const isTooMuch = (answer: Answer): boolean => this.#isBeyondRate(calls, answer);
    return this.#transport.call(
      {
        url,
        method: "POST",
        headers: mergeHeaders(JSON_HEADERS, options?.headers),
        body,
        context,
        safe: true,
        host,
        cost: calls.length,
        isFinal: isTooMuch,
        read: (answer) => (isTooMuch(answer) ? undefined : readBatch(calls, answer, context)),
      },
      options,
    );
  }

  /**
   * Tells whether a batch is refused for having more calls than the rate admits in a second. Our own service admits any
   * batch when it admits a request, so that only a second refusal tells. Later batches are cut to the rate.
   */
  #isBeyondRate(calls: readonly Outgoing[], { status, attempts, headers }: Answer): boolean {
    if (!isLimitStatus(status) || attempts < 2) return false;
    const { limit } = this.#transport.budget(this.#wire.host).second;
    // A service that does not tell its limits is tried with half as many.
    const isKnown = limit < calls.length || headers.has("ratelimit");
    const admitted = Math.max(1, Math.floor(isKnown ? limit : calls.length / 2));
    if (calls.length <= admitted) return false;
    this.#lower(admitted);
    return true;
  }
}

function progressTeller(
  total: number,
  onProgress: ((progress: Progress) => void) | undefined,
): Sending["advance"] {
  let done = 0;
  let requests = 0;
  return (moreCalls, moreRequests) => {
    done += moreCalls;
    requests += moreRequests;
    notify(() => onProgress?.({ done, total, requests }));
  };
}

function listOf(calls: readonly Outgoing[]): string {
  return JSON.stringify(calls.map(({ request }) => request));
}
