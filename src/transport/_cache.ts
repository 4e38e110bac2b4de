import type { Answer } from "./answer.ts";
import type { CacheOptions } from "./cache_options.ts";
import { showValue } from "../checks/mod.ts";
import type { Settlement } from "./transport_call.ts";

const ENTRIES = 1_000;

/** Longer answers are not kept. */
const LONGEST = 1_048_576;

/** Answers that do not change, as text: whoever asks again reads them anew and has objects of its own. */
export class Cache {
  readonly #entries: number;
  readonly #confirmations: number;
  readonly #answers = new Map<string, Answer>();
  /** Highest height that was seen of each segment. */
  readonly #heads = new Map<string | undefined, number>();

  /**
   * @throws {TypeError | RangeError} If an option is no whole number.
   */
  constructor({ entries = ENTRIES, confirmations = Infinity }: CacheOptions) {
    checkWhole("entries", entries, 1);
    if (confirmations !== Infinity) checkWhole("confirmations", confirmations, 0);
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

  has(key: string): boolean {
    return this.#answers.has(key);
  }

  /** Keeps an answer where nothing changes it any more; `answerOf` is asked for it only then. */
  offer(
    key: string | undefined,
    answerOf: () => Answer,
    settlement: Settlement,
    segment?: string,
  ): void {
    const { height, changedBy } = settlement;
    const known = this.#heads.get(segment) ?? -1;
    const head = height !== undefined && height > known ? height : known;
    if (head !== known) this.#heads.set(segment, head);
    if (key === undefined || changedBy === "anything") return;
    const isDeep = height !== undefined && head - height >= this.#confirmations;
    if (changedBy !== "nothing" && !isDeep) return;
    const answer = answerOf();
    if (answer.text.length > LONGEST) return;
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#entries && oldest !== undefined) this.#answers.delete(oldest);
  }
}

function checkWhole(name: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return;
  const message = `Cannot use cache: ${name} must be a whole number from ${least}, got ${showValue(value)}`;
  throw typeof value === "number" ? new RangeError(message) : new TypeError(message);
}
