import type { Segment } from "../chains/mod.ts";
import type { Client } from "../client/mod.ts";
import { sleep, SYSTEM_CLOCK } from "../transport/internal.ts";
import type { CallOptions } from "../transport/mod.ts";
import { showJson } from "../validation/mod.ts";
import {
  type AnyClient,
  compareAccount,
  compareBlock,
  compareTransaction,
  type Comparison,
  type Difference,
} from "./_compare.ts";

export type { Difference } from "./_compare.ts";

/** The result of a comparison. */
export interface Verification {
  /** True if the answers agree; undefined if the record changed in every round. */
  readonly agrees: boolean | undefined;
  /** True if either interface has the record. */
  readonly found: boolean;
  /** Fields that differ. */
  readonly differences: readonly Difference[];
  /** Fields that were compared. */
  readonly compared: readonly string[];
  /** Number of comparisons. */
  readonly rounds: number;
}

/** Options of a comparison. */
export interface VerifyOptions {
  /** Aborts the comparison, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a record in REST and in JSON-RPC, and compares the answers.
 *
 * The fields that both have are compared, amounts by value. The chain may change between two requests, so a difference
 * counts only if a second comparison shows the same.
 *
 * Each function rejects if a request fails, except if the record is not found.
 */
export interface Verify {
  /**
   * Compares a block, by height or hash: its fields, and the hashes of its transactions in order, from all pages of REST.
   * `transaction` compares the transactions themselves.
   */
  readonly block: (identifier: number | string, options?: VerifyOptions) => Promise<Verification>;
  /** Compares a transaction and its receipt. Only JSON-RPC has pending transactions, which is no difference. */
  readonly transaction: (hash: string, options?: VerifyOptions) => Promise<Verification>;
  /** Compares balance and nonce of an account, at the newest block. */
  readonly account: (address: string, options?: VerifyOptions) => Promise<Verification>;
}

/**
 * Makes the comparisons of a client.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { createVerify } from "alphadelta/drift";
 *
 * const verify = createVerify(createClient("delta", { endpoints: "http://127.0.0.1:8645" }));
 * console.log((await verify.block(7)).agrees); // true
 * ```
 */
export function createVerify<S extends Segment>(client: Client<S>): Verify {
  function verifying<Key>(
    compare: (client: AnyClient, key: Key, options: CallOptions) => Promise<Comparison>,
  ): (key: Key, options?: VerifyOptions) => Promise<Verification> {
    return (key, { signal } = {}) =>
      // Without a cache, since a cached answer would be compared with itself.
      verifySteadily(
        () => compare(client as unknown as AnyClient, key, { signal, cache: false }),
        signal,
      );
  }
  return {
    block: verifying(compareBlock),
    transaction: verifying(compareTransaction),
    account: verifying(compareAccount),
  };
}

/** Maximum number of comparisons. */
const ROUNDS = 6;
/** Milliseconds between comparisons, for an answer that lags behind. */
const PAUSE = 50;

/** Compares until there is no difference, or the same difference twice in a row. */
async function verifySteadily(
  compare: () => Promise<Comparison>,
  signal: AbortSignal | undefined,
): Promise<Verification> {
  let before: string | undefined;
  for (let rounds = 1; ; rounds++) {
    const { isSteady = true, found, differences, compared } = await compare();
    const shown = isSteady ? showJson(differences) : undefined;
    const agrees = isSteady && differences.length === 0;
    if (agrees || (isSteady && shown === before)) {
      return { agrees, found, differences, compared, rounds };
    }
    if (rounds === ROUNDS) return { agrees: undefined, found, differences: [], compared, rounds };
    before = shown;
    await sleep(PAUSE, SYSTEM_CLOCK, signal);
  }
}
