import { PRIORITIES, type Priority } from "./call_options.ts";

/** Lines of what waits, one for each priority. */
export class Queue<Item extends { readonly priority: Priority }> {
  readonly #lines: Readonly<Record<Priority, Item[]>> = {
    interactive: [],
    watch: [],
    backfill: [],
  };

  /** Who is next: the first of the most urgent line. */
  get head(): Item | undefined {
    for (const priority of PRIORITIES) {
      const [first] = this.#lines[priority];
      if (first) return first;
    }
    return undefined;
  }

  get items(): readonly Item[] {
    return PRIORITIES.flatMap((priority) => this.#lines[priority]);
  }

  /** Adds to the end of a line; what has waited before goes to its front. */
  add(item: Item, hasWaited: boolean): void {
    const line = this.#lines[item.priority];
    if (hasWaited) line.unshift(item);
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
