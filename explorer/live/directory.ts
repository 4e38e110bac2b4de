import type { Client, Proposal, Validator } from "alphadelta";
import { Store } from "../values/store.ts";
import type { Token, TokenBook } from "./token_book.ts";

/** Milliseconds for which names are not read again. */
const FRESH_FOR = 120_000;
/** Most validators, and most proposals, the newest ones. */
const MOST = 100;

/** The named things of a chain. */
export interface Names {
  readonly validators: readonly Pick<Validator, "address" | "name">[];
  readonly proposals: readonly Pick<Proposal, "id" | "title">[];
  readonly tokens: readonly Token[];
}

const NONE: Names = { validators: [], proposals: [], tokens: [] };

/** Names of validators, tokens and proposals, read once somebody searches. Alpha has none. */
export class Directory {
  readonly names = new Store(NONE);
  readonly #tokens: TokenBook;
  #reading: Promise<Names> | undefined;
  #readAt = -Infinity;

  constructor(tokens: TokenBook) {
    this.#tokens = tokens;
  }

  /** Reads the names, unless they were read lately. */
  read(client: Client): Promise<Names> {
    if (client.chain !== "delta") return Promise.resolve(NONE);
    if (!this.#reading || Date.now() - this.#readAt > FRESH_FOR) {
      this.#readAt = Date.now();
      this.#reading = this.#readAll(client as unknown as Client<"delta">);
      // A failed read is repeated with the next search.
      this.#reading.catch(() => (this.#readAt = -Infinity));
    }
    return this.#reading;
  }

  async #readAll(client: Client<"delta">): Promise<Names> {
    const [validators, proposals] = await Promise.all([
      client.listValidators({ status: "all", limit: MOST }),
      client.listProposals({ status: "all", limit: MOST }),
      this.#tokens.discover(client),
    ]);
    const { tokens } = this.#tokens;
    const names = { validators: validators.items, proposals: proposals.items, tokens };
    this.names.set(names);
    return names;
  }
}
