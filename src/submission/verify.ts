import {
  compareAccount,
  compareBlock,
  compareTransaction,
  type Comparison,
  type Verification,
  verifySteadily,
} from "./_compare.ts";
import type { CallOptions } from "../transport/mod.ts";
import type { SubmissionContext } from "./submission_context.ts";

export type { Difference, Verification } from "./_compare.ts";

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
 * import { resolveEndpoints } from "alphadelta";
 * import { createRest } from "alphadelta/rest";
 * import { createRpc } from "alphadelta/rpc";
 * import { createVerify } from "alphadelta/submission";
 * import { createTransport } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const transport = createTransport();
 * const rest = createRest("delta", endpoints, transport);
 * const rpc = createRpc("delta", endpoints, transport);
 * const verify = createVerify({ segment: "delta", rest, rpc });
 * console.log((await verify.block(7)).agrees); // true
 * ```
 */
export function createVerify(context: SubmissionContext): Verify {
  function verifying<Asked>(
    compare: (
      context: SubmissionContext,
      asked: Asked,
      options: CallOptions,
    ) => Promise<Comparison>,
  ): (asked: Asked, options?: VerifyOptions) => Promise<Verification> {
    return (asked, { signal } = {}) =>
      // A cached answer would be compared with itself.
      verifySteadily(() => compare(context, asked, { signal, cache: false }), context, signal);
  }
  return {
    block: verifying(compareBlock),
    transaction: verifying(compareTransaction),
    account: verifying(compareAccount),
  };
}
