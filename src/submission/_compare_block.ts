import type { CallOptions } from "../transport/mod.ts";
import { orMissing } from "./_or_missing.ts";
import { type Comparison, differencesOf } from "./_verify_steadily.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Compares a block, by the way it was named: a height may stand for another block when it is asked for again. */
export async function compareBlock(
  { rest, rpc }: SubmissionContext,
  identifier: number | string,
  options: CallOptions,
): Promise<Comparison> {
  const shown = await orMissing(rest.call("getBlock", [identifier], options));
  const told = await (typeof identifier === "number"
    ? rpc.call("chain_getBlockByNumber", [identifier], options)
    : rpc.call("chain_getBlockByHash", [identifier], options));
  const found = shown !== null || told !== null;
  if (!shown || !told) {
    const differences = found ? [{ field: "found", rest: shown !== null, rpc: told !== null }] : [];
    return { isSteady: true, found, differences, compared: ["found"] };
  }
  const { number, hash, parentHash, timestamp, stateRoot, receiptsRoot, txCount } = shown;
  const { transactions, ...fields } = told;
  return {
    isSteady: true,
    found,
    ...differencesOf(
      { number, hash, parentHash, timestamp, stateRoot, receiptsRoot, txCount },
      { ...fields, txCount: transactions.length },
    ),
  };
}
