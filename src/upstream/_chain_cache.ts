import type { ResolvedEndpoints } from "../chains/mod.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { type Tier, TIERS } from "../generated/tiers.gen.ts";
import {
  contentTag,
  JsonText,
  RestServiceError,
  type UpstreamOpening,
  type ViewRequest,
} from "../service/internal.ts";
import type { TransportCall } from "../transport/mod.ts";
import {
  ContradictionError,
  errorOfRead,
  failureOfSubmission,
  LIMIT_REACHED,
  UpstreamFailure,
} from "./_failures.ts";
import { FairQueue, type Place } from "./_fair_queue.ts";
import type { Reply, UpstreamRequest } from "./_upstream_request.ts";
import type { AnswerStore, CachedAnswer } from "./_answer_store.ts";
import type { UpstreamFollower } from "./_follower.ts";
import type { UpstreamSettings } from "./options.ts";
import type { Pool, PoolCallOptions } from "./_pool.ts";
import { until } from "./_until.ts";

/** Parts of a {@linkcode ChainCache}. */
export interface ChainCacheParts
  extends
    Pick<UpstreamSettings, "serveStale" | "reserveFor" | "clock">,
    Pick<UpstreamOpening, "now" | "onError"> {
  readonly segment: Segment;
  /** Ends its waits. */
  readonly signal: AbortSignal;
  readonly pool: Pick<Pool, "call" | "budget" | "isDisputed">;
  readonly follower: Pick<UpstreamFollower, "head" | "isLive" | "known">;
  readonly store: AnswerStore;
}

/** Where an answer came from, by the words of RFC 9211. */
export type AnswerSource = "hit" | "collapsed" | "miss" | "submitted" | "stale";

/** An answer as it is served. */
export interface ServedAnswer {
  readonly cached: CachedAnswer;
  readonly source: AnswerSource;
  /** Height of the chain that it shows at most; -1 before a block is known. */
  readonly height: number;
  /** Seconds since it was requested. */
  readonly age: number;
}

/** Milliseconds that a request waits for an upstream, and for the height that it names. */
const DEADLINE = 15_000;
const PATIENCE = 500;

/** Tiers, the lowest first; and the share of the day's quota that may be reserved for the higher ones. */
const RANKS = Object.keys(TIERS) as Tier[];
const RESERVED = 0.1;

/** Most characters of the answers that are cached until the next block. */
const MOST_AT_HEAD = 64 * 2 ** 20;

/** Most reads that are under way, or wait for a rate limit: those of a second, where it admits fewer. The others take turns. */
const MOST_RUNNING = 128;

/** A read that waits to be sent, or is under way. */
interface PendingRead {
  readonly place: Place;
  readonly answer: Promise<CachedAnswer>;
  isSent: boolean;
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
  /** Answers at the present head, and the stored ones that were read at it. Another head has another map. */
  #atHead = new Map<string, CachedAnswer>();
  #headSize = 0;
  /** Reads that equal ones share: those that wait, or were sent at the present head. */
  readonly #pending = new Map<string, PendingRead>();
  /** Greatest height that an answer has shown since the last block came or went. */
  #shown = -1;

  constructor(parts: ChainCacheParts) {
    this.#parts = parts;
    const most = (): number =>
      Math.min(MOST_RUNNING, parts.pool.budget?.second.limit ?? MOST_RUNNING);
    this.#queue = new FairQueue(most, parts.clock);
  }

  /** Height that the chain has reached, as far as is known; -1 before that. */
  get height(): number {
    return Math.max(this.#parts.follower.head?.height ?? -1, this.#shown);
  }

  /** A block came or went, of the height `shown` where an answer told of it: only answers that outlast it stay. */
  advance(shown = -1): void {
    this.#shown = shown;
    this.#expireHead();
  }

  /** Drops every answer that shows a block from a height on. */
  remove(fromHeight: number): void {
    this.#expireHead();
    this.#parts.store.removeFrom(this.#parts.segment, fromHeight);
  }

  /** The answer of a read if it is cached and shows what the client has seen; else undefined. */
  hit({ key }: UpstreamRequest, leastHeight: number): ServedAnswer | undefined {
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
    const { leastHeight, subject } = client;
    const { clock, signal } = this.#parts;
    await until(() => this.height >= leastHeight, PATIENCE, clock, signal);
    const hit = this.hit(request, -1);
    if (hit) return hit;
    try {
      const shared = this.#pending.get(key);
      if (shared) this.#queue.join(shared.place, subject);
      const { answer } = shared ?? this.#begin(request, client);
      return this.#serve(await answer, shared ? "collapsed" : "miss");
    } catch (error) {
      return this.#serveStale(key, leastHeight, error);
    }
  }

  /**
   * Passes a submission on with the same bytes: once, but for upstreams that do not take it.
   *
   * @throws {UpstreamFailure} If the transaction was not sent, or that is unknown; the message says which.
   */
  async submit({ call }: UpstreamRequest): Promise<ServedAnswer> {
    let isSent = false;
    const onSend = (): void => void (isSent = true);
    try {
      const make = (endpoints: ResolvedEndpoints): TransportCall<Reply> => {
        // An upstream that was tried before has not taken it.
        isSent = false;
        return { ...call(endpoints), onSend };
      };
      const reply = await this.#parts.pool.call(make, { deadline: DEADLINE });
      return this.#serve(this.#cachedOf(reply), "submitted");
    } catch (error) {
      throw failureOfSubmission(error, isSent);
    } finally {
      // The pending transactions have changed.
      this.#expireHead();
    }
  }

  #begin(request: UpstreamRequest, { subject, tier }: ViewRequest): PendingRead {
    this.#checkQuota(tier);
    const place = this.#queue.enter(subject, DEADLINE);
    const onSend = (): void => void (pending.isSent = true);
    const answer = this.#read(request, place, onSend).finally(() => {
      if (this.#pending.get(request.key) === pending) this.#pending.delete(request.key);
    });
    const pending = { place, answer, isSent: false };
    this.#pending.set(request.key, pending);
    return pending;
  }

  /** Reads from an upstream, and caches the answer where nothing has changed since it was sent that it may show. */
  async #read(request: UpstreamRequest, place: Place, onSend: () => void): Promise<CachedAnswer> {
    const { segment, follower, store, pool, clock } = this.#parts;
    const endsAt = clock.now() + DEADLINE;
    if (!(await place.admitted)) throw new UpstreamFailure(LIMIT_REACHED, 1);
    const deadline = Math.max(1, endsAt - clock.now());
    let [head, removals] = [this.#atHead, follower.known.removals];
    const noteSent = (): void => {
      [head, removals] = [this.#atHead, follower.known.removals];
      onSend();
    };
    const fetched = this.#fetch(request, { deadline }, noteSent);
    const cached = await fetched.finally(() => this.#queue.leave());
    if (!follower.isLive) return cached;
    // A block without an event so far may be removed without one.
    const isSettled = cached.height !== undefined && cached.height <= (follower.head?.height ?? -1);
    if (isSettled && removals === follower.known.removals && !pool.isDisputed)
      store.put(segment, request.key, cached);
    else if (head === this.#atHead && !request.showsPending) this.#addAtHead(request.key, cached);
    return cached;
  }

  /** Calls at the present height; again where the answer contradicts a chain that was reorganised meanwhile. */
  async #fetch(
    request: UpstreamRequest,
    options: PoolCallOptions,
    onSend: () => void,
  ): Promise<CachedAnswer> {
    const leastHeight = this.height;
    const { known: chain } = this.#parts.follower;
    const { removals } = chain;
    const isReorganised = (): boolean => chain.removals > removals;
    const known = { leastHeight, chain, removals };
    try {
      const reply = await this.#parts.pool.call(
        (endpoints) => ({ ...request.call(endpoints, known), onSend }),
        { ...options, leastHeight },
      );
      // It shows a block without an event so far: what was read before is older.
      if ((reply.height ?? -1) > this.height) this.advance(reply.height);
      return this.#cachedOf(reply);
    } catch (error) {
      if (error instanceof ContradictionError) {
        const { clock, signal } = this.#parts;
        if (await until(isReorganised, PATIENCE, clock, signal))
          return this.#fetch(request, options, onSend);
      }
      if (isAlphadeltaError(error, "ContractError")) this.#parts.onError(error);
      return this.#cachedOf({ text: "null", settledAt: undefined, refusal: notFoundIn(error) });
    }
  }

  /** @throws {UpstreamFailure} If the rest of the day's quota is for others. */
  #checkQuota(tier: Tier): void {
    const { reserveFor, pool, now } = this.#parts;
    const day = reserveFor && pool.budget?.day;
    if (!day || RANKS.indexOf(tier) >= RANKS.indexOf(reserveFor)) return;
    if (day.remaining >= day.limit * RESERVED) return;
    const reason = `the rest of the upstream's quota of the day is for the tier ${reserveFor}`;
    throw new UpstreamFailure(reason, Math.ceil((day.resetsAt.getTime() - now()) / 1_000));
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
    if (this.#headSize > MOST_AT_HEAD) this.#expireHead();
    this.#atHead.set(key, cached);
  }

  #cachedOf({ text, settledAt, refusal }: Omit<Reply, "height">): CachedAnswer {
    return {
      refusal,
      json: new JsonText(text, contentTag(text)),
      height: settledAt,
      seenAt: this.height,
      at: this.#parts.now(),
    };
  }

  #serve(cached: CachedAnswer, source: AnswerSource): ServedAnswer {
    this.counts[source]++;
    const age = Math.max(0, Math.floor((this.#parts.now() - cached.at) / 1_000));
    return { cached, source, height: this.height, age };
  }

  #expireHead(): void {
    this.#atHead = new Map();
    this.#headSize = 0;
    for (const [key, { isSent }] of this.#pending) if (isSent) this.#pending.delete(key);
  }
}

/**
 * The refusal that tells that there is no such thing, which is an answer too.
 *
 * @throws {RestServiceError | RpcServiceError | UpstreamFailure} If it is any other error.
 */
function notFoundIn(error: unknown): RestServiceError {
  const refusal = errorOfRead(error);
  if (refusal instanceof RestServiceError && refusal.code === "NOT_FOUND") return refusal;
  throw refusal;
}
