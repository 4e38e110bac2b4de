import type { Client, RpcReceipt, TokenBalance, Transaction } from "alphadelta";
import { Store } from "../values/store.ts";

/** A token as accounts that hold it show it. */
export type Token = Pick<TokenBalance, "contract" | "symbol" | "decimals">;

/** The tokens of a transfer. */
export interface TokenTransfer {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  /** In base units of the token. */
  readonly value: bigint;
}

/** Newest transfers of all tokens. */
interface NewestTransfers {
  readonly items: readonly Transaction[];
  readonly hasMore: boolean;
}

/** Transaction as far as the book needs it. */
export interface Moving extends Pick<Transaction, "hash" | "blockHash" | "to" | "status"> {
  readonly from: string;
}

/** A client and the calls that it notes. */
type Delta = Client<"delta">;

/** Transfers that are remembered. */
const MOST_TRANSFERS = 1_000;
/** Milliseconds for which receipts are collected for one batch. */
const GATHERED_FOR = 60;
/** Most receipts in a batch: rows of a page. */
const MOST_AT_ONCE = 25;
/** Accounts whose tokens are read for a search. */
const MOST_HOLDERS = 4;

const AMOUNT = /^\d{1,80}$/;

/**
 * The tokens of transfers, with their decimals and symbols. The value of such a transaction counts native tokens and is zero: its
 * receipt has the amount, and an account that holds the token has its symbol and decimals.
 */
export class TokenBook {
  /** Changes with each transfer or token that was read. */
  readonly changes = new Store({});
  readonly #hasSpare: () => boolean;
  readonly #tokens = new Map<string, Token | null>();
  /** Null of one whose receipt does not tell. */
  readonly #transfers = new Map<string, TokenTransfer | null>();
  /** Transfers of the next batch. */
  readonly #asked = new Map<string, Moving>();
  readonly #reading = new Set<string>();

  /** @param hasSpare Tells whether there is quota to read receipts for the sake of rows. */
  constructor(hasSpare: () => boolean) {
    this.#hasSpare = hasSpare;
  }

  /** All tokens that were seen. */
  get tokens(): readonly Token[] {
    return [...this.#tokens.values()].filter((one) => one !== null);
  }

  /** Null of a token that nobody was seen to hold; undefined until it is read. */
  token(contract: string): Token | null | undefined {
    return this.#tokens.get(contract);
  }

  /** Null of a transaction that moved no tokens; undefined until it is read. */
  transfer(transaction: Moving): TokenTransfer | null | undefined {
    const { status, hash } = transaction;
    // The interface does not show the items of lists: one without a hash cannot be looked up.
    if (status === "failed" || typeof hash !== "string") return null;
    return this.#transfers.get(keyOf(transaction));
  }

  /** Remembers the tokens of an account. */
  learn(tokens: readonly Token[]): void {
    for (const { contract, symbol, decimals } of tokens)
      this.#tokens.set(contract, { contract, symbol, decimals });
    this.changes.set({});
  }

  /** Reads what a transaction moved, with others that are asked for at the same time. */
  ask(client: Delta, transaction: Moving): void {
    const key = keyOf(transaction);
    const isUnderWay = this.#asked.has(key) || this.#reading.has(key);
    if (isUnderWay || this.transfer(transaction) !== undefined) return;
    this.#asked.set(key, transaction);
    if (this.#asked.size === 1) setTimeout(() => void this.#readAsked(client), GATHERED_FOR);
  }

  /** The newest `count` transfers of all tokens, once it is read what they moved. */
  async newest(client: Delta, count: number): Promise<NewestTransfers> {
    const list = client.listTransactions({ type: "token_transfer", limit: Math.min(count, 100) });
    const items = await list.toArray({ limit: count });
    await this.read(client, items);
    return { items, hasMore: items.length === count };
  }

  /** Reads the tokens of accounts that received some lately: few requests, for a search. */
  async discover(client: Delta): Promise<void> {
    const { items } = await client.listTransactions({ type: "token_transfer", limit: 25 });
    const known = items.map(({ to }) => to).filter((to) => typeof to === "string");
    const holders = [...new Set(known)].slice(0, MOST_HOLDERS);
    const lists = await Promise.all(holders.map((one) => client.listAccountTokens(one)));
    for (const { tokens } of lists) this.learn(tokens);
  }

  /** Reads what these transactions moved, and the tokens. */
  async read(client: Delta, transactions: readonly Moving[]): Promise<void> {
    const unread = transactions.filter((one) => this.transfer(one) === undefined);
    for (let at = 0; at < unread.length; at += MOST_AT_ONCE)
      // oxlint-disable-next-line no-await-in-loop -- one batch after another, so that other calls come in between
      await this.#readBatch(client, unread.slice(at, at + MOST_AT_ONCE));
  }

  /** Takes a receipt that was read for a page. */
  async add(client: Delta, transaction: Moving, receipt: RpcReceipt): Promise<void> {
    this.#set(transaction, transferOf(receipt, transaction));
    await this.#readTokens(client, [transaction]);
  }

  async #readAsked(client: Delta): Promise<void> {
    await visible();
    const asked = [...this.#asked.values()];
    for (const key of this.#asked.keys()) this.#reading.add(key);
    this.#asked.clear();
    try {
      if (this.#hasSpare()) await this.read(client, asked);
    } catch {
      // The page of the transaction tries again.
    }
    for (const one of asked) {
      const transfer = this.transfer(one);
      if (transfer === undefined) this.#set(one, null);
      if (transfer && !this.#tokens.has(transfer.contract))
        this.#tokens.set(transfer.contract, null);
      this.#reading.delete(keyOf(one));
    }
    this.changes.set({});
  }

  async #readBatch(client: Delta, transactions: readonly Moving[]): Promise<void> {
    const entries = transactions.map(({ hash }) => ["tx_getTransactionReceipt", hash] as const);
    const results = await client.rpc.batch(entries, { settle: true, priority: "watch" });
    for (const [index, transaction] of transactions.entries()) {
      const result = results[index];
      if (result?.ok && result.value) this.#set(transaction, transferOf(result.value, transaction));
    }
    await this.#readTokens(client, transactions);
    this.changes.set({});
  }

  /** Reads tokens that are not known from who received them, or sent them. */
  async #readTokens(client: Delta, transactions: readonly Moving[]): Promise<void> {
    for (const one of transactions) {
      const transfer = this.transfer(one);
      if (!transfer || this.#tokens.has(transfer.contract)) continue;
      for (const holder of new Set([transfer.to, transfer.from])) {
        if (this.#tokens.has(transfer.contract)) break;
        // oxlint-disable-next-line no-await-in-loop -- the next one is asked only if this one does not know
        this.learn((await client.listAccountTokens(holder, { priority: "watch" })).tokens);
      }
      if (!this.#tokens.has(transfer.contract)) this.#tokens.set(transfer.contract, null);
    }
  }

  #set(transaction: Moving, transfer: TokenTransfer | null): void {
    this.#transfers.set(keyOf(transaction), transfer);
    const [oldest] = this.#transfers.keys();
    if (this.#transfers.size > MOST_TRANSFERS && oldest !== undefined)
      this.#transfers.delete(oldest);
  }
}

/** A reorganisation may put a transaction into another block, where it moves something else or fails. */
function keyOf({ hash, blockHash }: Moving): string {
  return `${blockHash} ${hash}`;
}

/** Events are an extension of the interface: an amount is looked for, whatever the event is called. */
function transferOf({ logs }: RpcReceipt, { from, to }: Moving): TokenTransfer | null {
  const log = logs.find(({ address, data }) => address && AMOUNT.test(String(data?.["value"])));
  if (!log?.address) return null;
  const value = BigInt(String(log.data?.["value"]));
  return { contract: log.address, from, to, value };
}

/** Resolves once the page is looked at. */
function visible(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === "visible") return resolve();
    const look = (): void => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
  });
}
