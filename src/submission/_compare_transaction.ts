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
  const found = shown !== null || told !== null;
  const isInBlock = told !== null && told.blockNumber !== null;
  if (!shown || !told || !receipt || !isInBlock) {
    const says = { rest: shown !== null, rpc: isInBlock, receipt: receipt !== null };
    return { isSteady: true, found, ...presence(says) };
  }
  const { blockHash, blockNumber, gasUsed } = receipt;
  const both = differencesOf(
    { ...shown, success: SUCCESS[shown.status], status: undefined },
    { ...told, gasUsed, success: SUCCESS[told.status] },
  );
  const withReceipt = differencesOf(
    { blockHash: shown.blockHash, blockNumber: shown.blockNumber, success: SUCCESS[shown.status] },
    { blockHash, blockNumber, success: SUCCESS[receipt.status] },
  );
  const further = withReceipt.differences.map((one) => ({ ...one, field: `receipt.${one.field}` }));
  const differences = [...both.differences, ...further];
  return { isSteady: true, found, differences, compared: [...both.compared, "receipt"] };
}

/** True where each of them says that it is in a block. */
function presence({
  rest,
  rpc,
  receipt,
}: Readonly<Record<"rest" | "rpc" | "receipt", boolean>>): Pick<
  Comparison,
  "differences" | "compared"
> {
  const differences = [
    ...(rest === rpc ? [] : [{ field: "found", rest, rpc }]),
    ...(rest === receipt ? [] : [{ field: "receipt", rest, rpc: receipt }]),
  ];
  return { differences, compared: ["found", "receipt"] };
}
