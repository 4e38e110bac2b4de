import {
  ContractError,
  type Evidence,
  isAlphadeltaError,
  isRpcError,
  RPC_ERRORS,
  type SubmittedTransaction,
} from "../errors/mod.ts";
import type { Methods } from "../rpc/mod.ts";
import { findByNonce } from "./_find_by_nonce.ts";
import { isSameHash } from "./_is_same_hash.ts";
import type { CallOptions } from "../transport/mod.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** A receipt, once there is one. */
export type Receipt = NonNullable<Methods["tx_getTransactionReceipt"]["result"]>;

/**
 * Where a transaction stands. `replaced`: another one with its nonce is in a block. `absent`: neither in a block nor
 * pending, nor replaced as far as can be seen.
 */
export interface Finding {
  readonly state: "landed" | "pending" | "replaced" | "absent";
  readonly basis: "hash" | "nonce" | undefined;
  readonly txHash: string | undefined;
  readonly receipt?: Receipt;
  readonly replacedBy?: string;
  /** Sender and nonce, where they were seen. */
  readonly from?: string | undefined;
  readonly nonce?: number | undefined;
  readonly evidence: readonly Evidence[];
}

/** Errors that say that the question itself is wrong, so that asking again is of no use. */
const WRONG_QUESTIONS: readonly unknown[] = [
  RPC_ERRORS.ParseError.code,
  RPC_ERRORS.InvalidRequest.code,
  RPC_ERRORS.MethodNotFound.code,
  RPC_ERRORS.InvalidParams.code,
];

/** Tells whether an error says that the question itself is wrong. */
export function isWrongQuestion(error: unknown): boolean {
  return isRpcError(error) && WRONG_QUESTIONS.includes(error.code);
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
): Promise<Finding> {
  const look = new Look(context, target, options, evidence);
  return look.run();
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
    // Services look hashes up as they write them.
    this.#target = { ...target, txHash: target.txHash?.toLowerCase() };
    this.#options = options;
    this.#evidence = evidence;
  }

  async run(): Promise<Finding> {
    const { txHash, from, nonce } = this.#target;
    const known = txHash === undefined ? undefined : await this.#byHash(txHash);
    if (known) return known;
    if (from === undefined || nonce === undefined) return this.#found("absent");
    return this.#byNonce(from, nonce);
  }

  async #byHash(txHash: string): Promise<Finding | undefined> {
    const { rpc } = this.#context;
    const ask = "tx_getTransaction";
    const seen = await this.#ask(ask, async () => {
      const answer = await rpc.call(ask, [txHash], this.#options);
      return this.#ofAsked(answer, answer?.hash, { path: "hash", operation: ask, txHash });
    });
    if (!seen) {
      if (seen === null)
        this.#add({ kind: "transaction", operation: ask, text: `${txHash} is unknown` });
      return undefined;
    }
    const { blockNumber, from, nonce } = seen;
    const where = blockNumber === null ? "pending" : `in block ${blockNumber}`;
    const text = `${txHash} is ${where}`;
    this.#add({ kind: "transaction", operation: ask, text, txHash, blockNumber });
    if (blockNumber === null) return this.#found("pending", { txHash, from, nonce });
    return this.#withReceipt(txHash, "hash", { from, nonce });
  }

  /** A receipt that is not there any more means that the block was replaced in between: pending, until asked again. */
  async #withReceipt(
    txHash: string,
    basis: "hash" | "nonce",
    sender: SubmittedTransaction,
  ): Promise<Finding> {
    const { rpc } = this.#context;
    const ask = "tx_getTransactionReceipt";
    const receipt = await this.#ask(ask, async () => {
      const answer = await rpc.call(ask, [txHash], this.#options);
      return this.#ofAsked(answer, answer?.transactionHash, {
        path: "transactionHash",
        operation: ask,
        txHash,
      });
    });
    if (!receipt) return this.#found("pending", { txHash, basis, ...sender });
    const { blockNumber, status } = receipt;
    const text = `Receipt of ${txHash}: status ${status} in block ${blockNumber}`;
    this.#add({ kind: "receipt", operation: ask, text, txHash, blockNumber });
    return this.#found("landed", { txHash, basis, receipt, ...sender });
  }

  async #byNonce(from: string, nonce: number): Promise<Finding> {
    const { txHash } = this.#target;
    const nonces = await this.#readNonces(from, nonce);
    if (!nonces) return this.#found("absent");
    if (nonces.inBlocks <= nonce) {
      const isTaken = txHash === undefined && nonces.next > nonce;
      return this.#found(isTaken ? "pending" : "absent", { basis: "nonce" });
    }
    const operation = "listAccountTransactions";
    const search = { from, nonce, newerOnes: nonces.inBlocks - 1 - nonce };
    const holder = await this.#ask(operation, () =>
      findByNonce(this.#context.rest, search, this.#options),
    );
    if (holder) {
      const text = `${holder.hash} has nonce ${nonce} of ${from}, in block ${holder.blockNumber}`;
      const { blockNumber, hash } = holder;
      this.#add({ kind: "other", operation, text, txHash: hash, blockNumber });
    }
    if (txHash === undefined)
      return holder ? this.#withReceipt(holder.hash, "nonce", {}) : this.#found("absent");
    // It may have entered a block since it was asked for.
    const late = await this.#byHash(txHash);
    if (late || !holder) return late ?? this.#found("absent");
    if (isSameHash(holder.hash, txHash))
      return this.#withReceipt(holder.hash, "hash", { from, nonce });
    return this.#found("replaced", { basis: "hash", replacedBy: holder.hash });
  }

  async #readNonces(from: string, nonce: number): Promise<Evidence["nonces"]> {
    const { rpc } = this.#context;
    const operation = "account_getBalance";
    const balance = await this.#ask(operation, () => rpc.call(operation, [from], this.#options));
    if (!balance) return undefined;
    const ask = "account_getNonce";
    const next = await this.#ask(ask, () => rpc.call(ask, [from], this.#options));
    if (!next) return undefined;
    const nonces = { inBlocks: balance.nonce, next: next.nonce };
    const state = nonces.inBlocks > nonce ? "used in a block" : "not used in a block";
    const text = `Nonce ${nonce} of ${from} is ${state}: the next nonce is ${nonces.inBlocks} by blocks, ${nonces.next} with pending transactions`;
    this.#add({ kind: "nonce", operation, text, nonces });
    return nonces;
  }

  /** The answer, if it is about the transaction: a proxy may have mixed up answers. */
  #ofAsked<Value>(
    answer: Value,
    told: string | undefined,
    { path, operation, txHash }: Readonly<Record<"path" | "operation" | "txHash", string>>,
  ): Value {
    if (told === undefined || isSameHash(told, txHash)) return answer;
    const issue = { path, message: `expected ${txHash}, got ${told}` };
    throw new ContractError([issue], { segment: this.#context.segment, operation });
  }

  /** The answer, or nothing where the request failed. */
  async #ask<Value>(operation: string, question: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await question();
    } catch (error) {
      if (this.#options.signal?.aborted) {
        const text = `${operation} did not respond in time`;
        this.#add({ kind: "fault", operation, text });
      }
      if (this.#options.signal?.aborted || !isAlphadeltaError(error)) throw error;
      this.#add({
        kind: "fault",
        operation,
        text: `${operation} failed: ${error.message}`,
        error,
      });
      return undefined;
    }
  }

  #found(state: Finding["state"], parts: Partial<Finding> = {}): Finding {
    const { txHash, from, nonce } = this.#target;
    const basis = txHash === undefined ? undefined : "hash";
    return { basis, txHash, from, nonce, ...defined(parts), state, evidence: this.#evidence };
  }

  #add(evidence: Evidence): void {
    this.#evidence.push(evidence);
  }
}

function defined<Parts extends object>(parts: Parts): Parts {
  return Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined),
  ) as Parts;
}
