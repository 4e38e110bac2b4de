import type { HeightInfo } from "../tables.ts";
import { checkOptions, integerFrom } from "../validation/mod.ts";
import type { Answer } from "./answer.ts";
import { ownAnswer, readAgain } from "./_dedupe.ts";
import type { CallOutcome, PendingCall, Sender } from "./pending_call.ts";
import { hostOf, type TransportCall } from "./transport_call.ts";

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

/** An answer, or a part of one such as a reply of a batch, that is cached if it is immutable. */
interface CacheCandidate {
  /** As of a {@linkcode TransportCall}; undefined where it tells of the chain's height alone. */
  readonly key: string | undefined;
  /** Segment of the call. */
  readonly segment: string | undefined;
  /** Origin of its API host. */
  readonly host?: string | undefined;
  /** The events that can change it. */
  readonly mutability: Mutability;
  /** Makes the answer; called only if it is cached. */
  readonly answer: () => Answer;
}

const ENTRIES = 1_000;

/** Characters of the longest answer that is cached. */
const LONGEST = 1_048_576;

/** Answers calls from the cache, and caches immutable answers. */
export function cache(send: Sender, answers: AnswerCache): Sender {
  function receive(pending: PendingCall, outcome: CallOutcome): void {
    const { isError, value, answer } = outcome;
    const { call, source } = pending;
    if (!isError && answer && source === "request") {
      const { segment } = call.context;
      const mutability = mutabilityOf(call.height, call.args ?? [], value);
      const own = { key: keyOf(pending), segment, host: hostOf(call), mutability };
      answers.add({ ...own, answer: () => ownAnswer(outcome) });
    }
    pending.settle(outcome);
  }

  return (pending) => {
    if (!answers.mayHold(pending.call)) return send(pending);
    const key = keyOf(pending);
    const answer = key === undefined ? undefined : answers.get(key);
    if (!answer) return pending.send(send, receive);
    pending.source = "cache";
    pending.settle(readAgain(pending, answer));
  };
}

function keyOf({ key, scope }: PendingCall): string | undefined {
  return key && `${scope} ${key}`;
}

/** Immutable answers. Their JSON is cached: each call reads it anew, and so has objects of its own. */
export class AnswerCache {
  readonly #entries: number;
  readonly #confirmations: number;
  readonly #answers = new Map<string, Answer>();
  /** Greatest height seen of each chain. */
  readonly #heads = new Map<string, number>();

  /**
   * Reads the options of a cache.
   *
   * @throws {TypeError | RangeError} If an option is not an integer in range.
   */
  constructor(options: CacheOptions) {
    const { entries = ENTRIES, confirmations = Infinity } = options;
    const depth = confirmations === Infinity ? undefined : integerFrom(0);
    const rules = { entries: integerFrom(1), confirmations: depth };
    checkOptions("Cannot use cache", options, rules);
    this.#entries = entries;
    this.#confirmations = confirmations;
  }

  get(key: string): Answer | undefined {
    const answer = this.#answers.size === 0 ? undefined : this.#answers.get(key);
    if (!answer) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Tells whether the answer to a call may be cached, or shows a height that decides what is. */
  mayHold({ height, args = [] }: Pick<TransportCall, "height" | "args">): boolean {
    if (!height) return false;
    // Without confirmations only what is requested by its own hash is, and no number is a hash.
    return this.#confirmations < Infinity || (height.hash !== undefined && args.some(isString));
  }

  add(candidate: CacheCandidate): void {
    const { key, mutability, answer: answerOf } = candidate;
    const { height, changedBy } = mutability;
    // Without confirmations the height of the chain decides nothing.
    const head = this.#confirmations === Infinity ? 0 : this.#learnHead(candidate);
    if (key === undefined || changedBy === "anything") return;
    const isFinalised = height !== undefined && head - height >= this.#confirmations;
    if (changedBy !== "nothing" && !isFinalised) return;
    const answer = answerOf();
    if (answer.text.length > LONGEST) return;
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#entries && oldest !== undefined) this.#answers.delete(oldest);
  }

  /**
   * An answer that shows the head itself counts also where it is lower: what was finalised may be the newest block then.
   * A chain that lost more blocks than the confirmations is another chain.
   */
  #learnHead({ host, segment, mutability: { height = -1, changedBy } }: CacheCandidate): number {
    const chain = `${host} ${segment}`;
    const known = this.#heads.get(chain) ?? -1;
    const isHead = changedBy === "anything" && height >= 0;
    if (isHead && height < known - this.#confirmations) this.#answers.clear();
    const head = isHead ? height : Math.max(known, height);
    if (head !== known) this.#heads.set(chain, head);
    return head;
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
