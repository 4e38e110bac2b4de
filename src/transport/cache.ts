import type { HeightInfo } from "../tables.ts";
import { checkOptions, integerFrom } from "../validation/mod.ts";
import type { Answer } from "./answer.ts";
import { ownAnswer, readAgain } from "./_dedupe.ts";
import type { KnownHeights } from "./_known_heights.ts";
import type { CallOutcome, PendingCall, Sender } from "./pending_call.ts";

/** Bounds of the cache of immutable answers. */
export interface CacheOptions {
  /** Most answers that are cached; the least recently used one goes first. @default {1_000} */
  readonly entries?: number | undefined;
  /**
   * Blocks that must stand above a transaction, receipt, record, serial number or height before its answer is cached,
   * since a reorganisation may move it. Left out: only what is requested by its own hash is cached.
   */
  readonly confirmations?: number | undefined;
}

/** The events that can change an answer. */
export interface Mutability {
  /** A height of the chain that the answer shows. */
  readonly height?: number | undefined;
  /** Nothing, a reorganisation down to `height`, or anything. */
  readonly changedBy: "nothing" | "reorganisation" | "anything";
}

const ENTRIES = 1_000;

/** Characters of the longest answer that is cached. */
const LONGEST = 1_048_576;

/** Answers calls from the cache, and caches immutable answers. */
export function cache(send: Sender, answers: AnswerCache): Sender {
  function receive(pending: PendingCall, outcome: CallOutcome): void {
    answers.add(pending, outcome);
    pending.settle(outcome);
  }

  return (pending) => {
    if (!answers.mayHold(pending)) return send(pending);
    const answer = answers.get(pending);
    if (!answer) return pending.send(send, receive);
    pending.source = "cache";
    pending.settle(readAgain(pending, answer));
  };
}

function cacheKey({ key, scope }: PendingCall): string {
  return `${scope} ${key}`;
}

/** Immutable answers. Their JSON is cached: each call reads it anew, and so has objects of its own. */
export class AnswerCache {
  readonly #entries: number;
  readonly #confirmations: number;
  readonly #answers = new Map<string, Answer>();
  readonly #heights: KnownHeights;

  /**
   * Reads the options of a cache.
   *
   * @throws {TypeError | RangeError} If an option is not an integer in range.
   */
  constructor(options: CacheOptions, heights: KnownHeights) {
    const { entries = ENTRIES, confirmations = Infinity } = options;
    const depth = confirmations === Infinity ? undefined : integerFrom(0);
    const rules = { entries: integerFrom(1), confirmations: depth };
    checkOptions("Cannot use cache", options, rules);
    this.#entries = entries;
    this.#confirmations = confirmations;
    this.#heights = heights;
    // A chain that lost more blocks than the confirmations is another chain.
    heights.onLoss = (blocks) => {
      if (blocks > confirmations) this.#answers.clear();
    };
  }

  /** Finds the answer to a call, or notes the height of its chain before the call goes out. */
  get(pending: PendingCall): Answer | undefined {
    const key = this.#answers.size === 0 ? undefined : cacheKey(pending);
    const answer = key === undefined ? undefined : this.#answers.get(key);
    if (key !== undefined && answer) {
      this.#answers.delete(key);
      this.#answers.set(key, answer);
    } else if (this.#confirmations < Infinity)
      pending.heightBefore = this.#heights.heightOf(pending.call);
    return answer;
  }

  /** Tells whether the answer to a call may be cached. */
  mayHold({ key, call: { height, args = [] } }: PendingCall): boolean {
    if (!height || key === undefined) return false;
    // Without confirmations only what is requested by its own hash is, and no number is a hash.
    const isByHash = height.hash !== undefined && args.some(isString);
    return isByHash || (height.settles && this.#confirmations < Infinity);
  }

  add(pending: PendingCall, outcome: CallOutcome): void {
    const { isError, value, answer } = outcome;
    if (isError || !answer || pending.source !== "request") return;
    if (!this.#isImmutable(pending, value)) return;
    const own = ownAnswer(outcome);
    if (own.text.length > LONGEST) return;
    this.#answers.set(cacheKey(pending), own);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#entries && oldest !== undefined) this.#answers.delete(oldest);
  }

  /** The blocks above an answer are those of when it was requested: a reorganisation may have come after it. */
  #isImmutable({ call, heightBefore }: PendingCall, value: unknown): boolean {
    const { height = Infinity, changedBy } = mutabilityOf(call.height, call.args ?? [], value);
    if (changedBy !== "reorganisation") return changedBy === "nothing";
    if (this.#confirmations === Infinity) return false;
    const head = Math.min(heightBefore, this.#heights.heightOf(call));
    return Math.max(head, height) - height >= this.#confirmations;
  }
}

const MUTABLE: Mutability = { changedBy: "anything" };

/**
 * Tells what can change an answer, by what the specs say of its height.
 *
 * @param args What was asked for: an answer asked for by its own hash never changes.
 */
export function mutabilityOf(
  info: HeightInfo | undefined,
  args: readonly unknown[],
  value: unknown,
): Mutability {
  if (!info || typeof value !== "object" || value === null) return MUTABLE;
  const fields = value as Readonly<Record<string, unknown>>;
  const height = fields[info.field];
  const isUnsettled = Object.entries(info.unless ?? {}).some(([name, one]) => fields[name] === one);
  if (typeof height !== "number" || isUnsettled) return MUTABLE;
  const hash = info.hash === undefined ? undefined : fields[info.hash];
  if (hash !== undefined && args.includes(hash)) return { height, changedBy: "nothing" };
  return { height, changedBy: info.settles ? "reorganisation" : "anything" };
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}
