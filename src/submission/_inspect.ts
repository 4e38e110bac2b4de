import {
  type Evidence,
  isAlphadeltaError,
  type RpcReceipt,
  type SubmittedTransaction,
} from "../errors/mod.ts";
import type { Methods } from "../rpc/mod.ts";
import type { Operations } from "../rest/mod.ts";
import type { CallOptions } from "../transport/mod.ts";
import type { SubmissionContext } from "./submission_context.ts";

/**
 * Where a transaction stands. `replaced`: another one with its nonce is in a block. `absent`: neither in a block nor
 * pending, nor replaced as far as can be seen.
 */
export interface Inspection {
  readonly state: "landed" | "pending" | "replaced" | "absent";
  readonly basis: "hash" | "nonce" | undefined;
  readonly txHash: string | undefined;
  readonly receipt?: RpcReceipt;
  readonly replacedBy?: string;
  /** Sender and nonce, where they were seen. */
  readonly from?: string | undefined;
  readonly nonce?: number | undefined;
  readonly evidence: readonly Evidence[];
}

/**
 * Looks once where a transaction stands: by its hash, then by its nonce. Questions that fail are evidence.
 *
 * @param evidence Takes what is found as it is found, so that it is there after an abort too.
 * @throws The signal's reason on an abort.
 */
export async function inspect(
  context: SubmissionContext,
  target: SubmittedTransaction,
  options: CallOptions = {},
  evidence: Evidence[] = [],
): Promise<Inspection> {
  return new Look(context, target, options, evidence).run();
}

class Look {
  readonly #context: SubmissionContext;
  readonly #target: SubmittedTransaction;
  readonly #options: CallOptions;
  readonly #evidence: Evidence[];

  constructor(
    context: SubmissionContext,
    target: SubmittedTransaction,
    options: CallOptions,
    evidence: Evidence[],
  ) {
    this.#context = context;
    this.#target = target;
    this.#options = options;
    this.#evidence = evidence;
  }

  async run(): Promise<Inspection> {
    const { txHash, from, nonce } = this.#target;
    const known = txHash === undefined ? undefined : await this.#byHash(txHash);
    if (known) return known;
    if (from === undefined || nonce === undefined) return this.#inspection("absent");
    return this.#byNonce(from, nonce);
  }

  async #byHash(txHash: string): Promise<Inspection | undefined> {
    const operation = "tx_getTransaction";
    const seen = await this.#findTransaction(txHash);
    if (seen === undefined) return undefined;
    const found = { kind: "transaction", operation } as const;
    if (seen === null) {
      this.#evidence.push({ ...found, text: `${txHash} is unknown` });
      return undefined;
    }
    const { blockNumber, from, nonce } = seen;
    const isPending = blockNumber === null;
    const text = `${txHash} is ${isPending ? "pending" : `in block ${blockNumber}`}`;
    this.#evidence.push({ ...found, text, txHash, blockNumber });
    if (isPending) return this.#inspection("pending", { txHash, from, nonce });
    return this.#withReceipt({ txHash: seen.hash, basis: "hash", from, nonce });
  }

  /** Looks a hash up in lower case, as most services write hashes, then as the service or the signer gave it. */
  async #findTransaction(txHash: string): Promise<RpcTransaction | null | undefined> {
    const operation = "tx_getTransaction";
    const { rpc } = this.#context;
    const find = (hash: string): Promise<RpcTransaction | null | undefined> =>
      this.#ask(operation, () => rpc.call(operation, [hash], this.#options));
    const lower = txHash.toLowerCase();
    const { length: before } = this.#evidence;
    const seen = await find(lower);
    if (seen || lower === txHash) return seen;
    const { length: after } = this.#evidence;
    const found = await find(txHash);
    // Both look-ups are one question: the evidence of one of them goes.
    this.#evidence.splice(found ? before : after);
    return found ?? seen;
  }

  /** If the receipt is gone, the block was replaced meanwhile: the transaction is pending until the next look. */
  async #withReceipt(
    found: Partial<Inspection> & { readonly txHash: string },
  ): Promise<Inspection> {
    const { txHash } = found;
    const operation = "tx_getTransactionReceipt";
    const { rpc } = this.#context;
    const receipt = await this.#ask(operation, () => rpc.call(operation, [txHash], this.#options));
    if (!receipt) return this.#inspection("pending", found);
    const { blockNumber, status } = receipt;
    const text = `Receipt of ${txHash}: status ${status} in block ${blockNumber}`;
    this.#evidence.push({ kind: "receipt", operation, text, txHash, blockNumber });
    return this.#inspection("landed", { ...found, receipt });
  }

  async #byNonce(from: string, nonce: number): Promise<Inspection> {
    const { txHash } = this.#target;
    const nonces = await this.#readNonces(from, nonce);
    if (!nonces) return this.#inspection("absent");
    if (nonces.inBlocks <= nonce) {
      const isTaken = txHash === undefined && nonces.next > nonce;
      return this.#inspection(isTaken ? "pending" : "absent", { basis: "nonce" });
    }
    const holder = await this.#findHolder(from, nonce, nonces.inBlocks - 1 - nonce);
    if (txHash !== undefined) {
      // It may have entered a block since it was asked for.
      const late = await this.#byHash(txHash);
      if (late) return late;
    }
    if (!holder) return this.#inspection("absent");
    const { hash } = holder;
    if (txHash === undefined) return this.#withReceipt({ txHash: hash, basis: "nonce" });
    if (isSameHash(hash, txHash)) return this.#withReceipt({ txHash: hash, basis: "hash" });
    return this.#inspection("replaced", { replacedBy: hash });
  }

  /** The transaction in a block that has the nonce. */
  async #findHolder(
    from: string,
    nonce: number,
    newerOnes: number,
  ): Promise<Awaited<ReturnType<typeof findByNonce>>> {
    const operation = "listAccountTransactions";
    const search = { from, nonce, newerOnes };
    const holder = await this.#ask(operation, () =>
      findByNonce(this.#context, search, this.#options),
    );
    if (holder) {
      const { blockNumber, hash } = holder;
      const text = `${hash} has nonce ${nonce} of ${from}, in block ${blockNumber}`;
      this.#evidence.push({ kind: "other", operation, text, txHash: hash, blockNumber });
    }
    return holder;
  }

  async #readNonces(from: string, nonce: number): Promise<Evidence["nonces"]> {
    const { rpc } = this.#context;
    const operation = "account_getBalance";
    const balance = await this.#ask(operation, () => rpc.call(operation, [from], this.#options));
    if (!balance) return undefined;
    const method = "account_getNonce";
    const next = await this.#ask(method, () => rpc.call(method, [from], this.#options));
    if (!next) return undefined;
    const nonces = { inBlocks: balance.nonce, next: next.nonce };
    const state = nonces.inBlocks > nonce ? "used in a block" : "not used in a block";
    const text = `Nonce ${nonce} of ${from} is ${state}: the next nonce is ${nonces.inBlocks} by blocks, ${nonces.next} with pending transactions`;
    this.#evidence.push({ kind: "nonce", operation, text, nonces });
    return nonces;
  }

  /** The answer to a question; undefined if the request failed, which is evidence. */
  async #ask<Value>(operation: string, question: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await question();
    } catch (error) {
      const fault = { kind: "fault", operation } as const;
      if (this.#options.signal?.aborted) {
        this.#evidence.push({ ...fault, text: `${operation} did not respond in time` });
        throw error;
      }
      if (!isAlphadeltaError(error)) throw error;
      this.#evidence.push({ ...fault, text: `${operation} failed: ${error.message}`, error });
      return undefined;
    }
  }

  #inspection(state: Inspection["state"], parts: Partial<Inspection> = {}): Inspection {
    const { txHash, from, nonce } = this.#target;
    const basis = txHash === undefined ? undefined : "hash";
    return {
      basis,
      txHash,
      ...parts,
      from: parts.from ?? from,
      nonce: parts.nonce ?? nonce,
      state,
      evidence: this.#evidence,
    };
  }
}

type RpcTransaction = NonNullable<Methods["tx_getTransaction"]["result"]>;

/** Search for a transaction. */
interface NonceSearch {
  readonly from: string;
  readonly nonce: number;
  /** Transactions of the account that came after it. */
  readonly newerOnes: number;
}

type Transaction = NonNullable<Operations["listAccountTransactions"]["item"]>;

/** Transactions of a page: one is looked for. */
const PAGE_SIZE = 20;

/** The pages that are read, as distances from the one that the count leads to: the list may have moved. */
const PAGE_DISTANCES = [0, 1, -1];

/** The transaction in a block that has a nonce of an account; undefined where it cannot be found. */
async function findByNonce(
  context: SubmissionContext,
  { from, nonce, newerOnes }: NonceSearch,
  options: CallOptions,
): Promise<Transaction | undefined> {
  const limit = PAGE_SIZE;
  const likely = Math.floor(newerOnes / limit) + 1;
  for (const page of PAGE_DISTANCES.map((distance) => likely + distance)) {
    if (page < 1) continue;
    const { items: transactions } = await context.listAccountTransactions(
      from,
      { direction: "out", page, limit },
      options,
    );
    const found = transactions.find((entry) => entry.nonce === nonce && entry.from === from);
    if (found) return found;
    if (newerOnes < limit && transactions.length < limit) return undefined;
  }
  return undefined;
}

/** Tells whether two hashes are the same; hex has no case. */
export function isSameHash(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
