import type { CallOptions } from "../transport/mod.ts";
import { orMissing } from "./_or_missing.ts";
import { type Comparison, differencesOf } from "./_verify_steadily.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Statuses and the words for them; anything else is not compared. */
const SUCCESS: Readonly<Record<string, boolean>> = {
  success: true,
  confirmed: true,
  1: true,
  failed: false,
  0: false,
};

/** Compares a transaction, and its receipt with it. */
export async function compareTransaction(
  { rest, rpc }: SubmissionContext,
  hash: string,
  options: CallOptions,
): Promise<Comparison> {
  const shown = await orMissing(rest.call("getTransaction", [hash], options));
  const told = await rpc.call("tx_getTransaction", [hash], options);
  const receipt = await rpc.call("tx_getTransactionReceipt", [hash], options);
  const isInBlock = told !== null && told.blockNumber !== null;
  if (!shown || !told || !receipt || !isInBlock) {
    const found = shown !== null;
    const inRest = { found, receipt: found };
    const inRpc = { found: isInBlock, receipt: receipt !== null };
    return { found: found || told !== null, ...differencesOf(inRest, inRpc) };
  }
  const { blockHash, blockNumber, gasUsed } = receipt;
  const success = SUCCESS[shown.status];
  const both = differencesOf(
    { ...shown, success, status: undefined },
    { ...told, gasUsed, success: SUCCESS[told.status] },
  );
  const withReceipt = differencesOf(
    { blockHash: shown.blockHash, blockNumber: shown.blockNumber, success },
    { blockHash, blockNumber, success: SUCCESS[receipt.status] },
  );
  const further = withReceipt.differences.map((one) => ({ ...one, field: `receipt.${one.field}` }));
  return {
    found: true,
    differences: [...both.differences, ...further],
    compared: [...both.compared, "receipt"],
  };
}
