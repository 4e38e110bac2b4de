import { RecentValues } from "../_recent_values.ts";
import type { View } from "./_statements.ts";

/** Most characters of the answers of each of the two kinds. */
const MAX_CHARACTERS = 8_000_000;
/** Counted for an object, a number and the like. */
const VALUE = 32;

type Answers = RecentValues<Promise<unknown>>;

/** Answers of reads, for as long as they hold and there is room. Equal reads at the same time become one. */
export class ViewCache {
  readonly #view: () => View;
  #revision = -1;
  #removals = -1;
  /** Values that the next block may change. */
  #moving: Answers = new RecentValues(MAX_CHARACTERS);
  /** Values that stay until blocks are removed. */
  #lasting: Answers = new RecentValues(MAX_CHARACTERS);

  constructor(view: () => View) {
    this.#view = view;
  }

  /** An answer that any change of the chain may change. */
  moving<T>(name: string, read: () => Promise<T>): Promise<T> {
    this.#follow();
    return recall(this.#moving, name, read);
  }

  /** A record that stays as it is. That there is none is not kept. */
  lasting<T>(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    this.#follow();
    const answers = this.#lasting;
    const answer = recall(answers, name, read);
    void answer.then(
      (found) => found === undefined && answers.delete(name),
      () => undefined,
    );
    return answer;
  }

  /** Forgets every answer. */
  clear(): void {
    this.#moving = new RecentValues(MAX_CHARACTERS);
    this.#lasting = new RecentValues(MAX_CHARACTERS);
  }

  /** Replaces the tables: reads in progress may be of an earlier moment and end in the old ones. */
  #follow(): void {
    const { revision, removals } = this.#view();
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#moving = new RecentValues(MAX_CHARACTERS);
    if (removals === this.#removals) return;
    this.#removals = removals;
    this.#lasting = new RecentValues(MAX_CHARACTERS);
  }
}

function recall<T>(answers: Answers, name: string, read: () => Promise<T>): Promise<T> {
  const known = answers.get(name) as Promise<T> | undefined;
  if (known) return known;
  const answer = read();
  void answers.set(name, answer, 0);
  void answer.then(
    (found) => answers.get(name) === answer && answers.set(name, answer, sizeOf(found)),
    () => answers.delete(name),
  );
  return answer;
}

/** Characters and bytes of an answer with all that is in it. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return VALUE;
  if (value instanceof Uint8Array) return value.length + VALUE;
  const parts = value instanceof Map ? [...value].flat() : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + VALUE + sizeOf(part), VALUE);
}
