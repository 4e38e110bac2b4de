import type { Answer } from "./answer.ts";
import type { CacheOptions } from "./cache_options.ts";
import { valueFault } from "../validation/mod.ts";
import type { Settlement } from "./transport_call.ts";

const ENTRIES = 1_000;

/** Longer answers are not kept. */
const LONGEST = 1_048_576;

/** Answers that do not change, as text: whoever asks again reads them anew and has objects of its own. */
export class Cache {
  readonly #entries: number;
  readonly #confirmations: number;
  readonly #answers = new Map<string, Answer>();
  /** Height of each chain, as far as it was seen. */
  readonly #heads = new Map<string, number>();

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

  /**
   * Keeps an answer where nothing changes it any more; `answerOf` is asked for it only then.
   *
   * @param chain What tells its chain from others: a host and a segment.
   */
  offer(
    key: string | undefined,
    answerOf: () => Answer,
    settlement: Settlement,
    chain: string,
  ): void {
    const { height, changedBy } = settlement;
    const head = this.#learnHead(chain, settlement);
    if (key === undefined || changedBy === "anything") return;
    const isDeep = height !== undefined && head - height >= this.#confirmations;
    if (changedBy !== "nothing" && !isDeep) return;
    const answer = answerOf();
    if (answer.text.length > LONGEST) return;
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#entries && oldest !== undefined) this.#answers.delete(oldest);
  }

  /**
   * What tells of the head itself counts also where it is lower: what was deep may be the newest block then. A chain that
   * lost more blocks than are waited for is another one.
   */
  #learnHead(chain: string, { height = -1, changedBy }: Settlement): number {
    const known = this.#heads.get(chain) ?? -1;
    const isHead = changedBy === "anything" && height >= 0;
    if (isHead && height < known - this.#confirmations) this.#answers.clear();
    const head = isHead ? height : Math.max(known, height);
    if (head !== known) this.#heads.set(chain, head);
    return head;
  }
}

function checkWhole(name: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return;
  const message = `Cannot use cache: ${name} must be a whole number from ${least}`;
  throw valueFault(message, value, typeof value === "number");
}
