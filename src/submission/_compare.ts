import { isRestError } from "../errors/mod.ts";
import type { RestErrorCode } from "../generated/errors.gen.ts";
import { sleep, SYSTEM_CLOCK } from "../transport/internal.ts";
import type { CallOptions } from "../transport/mod.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** A field on which the two interfaces do not agree. */
export interface Difference {
  /** Name of the field as REST has it; `found` where only one of them has the thing. */
  readonly field: string;
  /** The answer of REST. */
  readonly rest: unknown;
  /** The answer of JSON-RPC. */
  readonly rpc: unknown;
}

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

/** One comparison. */
export interface Comparison {
  /** False where what was asked for changed in between. @default {true} */
  readonly isSteady?: boolean;
  readonly found: boolean;
  readonly differences: readonly Difference[];
  readonly compared: readonly string[];
}

/** Most times that it is compared anew. */
const ROUNDS = 6;
/** Milliseconds before it is compared anew, for an answer that lags behind. */
const PAUSE = 50;

/** Compares until there is no difference, or the same one twice in a row. */
export async function verifySteadily(
  compare: () => Promise<Comparison>,
  { clock = SYSTEM_CLOCK }: SubmissionContext,
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
    await sleep(PAUSE, clock, signal);
  }
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

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? `${part}n` : part,
  );
}

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

/**
 * Hashes of a block's transactions by REST, from all pages; more than were expected differ without the others. Undefined
 * where the service lists something else: the interface does not show these lists.
 */
async function listHashes(
  { rest }: SubmissionContext,
  number: number,
  expected: number,
  options: CallOptions,
): Promise<readonly string[] | undefined> {
  const { parameters } = rest.infoOf(LIST);
  const limit = Number(parameters.find(({ name }) => name === "limit")?.maximum);
  const hashes: string[] = [];
  for (let page = 1; hashes.length <= expected; page++) {
    const answer = await rest.call(LIST, [number, { page, limit }], options);
    const { transactions, pagination } = answer;
    if (!transactions?.every((one) => typeof one.hash === "string")) return undefined;
    hashes.push(...transactions.map(({ hash }) => hash));
    const pages = pagination?.totalPages;
    const isLast = pages === undefined ? transactions.length < limit : page >= pages;
    if (isLast || transactions.length === 0) break;
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

const NOT_FOUND: RestErrorCode = "NOT_FOUND";

/** The answer of a REST operation, or null where the thing is not found. */
export async function orMissing<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRestError(error) && error.code === NOT_FOUND) return null;
    throw error;
  }
}
