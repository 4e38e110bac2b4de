import type { Client } from "../client/mod.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import type { RestErrorCode } from "../generated/errors.gen.ts";
import type { CallOptions } from "../transport/mod.ts";
import { showJson } from "../validation/mod.ts";

/** A client of any chain; a function that the chain does not have rejects. */
export type AnyClient = Client<"delta">;

/** A field whose values differ between the interfaces. */
export interface Difference {
  /** Name of the field in REST; `found` if only one interface has the record. */
  readonly field: string;
  /** Value in REST. */
  readonly rest: unknown;
  /** Value in JSON-RPC. */
  readonly rpc: unknown;
}

/** The result of a comparison. */
export interface Comparison {
  /** False if the record changed between the requests. @default {true} */
  readonly isSteady?: boolean;
  readonly found: boolean;
  readonly differences: readonly Difference[];
  readonly compared: readonly string[];
}

/** Compares the fields that both `rest` and `rpc` have. */
function differencesOf(
  rest: Readonly<Record<string, unknown>>,
  rpc: Readonly<Record<string, unknown>>,
): Pick<Comparison, "differences" | "compared"> {
  const compared = Object.keys(rest).filter(
    (field) => rest[field] !== undefined && rpc[field] !== undefined,
  );
  const differences = compared
    .filter((field) => showJson(rest[field]) !== showJson(rpc[field]))
    .map((field) => ({ field, rest: rest[field], rpc: rpc[field] }));
  return { differences, compared };
}

/**
 * Compares an account. REST does not name the block of its answer, so JSON-RPC is read before and after: if both reads
 * agree, REST must agree too. An unused account is not found in REST, and has no balance in JSON-RPC.
 */
export async function compareAccount(
  client: AnyClient,
  address: string,
  options: CallOptions,
): Promise<Comparison> {
  const readBalance = () => client.rpc.call("account_getBalance", [address], options);
  const before = await readBalance();
  const inRest = await orNull(client.getAccount(address, options));
  const after = await readBalance();
  const isSteady = before.balance === after.balance && before.nonce === after.nonce;
  const { balance, nonce } = after;
  if (inRest) {
    const fields = { balance: inRest.balance, nonce: inRest.nonce };
    return { isSteady, found: true, ...differencesOf(fields, { balance, nonce }) };
  }
  const found = balance !== 0n || nonce !== 0;
  return { isSteady, found, ...differencesOf({ found: false }, { found }) };
}

/** Transactions in a page, the maximum of the specs. */
const LIMIT = 100;

/** Compares a block by height or hash, in both interfaces in the same way: a reorganisation may change the block of a height. */
export async function compareBlock(
  client: AnyClient,
  identifier: number | string,
  options: CallOptions,
): Promise<Comparison> {
  const inRest = await orNull(client.getBlock(identifier, options));
  const inRpc = await (typeof identifier === "number"
    ? client.rpc.call("chain_getBlockByNumber", [identifier], options)
    : client.rpc.call("chain_getBlockByHash", [identifier], options));
  if (!inRest || !inRpc) {
    const rest = { found: inRest !== null };
    const other = { found: inRpc !== null };
    return { found: rest.found || other.found, ...differencesOf(rest, other) };
  }
  const { number, hash, parentHash, timestamp, stateRoot, receiptsRoot, txCount } = inRest;
  const fields = { number, hash, parentHash, timestamp, stateRoot, receiptsRoot, txCount };
  const hashes = inRpc.transactions.map((item) => (typeof item === "string" ? item : item.hash));
  const listed = await orNull(listHashes(client, number, hashes.length, options));
  return {
    found: true,
    ...differencesOf(
      { ...fields, transactions: listed },
      { ...inRpc, txCount: hashes.length, transactions: hashes },
    ),
  };
}

/**
 * Hashes of a block's transactions in REST, from all pages up to the first unexpected one. Undefined if the items have no
 * hash: the interface does not specify them.
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

/** Success by status; other statuses are not compared. */
const SUCCESS: Readonly<Record<string, boolean>> = {
  success: true,
  confirmed: true,
  1: true,
  failed: false,
  0: false,
};

/** Compares a transaction and its receipt. */
export async function compareTransaction(
  { rpc, getTransaction }: AnyClient,
  hash: string,
  options: CallOptions,
): Promise<Comparison> {
  const inRest = await orNull(getTransaction(hash, options));
  const inRpc = await rpc.call("tx_getTransaction", [hash], options);
  const receipt = await rpc.call("tx_getTransactionReceipt", [hash], options);
  const isInBlock = inRpc !== null && inRpc.blockNumber !== null;
  if (!inRest || !inRpc || !receipt || !isInBlock) {
    const found = inRest !== null;
    const rest = { found, receipt: found };
    const other = { found: isInBlock, receipt: receipt !== null };
    return { found: found || inRpc !== null, ...differencesOf(rest, other) };
  }
  const { blockHash, blockNumber, gasUsed } = receipt;
  const success = SUCCESS[inRest.status];
  const both = differencesOf(
    { ...inRest, success, status: undefined },
    { ...inRpc, gasUsed, success: SUCCESS[inRpc.status] },
  );
  const withReceipt = differencesOf(
    { blockHash: inRest.blockHash, blockNumber: inRest.blockNumber, success },
    { blockHash, blockNumber, success: SUCCESS[receipt.status] },
  );
  const further = withReceipt.differences.map((each) => ({
    ...each,
    field: `receipt.${each.field}`,
  }));
  return {
    found: true,
    differences: [...both.differences, ...further],
    compared: [...both.compared, "receipt"],
  };
}

const ABSENT: RestErrorCode = "NOT_FOUND";

/** The answer of a REST operation; null if the record is not found. */
async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (isAlphadeltaError(error, "RestError") && error.code === ABSENT) return null;
    throw error;
  }
}
