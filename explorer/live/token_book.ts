import type { Client, TokenBalance, Transaction } from "alphadelta";
import { Store } from "../values/store.ts";

/** A token: its contract, symbol and decimals. */
export type Token = Pick<TokenBalance, "contract" | "symbol" | "decimals">;

/** Newest transfers of all tokens. */
interface NewestTransfers {
  readonly items: readonly Transaction[];
  readonly hasMore: boolean;
}

type Delta = Client<"delta">;

/** Transfers that are searched for tokens. */
const SEARCHED = 100;

/** Tokens that transfers have named, each read once. */
export class TokenBook {
  /** Changes with each token that was read. */
  readonly changes = new Store({});
  readonly #hasSpare: () => boolean;
  /** Null of one that the service does not know. */
  readonly #tokens = new Map<string, Token | null>();
  readonly #reading = new Map<string, Promise<void>>();

  /** @param hasSpare Tells whether there is quota to read tokens for the sake of rows. */
  constructor(hasSpare: () => boolean) {
    this.#hasSpare = hasSpare;
  }

  /** All tokens that were read. */
  get tokens(): readonly Token[] {
    return [...this.#tokens.values()].filter((one) => one !== null);
  }

  /** Null of a token that could not be read; undefined until it is. */
  token(contract: string): Token | null | undefined {
    return this.#tokens.get(contract);
  }

  /** Reads a token for a row. */
  ask(client: Delta, contract: string): void {
    if (this.#tokens.has(contract)) return;
    if (this.#hasSpare()) void this.read(client, contract);
    else this.#set(contract, null);
  }

  /** Reads a token that is not known, once for all that ask at the same time. */
  read(client: Delta, contract: string): Promise<void> {
    if (this.token(contract)) return Promise.resolve();
    const reading = this.#reading.get(contract) ?? this.#fetch(client, contract);
    this.#reading.set(contract, reading);
    return reading;
  }

  /** The newest `count` transfers of all tokens, once their tokens are read. */
  async newest(client: Delta, count: number): Promise<NewestTransfers> {
    const list = client.listTransactions({ type: "token_transfer", limit: Math.min(count, 100) });
    const items = await list.toArray({ limit: count });
    const contracts = new Set(items.flatMap(({ token }) => token?.contract ?? []));
    await Promise.all([...contracts].map((contract) => this.read(client, contract)));
    return { items, hasMore: items.length === count };
  }

  /** Reads the tokens of the newest transfers, for a search. */
  async discover(client: Delta): Promise<void> {
    await this.newest(client, SEARCHED);
  }

  async #fetch(client: Delta, contract: string): Promise<void> {
    const token = await client.getToken(contract, { priority: "watch" }).catch(() => null);
    this.#reading.delete(contract);
    this.#set(contract, token);
  }

  #set(contract: string, token: Token | null): void {
    this.#tokens.set(contract, token);
    this.changes.set({});
  }
}
