import type { Segment } from "../chains/mod.ts";
import type { Client } from "../client/mod.ts";
import { sleep, SYSTEM_CLOCK } from "../transport/internal.ts";
import type { CallOptions } from "../transport/mod.ts";
import {
  type AnyClient,
  compareAccount,
  compareBlock,
  compareTransaction,
  type Comparison,
  type Difference,
  textOf,
} from "./_compare.ts";

export type { Difference } from "./_compare.ts";

/** The result of a comparison. */
export interface Verification {
  /** True where they agree; undefined where what was asked for changed at every attempt, so that it cannot be told. */
  readonly agrees: boolean | undefined;
  /** True where either has it. */
  readonly found: boolean;
  /** Fields in which both differ; empty where they agree. */
  readonly differences: readonly Difference[];
  /** Fields that were compared. */
  readonly compared: readonly string[];
  /** Number of times that both were asked. */
  readonly rounds: number;
}

/** Options of a comparison. */
export interface VerifyOptions {
  /** Ends it; rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks REST and JSON-RPC for the same thing and compares the answers.
 *
 * Fields of both are compared, amounts by value. The chain goes on between two requests, so a difference counts
 * only if it is still there, and the same, when both are asked again.
 *
 * Each rejects where a question fails for another reason than that there is no such thing.
 */
export interface Verify {
  /**
   * Compares a block, by height or hash: its fields, and the hashes of its transactions in their order. REST lists those
   * in pages, which are all read. What the transactions say is compared by `transaction`.
   */
  readonly block: (identifier: number | string, options?: VerifyOptions) => Promise<Verification>;
  /** Compares a transaction and its receipt. One that is pending is in JSON-RPC alone, which is no difference. */
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
  function verifying<Asked>(
    compare: (client: AnyClient, asked: Asked, options: CallOptions) => Promise<Comparison>,
  ): (asked: Asked, options?: VerifyOptions) => Promise<Verification> {
    return (asked, { signal } = {}) =>
      // A cached answer would be compared with itself.
      verifySteadily(
        () => compare(client as unknown as AnyClient, asked, { signal, cache: false }),
        signal,
      );
  }
  return {
    block: verifying(compareBlock),
    transaction: verifying(compareTransaction),
    account: verifying(compareAccount),
  };
}

/** Most times that it is compared anew. */
const ROUNDS = 6;
/** Milliseconds before it is compared anew, for an answer that lags behind. */
const PAUSE = 50;

/** Compares until there is no difference, or the same one twice in a row. */
async function verifySteadily(
  compare: () => Promise<Comparison>,
  signal: AbortSignal | undefined,
): Promise<Verification> {
  let before: string | undefined;
  for (let rounds = 1; ; rounds++) {
    const { isSteady = true, found, differences, compared } = await compare();
    const shown = isSteady ? textOf(differences) : undefined;
    const agrees = isSteady && differences.length === 0;
    if (agrees || (isSteady && shown === before)) {
      return { agrees, found, differences, compared, rounds };
    }
    if (rounds === ROUNDS) return { agrees: undefined, found, differences: [], compared, rounds };
    before = shown;
    await sleep(PAUSE, SYSTEM_CLOCK, signal);
  }
}
