import { Store } from "../values/store.ts";

/** A request of this view and what came. It holds no header, and so no key. */
export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly body: string | undefined;
  readonly status: number;
  readonly requestId: string | undefined;
  /** The answer as it came. */
  readonly text: string;
}

/** A call of the client by this view. */
export interface LoggedCall {
  readonly id: number;
  /** Operation or method, such as `getBlock` or `rpc.tx_getTransaction`. */
  readonly operation: string;
  /** The call as a line of TypeScript. */
  readonly code: string;
  readonly state: "running" | "done" | "failed";
  /** Undefined while it runs, and for an answer out of the client's cache. */
  readonly exchange: Exchange | undefined;
}

/** Calls that a view keeps: one that is open for hours makes many. */
const MOST_CALLS = 12;
/** Requests that are remembered to be found again by their id. */
const MOST_EXCHANGES = 40;
/** Characters of an answer that are kept. */
const MOST_CHARACTERS = 40_000;

/** The calls behind a view, newest last; equal ones are kept once. */
export class CallLog {
  readonly calls = new Store<readonly LoggedCall[]>([]);
  readonly #exchanges: Exchange[] = [];
  #made = 0;

  /** Notes a call; what it resolves or rejects with tells which request was its own. */
  add(operation: string, code: string, requestId: Promise<string | undefined>): void {
    const id = ++this.#made;
    const call: LoggedCall = { id, operation, code, state: "running", exchange: undefined };
    const others = this.calls.value.filter((one) => one.code !== code);
    this.calls.set([...others, call].slice(-MOST_CALLS));
    requestId.then(
      (found) => this.#settle(id, "done", found),
      (error: { readonly requestId?: string } | undefined) =>
        this.#settle(id, "failed", error?.requestId),
    );
  }

  /** Remembers a request that was answered. */
  addExchange(exchange: Exchange): void {
    const text =
      exchange.text.length > MOST_CHARACTERS
        ? `${exchange.text.slice(0, MOST_CHARACTERS)}…`
        : exchange.text;
    this.#exchanges.push({ ...exchange, text });
    if (this.#exchanges.length > MOST_EXCHANGES) this.#exchanges.shift();
  }

  #settle(id: number, state: LoggedCall["state"], requestId: string | undefined): void {
    const exchange = this.#exchanges.findLast((one) => one.requestId === requestId);
    this.calls.set(
      this.calls.value.map((one) => (one.id === id ? { ...one, state, exchange } : one)),
    );
  }
}
