import type { View } from "./_statements.ts";

/** Answers of each kind that are kept; the least recently used go. */
const MAX_ANSWERS = 4_000;

type Answers = Map<string, Promise<unknown>>;

/** Answers of reads, for as long as they hold. Equal reads at the same time become one. */
export class ViewCache {
  readonly #view: () => View;
  #revision = -1;
  #removals = -1;
  /** Values that the next block may change. */
  #moving: Answers = new Map();
  /** Values that stay until blocks are removed. */
  #lasting: Answers = new Map();

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
    this.#moving = new Map();
    this.#lasting = new Map();
  }

  /** Replaces the tables: reads in progress may be of an earlier moment and end in the old ones. */
  #follow(): void {
    const { revision, removals } = this.#view();
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#moving = new Map();
    if (removals === this.#removals) return;
    this.#removals = removals;
    this.#lasting = new Map();
  }
}

function recall<T>(answers: Answers, name: string, read: () => Promise<T>): Promise<T> {
  const known = answers.get(name) as Promise<T> | undefined;
  if (known) {
    answers.delete(name);
    answers.set(name, known);
    return known;
  }
  const answer = read();
  answers.set(name, answer);
  answer.catch(() => answers.delete(name));
  for (const oldest of answers.keys()) {
    if (answers.size <= MAX_ANSWERS) break;
    answers.delete(oldest);
  }
  return answer;
}
