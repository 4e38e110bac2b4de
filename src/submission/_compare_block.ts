import type { CallOptions } from "../transport/mod.ts";
import { orMissing } from "./_or_missing.ts";
import { type Comparison, differencesOf } from "./_verify_steadily.ts";
import type { SubmissionContext } from "./submission_context.ts";

const LIST = "listBlockTransactions";

/** Compares a block, by the way it was named: a height may stand for another block when it is asked for again. */
export async function compareBlock(
  context: SubmissionContext,
  identifier: number | string,
  options: CallOptions,
): Promise<Comparison> {
  const { rest, rpc } = context;
  const shown = await orMissing(rest.call("getBlock", [identifier], options));
  const told = await (typeof identifier === "number"
    ? rpc.call("chain_getBlockByNumber", [identifier], options)
    : rpc.call("chain_getBlockByHash", [identifier], options));
  if (!shown || !told) {
    const says = { rest: shown !== null, rpc: told !== null };
    return {
      found: says.rest || says.rpc,
      ...differencesOf({ found: says.rest }, { found: says.rpc }),
    };
  }
  const { number, hash, parentHash, timestamp, stateRoot, receiptsRoot, txCount } = shown;
  const fields = { number, hash, parentHash, timestamp, stateRoot, receiptsRoot, txCount };
  const hashes = told.transactions.map((one) => (typeof one === "string" ? one : one.hash));
  const listed = await orMissing(listHashes(context, number, hashes.length, options));
  return {
    found: true,
    ...differencesOf(
      { ...fields, transactions: listed },
      { ...told, txCount: hashes.length, transactions: hashes },
    ),
  };
}

/** Hashes of a block's transactions by REST, from all pages; more than were expected differ without the others. */
async function listHashes(
  { rest }: SubmissionContext,
  number: number,
  expected: number,
  options: CallOptions,
): Promise<readonly string[]> {
  const { parameters } = rest.infoOf(LIST);
  const limit = Number(parameters.find(({ name }) => name === "limit")?.maximum);
  const hashes: string[] = [];
  for (let page = 1; hashes.length <= expected; page++) {
    const answer = await rest.call(LIST, [number, { page, limit }], options);
    const { transactions = [], pagination } = answer;
    hashes.push(...transactions.map(({ hash }) => hash));
    const pages = pagination?.totalPages;
    const isLast = pages === undefined ? transactions.length < limit : page >= pages;
    if (isLast || transactions.length === 0) break;
  }
  return hashes;
}
