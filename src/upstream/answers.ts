import { isContractError } from "../errors/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { type Tier, TIERS } from "../generated/tiers.gen.ts";
import { contentTag, JsonText, RestServiceError } from "../service/internal.ts";
import { sleep, SYSTEM_CLOCK } from "../transport/internal.ts";
import { FairQueue, type Turn } from "./_fair_queue.ts";
import type { AnswerStore, KeptAnswer } from "./answer_store.ts";
import type { Follower } from "./follow.ts";
import type { Pool } from "./pool.ts";
import type { Question, Reply } from "./_question.ts";
import { LIMIT_REACHED, refusalOf, submissionFailureOf, UpstreamFailure } from "./_refusals.ts";

/** What answers the questions of a segment. */
export interface AnswersParts {
  readonly segment: Segment;
  readonly pool: Pick<Pool, "call" | "budget">;
  readonly follower: Pick<Follower, "head" | "generation" | "isLive">;
  readonly store: AnswerStore;
  /** True if what is kept is served while no upstream answers. */
  readonly serveStale: boolean;
  /** Tier that the last of the day's quota is for. */
  readonly reserveFor: Tier | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

/** What a client asks of an answer beside the question. */
export interface Asking {
  /** Least height of the chain that it may be of; -1 for any. */
  readonly leastHeight: number;
  /** The subject that the request is charged to, and its tier. */
  readonly subject: string;
  readonly tier: Tier;
}

/** Where an answer came from, in words of RFC 9211. */
export type AnswerSource = "hit" | "collapsed" | "miss" | "submitted" | "stale";

/** An answer, or a refusal that stands for one, and what is told of it. */
export interface Answered {
  readonly kept: KeptAnswer;
  readonly source: AnswerSource;
  /** Height of the chain that it may be of at most; -1 before a block is known. */
  readonly height: number;
}

/** Milliseconds that a request waits for an upstream. */
const DEADLINE = 15_000;

/** Tiers, the lowest first; and the share of the day's quota that may be reserved for the higher ones. */
const RANKS = Object.keys(TIERS) as Tier[];
const RESERVED = 0.1;

/** A question under way. */
interface Asked {
  readonly answer: Promise<Answered>;
  readonly turn: Turn;
}

/** Milliseconds that a request waits for the height that it names. */
const PATIENCE = 500;
const STEP = 20;

/** Most characters of the answers that are kept until the next block. */
const MOST_OF_HEAD = 64 * 2 ** 20;

/**
 * Answers questions: from what is kept where that still holds, else from an upstream, equal questions once.
 *
 * An answer that only a reorganisation can change is kept for good, with the height that it stands on. Any other is kept
 * until the next block comes or goes, and not at all where it also shows what is pending. The specs say which is which.
 */
export class Answers {
  readonly #parts: AnswersParts;
  /** Answers of this moment. */
  readonly #head = new Map<string, KeptAnswer>();
  #headSize = 0;
  /** Questions under way, by moment and key. */
  readonly #asked = new Map<string, Asked>();
  readonly #queue: FairQueue;
  /** Counted up when what was read before may not be shown any more. */
  #moment = 0;
  #generation = -1;
  #removals = 0;
  /** Greatest height that an answer has shown since the last block came or went. */
  #shown = -1;

  constructor(parts: AnswersParts) {
    this.#parts = parts;
    const { pool, segment } = parts;
    this.#queue = new FairQueue(() => pool.budget(segment)?.second.remaining ?? Infinity);
  }

  /** Answers so far, by where they came from. */
  readonly counts: Record<AnswerSource, number> = {
    ...{ hit: 0, collapsed: 0, miss: 0, submitted: 0, stale: 0 },
  };

  /** Height that the chain has reached, as far as it is known; -1 before that. */
  get height(): number {
    return Math.max(this.#parts.follower.head?.height ?? -1, this.#shown);
  }

  /** Drops every answer that stands on blocks from a height on. */
  remove(fromHeight: number): void {
    this.#removals++;
    this.#begin();
    this.#parts.store.removeFrom(this.#parts.segment, fromHeight);
  }

  /**
   * Answers a question.
   *
   * @throws {RestServiceError | RpcServiceError} If the upstream refuses it.
   * @throws {UpstreamFailure} If no upstream answers it.
   */
  async answer(question: Question, asking: Asking): Promise<Answered> {
    if (asking.leastHeight > this.height) await this.#reach(asking.leastHeight);
    this.#follow();
    const kept = this.#parts.follower.isLive ? this.#find(question.key) : undefined;
    if (kept) return this.#told(kept, "hit");
    const key = `${this.#moment} ${question.key}`;
    const others = this.#asked.get(key);
    try {
      if (!others) return await this.#askOnce(key, question, asking);
      others.turn.join(asking.subject);
      return this.#told((await others.answer).kept, "collapsed");
    } catch (error) {
      return this.#stale(question.key, asking.leastHeight, error);
    }
  }

  /**
   * Passes a submission on, once and with the same bytes.
   *
   * @throws {UpstreamFailure} If it is unknown whether the transaction was sent, or it was not; the message says which.
   */
  async submit({ call }: Question): Promise<Answered> {
    const { pool, segment } = this.#parts;
    let isSent = false;
    const onSend = (): void => void (isSent = true);
    try {
      const reply = await pool.call(segment, (endpoints) => ({ ...call(endpoints), onSend }), {
        deadline: DEADLINE,
      });
      return this.#told(this.#keptOf(reply), "submitted");
    } catch (error) {
      throw submissionFailureOf(error, isSent);
    } finally {
      // What is pending has changed, also for those who asked before.
      this.#begin();
    }
  }

  async #askOnce(key: string, question: Question, { subject, tier }: Asking): Promise<Answered> {
    this.#checkQuota(tier);
    const turn = this.#queue.enter(subject, DEADLINE);
    const answer = this.#ask(question, subject, turn);
    this.#asked.set(key, { answer, turn });
    try {
      return await answer;
    } finally {
      this.#asked.delete(key);
    }
  }

  async #ask(question: Question, subject: string, turn: Turn): Promise<Answered> {
    const endsAt = performance.now() + DEADLINE;
    const { admitted } = turn;
    if (admitted !== true && !(await admitted)) throw new UpstreamFailure(LIMIT_REACHED, 1);
    const { pool, segment, follower, store } = this.#parts;
    const moment = this.#moment;
    const removals = this.#removals;
    let kept: KeptAnswer;
    try {
      const deadline = Math.max(1, endsAt - performance.now());
      const options = { deadline, leastHeight: this.height, sticky: subject };
      const reply = await this.#queue.run((onSend) =>
        pool.call(segment, (endpoints) => ({ ...question.call(endpoints), onSend }), options),
      );
      this.#follow();
      if (reply.height !== undefined && reply.height > this.height) this.#show(reply.height);
      kept = this.#keptOf(reply);
    } catch (error) {
      const refusal = refusalOf(error);
      if (isContractError(error)) this.#parts.onError(error);
      if (!(refusal instanceof RestServiceError) || refusal.code !== "NOT_FOUND") throw refusal;
      this.#follow();
      kept = { ...this.#keptOf(undefined), refusal };
    }
    // Of a block that no event told of so far, no event may tell that it is gone.
    const isSettled = kept.height !== undefined && kept.height <= (follower.head?.height ?? -1);
    if (!follower.isLive) return this.#told(kept, "miss");
    if (isSettled && removals === this.#removals) store.put(segment, question.key, kept);
    else if (moment === this.#moment && !question.showsPending) this.#keep(question.key, kept);
    return this.#told(kept, "miss");
  }

  /** @throws {UpstreamFailure} If what is left of the day's quota is for others. */
  #checkQuota(tier: Tier): void {
    const { reserveFor, pool, segment, clock } = this.#parts;
    const day = reserveFor && pool.budget(segment)?.day;
    if (!day || RANKS.indexOf(tier) >= RANKS.indexOf(reserveFor)) return;
    if (day.remaining >= day.limit * RESERVED) return;
    const reason = `the rest of the upstream's quota of the day is for the tier ${reserveFor}`;
    throw new UpstreamFailure(reason, Math.ceil((day.resetsAt.getTime() - clock()) / 1_000));
  }

  /** Waits a little for the chain to reach a height, which another gateway may have told. */
  async #reach(height: number): Promise<void> {
    for (let waited = 0; waited < PATIENCE && this.height < height; waited += STEP)
      // oxlint-disable-next-line no-await-in-loop -- one step after another
      await sleep(STEP, SYSTEM_CLOCK, undefined);
  }

  /** What was kept last, where that may be served and nothing else can. */
  #stale(key: string, leastHeight: number, error: unknown): Answered {
    const { serveStale } = this.#parts;
    const kept = serveStale && error instanceof UpstreamFailure ? this.#find(key) : undefined;
    const isSeen = kept?.height === undefined && leastHeight > (kept?.seenAt ?? -1);
    if (!kept || isSeen) throw error;
    return { ...this.#told(kept, "stale"), height: kept.seenAt };
  }

  #find(key: string): KeptAnswer | undefined {
    return this.#head.get(key) ?? this.#parts.store.get(this.#parts.segment, key);
  }

  #keep(key: string, kept: KeptAnswer): void {
    this.#headSize += key.length + kept.json.text.length;
    if (this.#headSize > MOST_OF_HEAD) this.#forgetHead();
    this.#head.set(key, kept);
  }

  #keptOf(reply: Reply | undefined): KeptAnswer {
    const { text, mutability } = reply ?? { text: "null", mutability: undefined };
    const settles = mutability !== undefined && mutability.changedBy !== "anything";
    return {
      ...(reply?.refusal && { refusal: reply.refusal }),
      json: new JsonText(text, contentTag(text)),
      height: settles ? mutability.height : undefined,
      seenAt: this.height,
      at: this.#parts.clock(),
    };
  }

  #told(kept: KeptAnswer, source: AnswerSource): Answered {
    this.counts[source]++;
    return { kept, source, height: this.height };
  }

  /** Notices that a block came or went. */
  #follow(): void {
    const { generation } = this.#parts.follower;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#shown = -1;
    this.#begin();
  }

  /** An answer has shown a block that no event told of so far: what was read before is older than that. */
  #show(height: number): void {
    this.#shown = height;
    this.#begin();
  }

  #begin(): void {
    this.#moment++;
    this.#forgetHead();
  }

  #forgetHead(): void {
    this.#head.clear();
    this.#headSize = 0;
  }
}
