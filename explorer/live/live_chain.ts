import type {
  BlockSummary,
  ChainInfo,
  ChainStats,
  Client,
  RpcTransaction,
  Transaction,
} from "alphadelta";
import { isAlphadeltaError } from "alphadelta";
import { Store } from "../values/store.ts";
import { Directory } from "./directory.ts";
import { TokenBook } from "./token_book.ts";
import type { CallLog } from "../session/call_log.ts";

/** Blocks held, newest first. */
export const MOST_BLOCKS = 100;
/** Transactions held: enough to chart the gas of the blocks. */
const MOST_TRANSACTIONS = 400;
/** Transactions read at the beginning, in two pages. */
export const FIRST_TRANSACTIONS = 200;
const MOST_PENDING = 100;
const MOST_REORGS = 8;
/** Milliseconds between renders: a backfill brings thousands of events at once. */
const RENDER_INTERVAL = 80;
/** Milliseconds that the first read waits for its subscription. */
const READY_TIMEOUT = 1_500;
/** Milliseconds between a failure and the next subscription. */
const RETRY_DELAY = 2_000;
/** Milliseconds between reads of the statistics, such as stake, which no event announces. */
const STATS_INTERVAL = 60_000;

/** A reorganisation as it is shown. */
export interface ShownReorg {
  /** Height of the lowest block that was replaced. */
  readonly fromHeight: number;
  /** Height of the newest block that was replaced. */
  readonly toHeight: number;
  readonly oldHead: string;
  readonly newHead: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Present state of a chain. */
export interface LiveState {
  /** Newest first. */
  readonly blocks: readonly BlockSummary[];
  /** True once the service has answered with its newest blocks, even if there are none. */
  readonly hasReadBlocks: boolean;
  /** The same of its newest transactions. */
  readonly hasReadTransactions: boolean;
  /** Newest first; empty unless transactions are followed. */
  readonly transactions: readonly Transaction[];
  /** Transactions that wait for a block, newest first. */
  readonly pending: readonly RpcTransaction[];
  /** Newest first. */
  readonly reorgs: readonly ShownReorg[];
  readonly info: ChainInfo | undefined;
  readonly stats: ChainStats | undefined;
  /** Transport of events; `waiting` while the service cannot be reached. */
  readonly connection: "connecting" | "open" | "polling" | "waiting";
  /** Error of the last read; undefined once one succeeds. */
  readonly failure: unknown;
  /** Grows when data read before may be outdated: after a reorganisation or an outage. */
  readonly version: number;
}

const EMPTY: LiveState = {
  blocks: [],
  hasReadBlocks: false,
  hasReadTransactions: false,
  transactions: [],
  pending: [],
  reorgs: [],
  info: undefined,
  stats: undefined,
  connection: "connecting",
  failure: undefined,
  version: 0,
};

/** Follows a chain: its blocks always, its transactions while a view watches them. */
export class LiveChain {
  readonly state = new Store(EMPTY);
  /** The tokens of transfers. */
  readonly tokens: TokenBook;
  /** The things that can be found by name. */
  readonly directory: Directory;
  readonly log: CallLog;
  readonly #client: Client;
  readonly #ended = new AbortController();
  /** The state with the changes since the last render. */
  #next = EMPTY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchers = 0;
  #watching: AbortController | undefined;

  /**
   * @param log Holds the calls of `client`.
   * @param hasSpare Tells whether there is quota for what is read for the sake of rows.
   */
  constructor(client: Client, log: CallLog, hasSpare: () => boolean) {
    this.#client = client;
    this.tokens = new TokenBook(hasSpare);
    this.directory = new Directory(this.tokens);
    this.log = log;
    const { signal } = this.#ended;
    signal.addEventListener(
      "abort",
      client.events.onState(({ state }) => this.#connect(state)),
    );
    void this.#repeat(signal, () => this.#followBlocks(signal));
  }

  /** Follows transactions until the returned function is called. */
  watchTransactions(): () => void {
    this.#watchers += 1;
    if (!this.#watching) this.#beginWatching();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers > 0) return;
      this.#watching?.abort();
      this.#watching = undefined;
    };
  }

  /** Ends every subscription. */
  close(): void {
    this.#ended.abort();
    this.#watching?.abort();
    clearTimeout(this.#timer);
    void this.#client.events.close();
  }

  #beginWatching(): void {
    const watching = new AbortController();
    this.#watching = watching;
    const signal = AbortSignal.any([watching.signal, this.#ended.signal]);
    void this.#repeat(signal, () => this.#followTransactions(signal));
    void this.#repeat(signal, () => this.#followPending(signal));
    void this.#repeat(signal, () => this.#refreshStats(signal));
  }

  /** Runs `follow` again whenever it returns or rejects, until the signal aborts. */
  async #repeat(signal: AbortSignal, follow: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      let delay = RETRY_DELAY;
      try {
        await follow();
      } catch (failure) {
        if (!signal.aborted) this.#change({ failure });
        // A refusal for a missing call or a spent quota takes a while to change.
        if (!isAlphadeltaError(failure) || !failure.retryable) delay = STATS_INTERVAL;
      }
      if (!signal.aborted) await pause(delay, signal);
    }
  }

  /** Returns at a gap in the heights; the caller then starts over. */
  async #followBlocks(signal: AbortSignal): Promise<void> {
    const events = this.#client.events.subscribe("blocks", {}, { signal });
    await readWith(events.ready, signal, () => this.#readBlocks());
    for await (const { data, reorg } of events) {
      if (reorg) this.#removeFrom(reorg.fromHeight, reorg);
      else if (data.number > (this.#next.blocks[0]?.number ?? 0) + 1) return;
      else this.#addBlock(data);
    }
  }

  async #followTransactions(signal: AbortSignal): Promise<void> {
    const events = this.#client.events.subscribe("transactions", {}, { signal });
    await readWith(events.ready, signal, () => this.#readTransactions());
    for await (const { data, reorg } of events) {
      const { transactions, pending } = this.#next;
      if (reorg) {
        const rest = transactions.filter((one) => one.blockNumber < reorg.fromHeight);
        this.#change({ transactions: rest });
      } else if (!transactions.some(({ hash }) => hash === data.hash)) {
        this.#change({
          transactions: [data, ...transactions].slice(0, MOST_TRANSACTIONS),
          pending: pending.filter(({ hash }) => hash !== data.hash),
        });
      }
    }
  }

  async #readBlocks(): Promise<void> {
    const before = this.#next.blocks;
    const [info, page] = await Promise.all([
      this.#client.getChainInfo(),
      this.#client.listBlocks({ limit: MOST_BLOCKS }),
    ]);
    const version = this.#next.version + 1;
    const newer = arrived(before, this.#next.blocks, page.items);
    const lowest = newer.at(-1)?.number ?? Infinity;
    const blocks = [...newer, ...page.items.filter(({ number }) => number < lowest)];
    this.#change({ info, blocks, hasReadBlocks: true, failure: undefined, version });
  }

  async #readTransactions(): Promise<void> {
    const before = this.#next.transactions;
    const show = (read: readonly Transaction[]): void => {
      const transactions = [...arrived(before, this.#next.transactions, read), ...read];
      this.#change({ transactions, hasReadTransactions: true });
    };
    const page = await this.#client.listTransactions({ limit: FIRST_TRANSACTIONS / 2 });
    show(page.items);
    const more = await page.next();
    if (more) show([...page.items, ...more.items]);
  }

  /** Reads everything again after an outage: the service may have come back with another chain. */
  async #readAgain(): Promise<void> {
    try {
      await this.#readBlocks();
      if (this.#watching) await this.#readTransactions();
    } catch {
      // A later gap in the heights has everything read again.
    }
  }

  async #followPending(signal: AbortSignal): Promise<void> {
    for await (const { data } of this.#client.events.subscribe(
      "pending_transactions",
      {},
      { signal },
    )) {
      const others = this.#next.pending.filter(({ hash }) => hash !== data.hash);
      this.#change({ pending: [data, ...others].slice(0, MOST_PENDING) });
    }
  }

  async #refreshStats(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#change({ stats: await this.#client.getChainStats({ priority: "watch" }) });
      await pause(STATS_INTERVAL, signal);
    }
  }

  #addBlock(block: BlockSummary): void {
    const { blocks, info } = this.#next;
    const below = blocks.filter(({ number }) => number < block.number);
    const isNew = !blocks.some(({ hash }) => hash === block.hash);
    this.#change({
      blocks: [block, ...below].slice(0, MOST_BLOCKS),
      ...(info && {
        info: {
          ...info,
          blockHeight: block.number,
          totalTransactions: info.totalTransactions + (isNew ? block.txCount : 0),
        },
      }),
    });
  }

  #removeFrom(fromHeight: number, reorg: { oldHead?: string; newHead?: string }): void {
    const { blocks, reorgs, version, info } = this.#next;
    const removed = blocks.filter(({ number }) => number >= fromHeight);
    const shown: ShownReorg = {
      fromHeight,
      toHeight: removed[0]?.number ?? fromHeight,
      oldHead: reorg.oldHead ?? "",
      newHead: reorg.newHead ?? "",
      at: Date.now(),
    };
    const fewer = removed.reduce((sum, { txCount }) => sum + txCount, 0);
    this.#change({
      blocks: blocks.filter(({ number }) => number < fromHeight),
      reorgs: [shown, ...reorgs].slice(0, MOST_REORGS),
      version: version + 1,
      ...(info && { info: { ...info, totalTransactions: info.totalTransactions - fewer } }),
    });
  }

  #connect(state: string): void {
    if (state !== "open" && state !== "waiting" && state !== "polling") return;
    const isBack = this.#next.connection === "waiting" && state !== "waiting";
    this.#change({ connection: state });
    if (isBack) void this.#readAgain();
  }

  /** Applies a change; changes within `RENDER_INTERVAL` are rendered together. */
  #change(change: Partial<LiveState>): void {
    this.#next = { ...this.#next, ...change };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.state.set(this.#next);
    }, RENDER_INTERVAL);
  }
}

/** Reads once a subscription is ready; where it is late or refused, also before, so that the page is not empty meanwhile. */
async function readWith(
  ready: Promise<void>,
  signal: AbortSignal,
  read: () => Promise<void>,
): Promise<void> {
  const late = pause(READY_TIMEOUT, signal).then(() => true);
  const isLate = await Promise.race([ready.catch(() => true), late]);
  await read();
  if (!isLate) return;
  await ready;
  await read();
}

/** Items of events that arrived while `read` was read, and that it lacks. */
function arrived<Item extends { readonly hash: string }>(
  before: readonly Item[],
  now: readonly Item[],
  read: readonly Item[],
): readonly Item[] {
  const known = new Set([...before, ...read].map(({ hash }) => hash));
  return now.filter(({ hash }) => !known.has(hash));
}

function pause(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, delay);
    signal.addEventListener("abort", end, { once: true });
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
  });
}
