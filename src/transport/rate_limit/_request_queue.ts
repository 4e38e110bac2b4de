import { PRIORITIES, type Priority } from "../policy.ts";

/** What waits in a {@linkcode RequestQueue}. */
export interface Queued {
  readonly priority: Priority;
  /** Whether it waited before: it goes to the front of its line. */
  hasWaited: boolean;
}

/** A queue with a line for each priority. */
export class RequestQueue<Item extends Queued> {
  readonly #lines: Readonly<Record<Priority, Item[]>> = {
    interactive: [],
    watch: [],
    backfill: [],
  };

  /** The first of the most urgent line. */
  get head(): Item | undefined {
    for (const priority of PRIORITIES) {
      const first = this.#lines[priority].at(0);
      if (first) return first;
    }
    return undefined;
  }

  get items(): readonly Item[] {
    return PRIORITIES.flatMap((priority) => this.#lines[priority]);
  }

  add(item: Item): void {
    const line = this.#lines[item.priority];
    if (item.hasWaited) line.unshift(item);
    else line.push(item);
  }

  /** Tells whether it was there. */
  remove(item: Item): boolean {
    const line = this.#lines[item.priority];
    const index = line[0] === item ? 0 : line.indexOf(item);
    if (index === 0) line.shift();
    else if (index > 0) line.splice(index, 1);
    return index >= 0;
  }
}
