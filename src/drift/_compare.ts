import type { Client } from "../client/mod.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import type { RestErrorCode } from "../generated/errors.gen.ts";
import type { CallOptions } from "../transport/mod.ts";

/** A client of any chain: a function that its chain does not have rejects. */
export type AnyClient = Client<"delta">;

/** A field on which the two interfaces do not agree. */
export interface Difference {
  /** Name of the field as REST has it; `found` where only one of them has the thing. */
  readonly field: string;
  /** The answer of REST. */
  readonly rest: unknown;
  /** The answer of JSON-RPC. */
  readonly rpc: unknown;
}

/** One comparison. */
export interface Comparison {
  /** False where what was asked for changed in between. @default {true} */
  readonly isSteady?: boolean;
  readonly found: boolean;
  readonly differences: readonly Difference[];
  readonly compared: readonly string[];
}

/** The fields of `rest` and `rpc` that differ. */
function differencesOf(
  rest: Readonly<Record<string, unknown>>,
  rpc: Readonly<Record<string, unknown>>,
): Pick<Comparison, "differences" | "compared"> {
  const compared = Object.keys(rest).filter(
    (field) => rest[field] !== undefined && rpc[field] !== undefined,
  );
  const differences = compared
    .filter((field) => textOf(rest[field]) !== textOf(rpc[field]))
    .map((field) => ({ field, rest: rest[field], rpc: rpc[field] }));
  return { differences, compared };
}

/** The JSON of a value, also where it has amounts. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? `${part}n` : part,
  );
}

/**
 * Compares an account. REST does not say at which block it is, so JSON-RPC is asked before and after: only if both say
 * the same, REST must say so too. An account that was never seen is missing in REST, and without balance in JSON-RPC.
 */
export async function compareAccount(
  client: AnyClient,
  address: string,
  options: CallOptions,
): Promise<Comparison> {
  const askBalance = () => client.rpc.call("account_getBalance", [address], options);
  const before = await askBalance();
  const shown = await orMissing(client.getAccount(address, options));
  const after = await askBalance();
  const isSteady = before.balance === after.balance && before.nonce === after.nonce;
  const { balance, nonce } = after;
  if (shown) {
    const fields = { balance: shown.balance, nonce: shown.nonce };
    return { isSteady, found: true, ...differencesOf(fields, { balance, nonce }) };
  }
  const found = balance !== 0n || nonce !== 0;
  return { isSteady, found, ...differencesOf({ found: false }, { found }) };
}

/** Transactions of a page: the most that the specs allow. */
const LIMIT = 100;

/** Compares a block, by the way it was named: a height may stand for another block when it is asked for again. */
export async function compareBlock(
  client: AnyClient,
  identifier: number | string,
  options: CallOptions,
): Promise<Comparison> {
  const shown = await orMissing(client.getBlock(identifier, options));
  const told = await (typeof identifier === "number"
    ? client.rpc.call("chain_getBlockByNumber", [identifier], options)
    : client.rpc.call("chain_getBlockByHash", [identifier], options));
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
  const listed = await orMissing(listHashes(client, number, hashes.length, options));
  return {
    found: true,
    ...differencesOf(
      { ...fields, transactions: listed },
      { ...told, txCount: hashes.length, transactions: hashes },
    ),
  };
}

/**
 * Hashes of a block's transactions by REST, from all pages; more than were expected differ without the others. Undefined
 * where the service lists something else: the interface does not show these lists.
 */
async function listHashes(
  client: AnyClient,
  number: number,
  expected: number,
  options: CallOptions,
): Promise<readonly string[] | undefined> {
  const hashes: string[] = [];
  const list = client.listBlockTransactions(number, { limit: LIMIT }, { ...options, prefetch: 0 });
  for await (const { hash } of list) {
    if (typeof hash !== "string") return undefined;
    if (hashes.push(hash) > expected) break;
  }
  return hashes;
}

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
  { rpc, getTransaction }: AnyClient,
  hash: string,
  options: CallOptions,
): Promise<Comparison> {
  const shown = await orMissing(getTransaction(hash, options));
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

const NOT_FOUND: RestErrorCode = "NOT_FOUND";

/** The answer of a REST operation, or null where the thing is not found. */
async function orMissing<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (isAlphadeltaError(error, "RestError") && error.code === NOT_FOUND) return null;
    throw error;
  }
}
