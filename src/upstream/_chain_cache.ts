import { isContractError } from "../errors/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { type Tier, TIERS } from "../generated/tiers.gen.ts";
import { contentTag, JsonText, RestServiceError, type ViewRequest } from "../service/internal.ts";
import { sleep, SYSTEM_CLOCK } from "../transport/internal.ts";
import {
  errorOfRead,
  failureOfSubmission,
  LIMIT_REACHED,
  OlderHeadError,
  UpstreamFailure,
} from "./_failures.ts";
import { FairQueue, type Place } from "./_fair_queue.ts";
import type { Reply, UpstreamRequest } from "./_upstream_request.ts";
import type { AnswerStore, CachedAnswer } from "./_answer_store.ts";
import type { Follower } from "./_follower.ts";
import type { Pool, PoolCallOptions } from "./_pool.ts";

/** Parts of a {@linkcode ChainCache}. */
export interface ChainCacheParts {
  readonly segment: Segment;
  readonly pool: Pick<Pool, "call" | "budget">;
  readonly follower: Pick<Follower, "head" | "isLive">;
  readonly store: AnswerStore;
  /** True if cached answers are served while no upstream answers. */
  readonly serveStale: boolean;
  /** Tier that the last of the day's quota is for. */
  readonly reserveFor: Tier | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

/** Where an answer came from, by the words of RFC 9211. */
export type AnswerSource = "hit" | "collapsed" | "miss" | "submitted" | "stale";

/** An answer as it is served. */
export interface ServedAnswer {
  readonly cached: CachedAnswer;
  readonly source: AnswerSource;
  /** Height of the chain that it shows at most; -1 before a block is known. */
  readonly height: number;
}

/** Milliseconds that a request waits for an upstream. */
const DEADLINE = 15_000;

/** Tiers, the lowest first; and the share of the day's quota that may be reserved for the higher ones. */
const RANKS = Object.keys(TIERS) as Tier[];
const RESERVED = 0.1;

/** Milliseconds that a request waits for the height that it names, and between looks at it. */
const PATIENCE = 500;
const STEP = 20;

/** Most characters of the answers that are cached until the next block. */
const MOST_AT_HEAD = 64 * 2 ** 20;

/** A read that waits for its turn, or is under way. */
interface PendingRead {
  readonly place: Place;
  answer?: Promise<CachedAnswer>;
  /** Version in which it was sent; while it waits, requests of any version share it. */
  version?: number;
}

/**
 * Answers the requests of a segment from its cache, or from an upstream: equal requests once.
 *
 * The specs say what can change an answer. One that only a reorganisation can change is cached for good, with the height
 * of its block. Any other is cached until the next block, and not at all if it shows pending transactions.
 */
export class ChainCache {
  /** Answers so far, by where they came from. */
  readonly counts: Record<AnswerSource, number> = {
    ...{ hit: 0, collapsed: 0, miss: 0, submitted: 0, stale: 0 },
  };
  readonly #parts: ChainCacheParts;
  readonly #queue: FairQueue;
  /** Answers of the present version, and the stored ones that were read in it. */
  readonly #atHead = new Map<string, CachedAnswer>();
  #headSize = 0;
  /** The newest read of each key. */
  readonly #pending = new Map<string, PendingRead>();
  /** Counts the changes of what may be served: an answer requested before one may not be cached or shared after it. */
  #version = 0;
  #removals = 0;
  /** Greatest height that an answer has shown since the last block came or went. */
  #shown = -1;

  constructor(parts: ChainCacheParts) {
    this.#parts = parts;
    this.#queue = new FairQueue(() => parts.pool.budget?.second.remaining ?? Infinity);
  }

  /** Height that the chain has reached, as far as is known; -1 before that. */
  get height(): number {
    return Math.max(this.#parts.follower.head?.height ?? -1, this.#shown);
  }

  /** A block came or went: only answers that outlast it stay. */
  advance(): void {
    this.#shown = -1;
    this.#expireHead();
  }

  /** Drops every answer that shows a block from a height on. */
  remove(fromHeight: number): void {
    this.#removals++;
    this.#expireHead();
    this.#parts.store.removeFrom(this.#parts.segment, fromHeight);
  }

  /** The answer of a read if it is cached and shows what the client has seen; undefined else. */
  hit({ key }: UpstreamRequest, { leastHeight }: ViewRequest): ServedAnswer | undefined {
    const mayServe = this.#parts.follower.isLive && this.height >= leastHeight;
    const cached = mayServe ? this.#find(key) : undefined;
    return cached && this.#serve(cached, "hit");
  }

  /**
   * Answers a read.
   *
   * @throws {RestServiceError | RpcServiceError} If the upstream refuses it.
   * @throws {UpstreamFailure} If no upstream answers it.
   */
  async answer(request: UpstreamRequest, client: ViewRequest): Promise<ServedAnswer> {
    const { key } = request;
    if (this.height < client.leastHeight)
      await this.#until(() => this.height >= client.leastHeight);
    const hit = this.hit(request, { ...client, leastHeight: -1 });
    if (hit) return hit;
    const pending = this.#pending.get(key);
    const { version = this.#version } = pending ?? {};
    try {
      if (!pending?.answer || version !== this.#version)
        return this.#serve(await this.#readOnce(request, client), "miss");
      this.#queue.join(pending.place, client.subject);
      return this.#serve(await pending.answer, "collapsed");
    } catch (error) {
      return this.#serveStale(key, client.leastHeight, error);
    }
  }

  /**
   * Passes a submission on, once and with the same bytes.
   *
   * @throws {UpstreamFailure} If the transaction was not sent, or that is unknown; the message says which.
   */
  async submit({ call }: UpstreamRequest): Promise<ServedAnswer> {
    let isSent = false;
    const onSend = (): void => void (isSent = true);
    try {
      const reply = await this.#parts.pool.call((endpoints) => ({ ...call(endpoints), onSend }), {
        deadline: DEADLINE,
      });
      return this.#serve(this.#cachedOf(reply), "submitted");
    } catch (error) {
      throw failureOfSubmission(error, isSent);
    } finally {
      // What is pending has changed.
      this.#expireHead();
    }
  }

  async #readOnce(request: UpstreamRequest, client: ViewRequest): Promise<CachedAnswer> {
    this.#checkQuota(client.tier);
    const { key } = request;
    const pending: PendingRead = { place: this.#queue.enter(client.subject, DEADLINE) };
    this.#pending.set(key, pending);
    try {
      return await (pending.answer = this.#read(request, client.subject, pending));
    } finally {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    }
  }

  /** Reads from an upstream, and caches the answer where nothing has changed meanwhile that it may show. */
  async #read(
    request: UpstreamRequest,
    sticky: string,
    pending: PendingRead,
  ): Promise<CachedAnswer> {
    const endsAt = performance.now() + DEADLINE;
    if (!(await pending.place.admitted)) throw new UpstreamFailure(LIMIT_REACHED, 1);
    const { segment, follower, store } = this.#parts;
    const version = (pending.version = this.#version);
    const removals = this.#removals;
    const deadline = Math.max(1, endsAt - performance.now());
    const cached = await this.#fetch(request, { deadline, sticky });
    if (!follower.isLive) return cached;
    // A block without an event so far may be removed without one.
    const isSettled = cached.height !== undefined && cached.height <= (follower.head?.height ?? -1);
    if (isSettled && removals === this.#removals) store.put(segment, request.key, cached);
    else if (version === this.#version && !request.showsPending)
      this.#addAtHead(request.key, cached);
    return cached;
  }

  async #fetch(request: UpstreamRequest, options: PoolCallOptions): Promise<CachedAnswer> {
    try {
      const reply = await this.#queue.run((onSend) => this.#call(request, options, onSend));
      // It shows a block without an event so far: what was read before is older.
      if (reply.height !== undefined && reply.height > this.height) {
        this.#shown = reply.height;
        this.#expireHead();
      }
      return this.#cachedOf(reply);
    } catch (error) {
      const answered = errorOfRead(error);
      if (isContractError(error)) this.#parts.onError(error);
      if (!(answered instanceof RestServiceError) || answered.code !== "NOT_FOUND") throw answered;
      return { ...this.#cachedOf({ text: "null", settledAt: undefined }), refusal: answered };
    }
  }

  /** Calls at the present height; again where a reorganisation has made the chain shorter meanwhile. */
  async #call(
    request: UpstreamRequest,
    options: PoolCallOptions,
    onSend: () => void,
  ): Promise<Reply> {
    const leastHeight = this.height;
    const isShorter = (): boolean => this.height < leastHeight;
    try {
      return await this.#parts.pool.call(
        (endpoints) => ({ ...request.call(endpoints, leastHeight), onSend }),
        { ...options, leastHeight },
      );
    } catch (error) {
      if (error instanceof OlderHeadError) await this.#until(isShorter);
      if (!isShorter()) throw error;
      return this.#call(request, options, onSend);
    }
  }

  /** @throws {UpstreamFailure} If the rest of the day's quota is for others. */
  #checkQuota(tier: Tier): void {
    const { reserveFor, pool, clock } = this.#parts;
    const day = reserveFor && pool.budget?.day;
    if (!day || RANKS.indexOf(tier) >= RANKS.indexOf(reserveFor)) return;
    if (day.remaining >= day.limit * RESERVED) return;
    const reason = `the rest of the upstream's quota of the day is for the tier ${reserveFor}`;
    throw new UpstreamFailure(reason, Math.ceil((day.resetsAt.getTime() - clock()) / 1_000));
  }

  /** Waits a little for a condition on the height. */
  async #until(holds: () => boolean): Promise<void> {
    for (let waited = 0; waited < PATIENCE && !holds(); waited += STEP)
      // oxlint-disable-next-line no-await-in-loop -- one step after another
      await sleep(STEP, SYSTEM_CLOCK, undefined);
  }

  /** The last cached answer, where that is allowed and no upstream answers. */
  #serveStale(key: string, leastHeight: number, error: unknown): ServedAnswer {
    const { serveStale } = this.#parts;
    const cached = serveStale && error instanceof UpstreamFailure ? this.#find(key) : undefined;
    const isOlder = cached?.height === undefined && leastHeight > (cached?.seenAt ?? -1);
    if (!cached || isOlder) throw error;
    return { ...this.#serve(cached, "stale"), height: cached.seenAt };
  }

  #find(key: string): CachedAnswer | undefined {
    const found = this.#atHead.get(key);
    if (found) return found;
    const stored = this.#parts.store.get(this.#parts.segment, key);
    if (stored) this.#addAtHead(key, stored);
    return stored;
  }

  #addAtHead(key: string, cached: CachedAnswer): void {
    this.#headSize += key.length + cached.json.text.length;
    if (this.#headSize > MOST_AT_HEAD) this.#clearHead();
    this.#atHead.set(key, cached);
  }

  #cachedOf({ text, settledAt, refusal }: Omit<Reply, "height">): CachedAnswer {
    return {
      ...(refusal && { refusal }),
      json: new JsonText(text, contentTag(text)),
      height: settledAt,
      seenAt: this.height,
      at: this.#parts.clock(),
    };
  }

  #serve(cached: CachedAnswer, source: AnswerSource): ServedAnswer {
    this.counts[source]++;
    return { cached, source, height: this.height };
  }

  #expireHead(): void {
    this.#version++;
    this.#clearHead();
  }

  #clearHead(): void {
    this.#atHead.clear();
    this.#headSize = 0;
  }
}
