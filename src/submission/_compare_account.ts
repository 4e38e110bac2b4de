import type { CallOptions } from "../transport/mod.ts";
import { orMissing } from "./_or_missing.ts";
import { type Comparison, differencesOf } from "./_verify_steadily.ts";
import type { SubmissionContext } from "./submission_context.ts";

/**
 * Compares an account. REST does not say at which block it is, so JSON-RPC is asked before and after: only if both say
 * the same, REST must say so too. An account that was never seen is missing in REST, and without balance in JSON-RPC.
 */
export async function compareAccount(
  { rest, rpc }: SubmissionContext,
  address: string,
  options: CallOptions,
): Promise<Comparison> {
  const before = await rpc.call("account_getBalance", [address], options);
  const shown = await orMissing(rest.call("getAccount", [address], options));
  const after = await rpc.call("account_getBalance", [address], options);
  const isSteady = before.balance === after.balance && before.nonce === after.nonce;
  const { balance, nonce } = after;
  if (shown) {
    const fields = { balance: shown.balance, nonce: shown.nonce };
    return { isSteady, found: true, ...differencesOf(fields, { balance, nonce }) };
  }
  const found = balance !== 0n || nonce !== 0;
  return { isSteady, found, ...differencesOf({ found: false }, { found }) };
}
