/** Someone who waits for an item. */
interface Waiter<Value> {
  readonly resolve: (result: IteratorResult<Value, undefined>) => void;
  readonly reject: (reason: unknown) => void;
}

const DONE = { done: true, value: undefined } as const;

/** What came and was not read yet, and those who wait for more. Items are opened when they are handed out. */
export class Inbox<Item, Value> {
  readonly #open: (item: Item) => Value;
  #items: Item[] = [];
  /** Items before it are read. */
  #first = 0;
  #waiters: Waiter<Value>[] = [];
  #isEnded = false;
  #failure: { readonly reason: unknown } | undefined;

  /** @param open Makes of an item what is handed out; what it throws ends the inbox. */
  constructor(open: (item: Item) => Value) {
    this.#open = open;
  }

  /** Items that wait. */
  get size(): number {
    return this.#items.length - this.#first;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  put(item: Item): void {
    if (this.#isEnded) return;
    const waiter = this.#waiters.shift();
    if (waiter) this.#hand(item, waiter);
    else this.#items.push(item);
  }

  /** Forgets the oldest item. */
  drop(): void {
    if (this.size > 0) this.#shift();
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      if (this.size > 0) this.#hand(this.#shift(), waiter);
      else if (this.#isEnded) this.#tellEnd(waiter);
      else this.#waiters.push(waiter);
    });
  }

  /** Ends it; with a failure, the next read after what waits rejects with it, once. */
  end(failure?: { readonly reason: unknown }): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#failure = failure;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) this.#tellEnd(waiter);
  }

  /** Forgets what waits, and how it ended. */
  clear(): void {
    this.#failure = undefined;
    this.#items = [];
    this.#first = 0;
  }

  #hand(item: Item, { resolve, reject }: Waiter<Value>): void {
    let value: Value;
    try {
      value = this.#open(item);
    } catch (reason) {
      this.clear();
      this.end();
      return reject(reason);
    }
    resolve({ done: false, value });
  }

  #tellEnd({ resolve, reject }: Waiter<Value>): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) reject(failure.reason);
    else resolve(DONE);
  }

  #shift(): Item {
    const item = this.#items[this.#first] as Item;
    this.#first++;
    // Moving the rest forward at every read would cost with the length.
    if (this.#first === this.#items.length) {
      this.#items = [];
      this.#first = 0;
    } else if (this.#first >= 1024) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}
