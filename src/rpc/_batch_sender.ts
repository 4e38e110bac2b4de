import { isLimitStatus } from "../errors/internal.ts";
import type { ErrorContext } from "../errors/mod.ts";
import { LIMITS } from "../generated/limits.gen.ts";
import { mergeHeaders, mutabilityOf, notify } from "../transport/internal.ts";
import type { Answer, CallOptions, Progress, ResponseInfo, Transport } from "../transport/mod.ts";
import type { BatchLimits } from "./batch.ts";
import { type ReplyListener, readBatch, type SentResult } from "./_read_batch.ts";
import { HEADERS, isSharing, type Outgoing, type Wire } from "./_wire.ts";

/** Calls that go out in one request, and what is sent for them. */
interface Part {
  readonly calls: readonly Outgoing[];
  readonly body: string;
}

/** Milliseconds that a request gets at least, since 0 is no deadline. */
const LEAST_DEADLINE = 1;

/** The options and the progress that all requests of one batch share. */
interface Sending {
  /** Each request finds here what is left of the deadline by then. */
  readonly options: CallOptions | undefined;
  /** Told of calls that are done, and of the requests that they took. */
  readonly advance: (calls: number, requests: number) => void;
}

/** Sends calls together, and apart where the service does not take them together. */
export class BatchSender {
  readonly #wire: Wire;
  readonly #transport: Transport;
  /** Lowered where the service finds a batch too large. */
  #maxCalls: number;
  readonly #maxBytes: number;

  constructor(wire: Wire, transport: Transport, { maxCalls, maxBytes }: BatchLimits = {}) {
    this.#wire = wire;
    this.#transport = transport;
    this.#maxCalls = Math.min(maxCalls ?? Infinity, LIMITS.batchCalls);
    this.#maxBytes = Math.min(maxBytes ?? Infinity, LIMITS.bodyBytes);
  }

  /** Tells whether a call would be answered from the cache. */
  isCached(call: Outgoing): boolean {
    return call.info.height !== undefined && this.#transport.isCached(this.#keyOf(call));
  }

  /**
   * Resolves to the outcome of each call, in their order; rejects on an abort alone. Duplicate calls are sent once, and
   * each has objects of its own.
   */
  async send(
    calls: readonly Outgoing[],
    options?: CallOptions,
    onProgress?: (progress: Progress) => void,
  ): Promise<SentResult[]> {
    const isJoined = isSharing(options) && this.#transport.dedupes && mayHaveDuplicates(calls);
    const { asked, places } = isJoined ? joinEqual(calls) : { asked: calls };
    const advance = progressTeller(asked.length, onProgress);
    const results = await this.#sendAsked(asked, { options: this.#bounded(options), advance });
    if (!places) return results;
    return places.map((place, index) => {
      const result = results[place] as SentResult;
      const isOwn = !result.ok || calls[index] === asked[place];
      return isOwn ? result : { ...result, value: structuredClone(result.value) };
    });
  }

  #bounded(options: CallOptions | undefined): CallOptions | undefined {
    const { clock, deadline: usual } = this.#transport;
    const { deadline = usual } = options ?? {};
    if (deadline === Infinity) return options;
    const endsAt = clock.now() + deadline;
    return {
      ...options,
      get deadline() {
        return Math.max(LEAST_DEADLINE, endsAt - clock.now());
      },
    };
  }

  /** Takes from the cache what is there and sends the rest; then a call by itself where it may succeed alone. */
  async #sendAsked(calls: readonly Outgoing[], sending: Sending): Promise<SentResult[]> {
    const { options, advance } = sending;
    const cached = new Set(isSharing(options) ? calls.filter((call) => this.isCached(call)) : []);
    const others = cached.size > 0 ? calls.filter((call) => !cached.has(call)) : calls;
    if (cached.size > 0) advance(cached.size, 0);
    // At once, since an answer to the others may take the place of one in the cache.
    const found = Promise.all([...cached].map((call) => this.#sendOne(call, options)));
    const [known, sent] = await Promise.all([found, this.#sendAll(others, sending)]);
    const mayRetry = options?.retries !== 0 && !isOverdue(options) && sent.some(isUnclear);
    if (cached.size === 0 && !mayRetry) return sent;
    const all = [...known, ...sent];
    const results = new Map([...cached, ...others].map((call, index) => [call, all[index]]));
    return Promise.all(
      calls.map(async (call) => {
        const result = results.get(call) as SentResult;
        return mayRetry && isUnclear(result) ? this.#sendOne(call, options) : result;
      }),
    );
  }

  async #sendAll(calls: readonly Outgoing[], sending: Sending): Promise<SentResult[]> {
    const parts: Part[] = [];
    for (let rest = calls; rest.length > 0; rest = rest.slice(parts.at(-1)?.calls.length)) {
      parts.push(this.#cut(rest));
    }
    const sent = await Promise.all(parts.map((part) => this.#sendPart(part, sending)));
    return sent.length === 1 ? (sent[0] ?? []) : sent.flat();
  }

  /** As many calls from the front as go into one request; at least one. */
  #cut(all: readonly Outgoing[]): Part {
    const calls = all.length > this.#maxCalls ? all.slice(0, this.#maxCalls) : all;
    const body = listOf(calls);
    if (body.length <= this.#maxBytes || calls.length <= 1) return { calls, body };
    let size = 1;
    const end = calls.findIndex((call) => (size += bodyOf(call).length + 1) > this.#maxBytes);
    const fewer = calls.slice(0, Math.max(1, end));
    return { calls: fewer, body: listOf(fewer) };
  }

  async #sendPart(part: Part, sending: Sending): Promise<SentResult[]> {
    const { calls } = part;
    const results = await this.#trySend(part, sending.options);
    if (!results) return this.#sendSmaller(calls, sending);
    sending.advance(calls.length, 1);
    return results;
  }

  /** Undefined where the service finds the part too large. Rejects on an abort alone. */
  async #trySend(part: Part, options: CallOptions | undefined): Promise<SentResult[] | undefined> {
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
  async #sendSmaller(calls: readonly Outgoing[], sending: Sending): Promise<SentResult[]> {
    if (this.#maxCalls >= calls.length) this.#maxCalls = Math.max(1, Math.floor(calls.length / 2));
    const results: SentResult[] = [];
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

  async #sendOne(call: Outgoing, options: CallOptions | undefined): Promise<SentResult> {
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
  ): Promise<SentResult[] | undefined> {
    const { segment, url, host } = this.#wire;
    const context: ErrorContext = { segment, operation: "batch" };
    const isTooMuch = (answer: Answer): boolean => this.#isBeyondRate(calls, answer);
    const store = isSharing(options) ? this.#store : undefined;
    return this.#transport.call(
      {
        url,
        method: "POST",
        headers: mergeHeaders(HEADERS, options?.headers),
        body,
        context,
        safe: true,
        host,
        cost: calls.length,
        isFinal: isTooMuch,
        read: (answer) =>
          isTooMuch(answer) ? undefined : readBatch(calls, answer, context, store),
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
    this.#maxCalls = Math.min(this.#maxCalls, admitted);
    return true;
  }

  #keyOf(call: Outgoing): string {
    return this.#wire.keyOf(call, bodyOf(call));
  }

  /** Caches a reply if it is immutable. */
  readonly #store: ReplyListener = (call, reply, value, answer): void => {
    const { height } = call.info;
    if (!height) return;
    this.#transport.addToCache({
      key: this.#keyOf(call),
      segment: this.#wire.segment,
      host: this.#wire.host,
      mutability: mutabilityOf(height, call.params, value),
      answer: () => answer.withText(JSON.stringify(reply)),
    });
  };
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

/** Tells whether nothing is left of the deadline of a batch. */
function isOverdue({ deadline = Infinity }: CallOptions = {}): boolean {
  return deadline <= LEAST_DEADLINE;
}

function listOf(calls: readonly Outgoing[]): string {
  return JSON.stringify(calls.map(({ request }) => request));
}

function bodyOf({ request }: Outgoing): string {
  return JSON.stringify(request);
}

function isUnclear(result: SentResult): boolean {
  return !result.ok && result.again === true;
}

/** False where all calls differ in their first parameter, or all in their last: most batches ask for no call twice. */
function mayHaveDuplicates(calls: readonly Outgoing[]): boolean {
  if (areAscending(calls)) return false;
  return [-1, 0].every((place) => {
    const values = new Set();
    for (const { params } of calls) values.add(params.at(place));
    return values.size < calls.length;
  });
}

/** Tells whether the last parameter grows from call to call, as heights mostly do: a set of them takes far longer. */
function areAscending(calls: readonly Outgoing[]): boolean {
  let highest = -Infinity;
  return calls.every(({ params }) => {
    const value = params.at(-1);
    const isHigher = typeof value === "number" && value > highest;
    if (isHigher) highest = value;
    return isHigher;
  });
}

/** The calls without those that ask for the same as one before; for each call, its place among them. */
function joinEqual(calls: readonly Outgoing[]): { asked: Outgoing[]; places: number[] } {
  const known = new Map<string, number>();
  const asked: Outgoing[] = [];
  const places = calls.map((call) => {
    const key = JSON.stringify([call.method, call.params]);
    const place = known.get(key) ?? asked.push(call) - 1;
    known.set(key, place);
    return place;
  });
  return { asked, places };
}
