import type {
  ServiceMethods,
  ServiceSimplifiedCalls,
} from "../../../generated/service/methods.gen.ts";
import type { RpcTransaction, Transaction } from "../../../generated/types.gen.ts";
import { SPECS } from "../../../generated/specs.gen.ts";
import { parseHex, type Wire } from "../../../units/mod.ts";
import {
  ACCOUNT,
  isRefusal,
  type LedgerBlock,
  RECORD,
  SERIAL_NUMBER,
  showAccount,
  VALIDATOR,
} from "../../chain/ledger/mod.ts";
import type { AccountReading, Store } from "../../chain/store/mod.ts";
import {
  type ChainAnswers,
  type ChainContext,
  JsonText,
  readStake,
  readValue,
  RpcServiceError,
} from "../context/mod.ts";
import { refusalText } from "../../refusal_text.ts";
import {
  rpcBlock,
  rpcReceipt,
  rpcStake,
  rpcTransaction,
  rpcTransactionFromRest,
  rpcValidator,
} from "../views.ts";
import { isTurnOver, nextTurn } from "../../turns.ts";

/** Name of a JSON-RPC method. */
export type MethodName = keyof ServiceMethods;

/** Implements one method on validated parameters; a large result comes as its JSON. */
export type MethodHandler<Name extends MethodName> = (
  params: ServiceMethods[Name]["params"],
  context: ChainContext,
) => Promise<ServiceMethods[Name]["result"] | JsonText>;

/** Handlers of the methods of the specs, by namespace; the type makes each one mandatory. */
export const METHOD_HANDLERS = {
  async chain_getInfo(_params, { selection, store }) {
    const head = await store.head();
    return {
      chain: selection.chain,
      version: SPECS.openrpc.version,
      blockHeight: head?.block.height ?? 0,
      networkId: selection.segment,
      peerCount: 0,
    };
  },

  async chain_getBlockByNumber([blockNumber, fullTx], { store }) {
    return (await readBlock(blockNumber, fullTx, store)) ?? null;
  },

  async chain_getBlockByHash([blockHash, fullTx], { store }) {
    return (await readBlock(blockHash, fullTx, store)) ?? null;
  },

  async account_getBalance([address, blockNumber], { store }) {
    const requested = blockNumber === "latest" ? undefined : Number(blockNumber);
    if (requested !== undefined) await requireBlock(blockNumber, store);
    const newest = requested === undefined ? await store.readAccount(address) : undefined;
    const { height, state } = newest ?? (await readAccountAt(address, requested, store));
    const { balance, nonce } = showAccount(state);
    return { balance, nonce, blockNumber: requested ?? height };
  },

  async account_getNonce([address], { source }) {
    return { nonce: await source.nextNonce(address) };
  },

  async tx_sendRawTransaction([signedTx], { source }) {
    const outcome = await source.submit(parseHex(signedTx));
    if (isRefusal(outcome)) throw new RpcServiceError(outcome.code, outcome.reason);
    return outcome;
  },

  async tx_getTransaction([txHash], context) {
    return findTransaction(txHash, context);
  },

  async tx_getTransactionReceipt([txHash], { store }) {
    const found = await store.findTransaction(txHash);
    return found ? rpcReceipt(found.transaction) : null;
  },

  async alpha_getRecord([commitment], { store }) {
    const record = await readValue(store, RECORD, commitment);
    if (!record) return null;
    const { transactionHash, height, index, value, owner } = record;
    return {
      commitment,
      transactionHash,
      blockNumber: height,
      index,
      value: value.toString(),
      owner,
    };
  },

  async alpha_getSerialNumber([serialNumber], { store }) {
    const { spentAt = null } = (await readValue(store, SERIAL_NUMBER, serialNumber)) ?? {};
    return { spent: spentAt !== null, blockNumber: spentAt };
  },

  async delta_getStake([address], { store, source }) {
    const stake = await readStake(store, address, source.blockTime);
    return rpcStake(stake, stake.unbondingTime);
  },

  async delta_getValidator([address], { store }) {
    const validator = await readValue(store, VALIDATOR, address);
    return validator ? rpcValidator(address, validator) : null;
  },
} satisfies { readonly [Name in MethodName]: MethodHandler<Name> };

/** A handler for each simplified call. */
export type SimplifiedHandlers = {
  readonly [Name in keyof ServiceSimplifiedCalls]: (
    params: ServiceSimplifiedCalls[Name]["params"],
    context: ChainContext,
  ) => Promise<ServiceSimplifiedCalls[Name]["result"]>;
};

/** Handlers of the simplified calls of the specs; the type makes each one mandatory. */
export const SIMPLIFIED_HANDLERS: SimplifiedHandlers = {
  async getBalance([address], context) {
    const { balance } = await METHOD_HANDLERS.account_getBalance([address, "latest"], context);
    return balance;
  },

  async getTransaction([txid], context) {
    return findTransaction(txid, context);
  },
};

/** By name; the types above make each one mandatory. */
const HANDLERS = METHOD_HANDLERS as Readonly<Record<string, unknown>>;

/** Calls the methods of a segment on its store. */
export function methodsOf(
  context: ChainContext,
): Pick<ChainAnswers, "callMethod" | "callSimplified"> {
  return {
    callMethod: (name, params) =>
      (HANDLERS[name] as MethodHandler<MethodName>)(params as never, context),
    callSimplified: (name, params) => SIMPLIFIED_HANDLERS[name](params as never, context),
  };
}

async function requireBlock(height: string | number, store: Store): Promise<void> {
  const highest = (await store.head())?.block.height ?? 0;
  if (Number(height) <= highest) return;
  throw new RpcServiceError("InvalidParams", refusalText("aboveHead", highest, height));
}

/** Reads the state of an account at a height, or at the head. */
async function readAccountAt(
  address: string,
  requested: number | undefined,
  store: Store,
): Promise<Pick<AccountReading, "height" | "state">> {
  const key = ACCOUNT.key(address);
  const { height, values } = await store.readState([key], requested);
  return { height, state: values.get(key) };
}

/**
 * Finds a transaction in a block or pending; checks the store again last, since a block may have included it meanwhile.
 */
async function findTransaction(
  hash: string,
  { store, source }: ChainContext,
): Promise<Wire<RpcTransaction> | null> {
  const included = await store.findTransaction(hash);
  if (included) return rpcTransaction(included.transaction);
  const pending = await source.findPending(hash);
  if (pending) return rpcTransaction(pending);
  const late = await store.findTransaction(hash);
  return late ? rpcTransaction(late.transaction) : null;
}

/** Transactions of the first read. Later reads have about so many characters, by the length of those before. */
const FIRST = 8;
const CHARACTERS = 50_000;

/**
 * Reads a block with its transactions, in full or as hashes; undefined if there is none. Full transactions take many reads,
 * in as many turns of the event loop. If the block is removed meanwhile, it begins again: another block may have the number.
 *
 * @throws {Error} If the store lacks transactions of the block.
 */
export async function readBlock(
  identifier: number | string,
  fullTx: boolean,
  store: Store,
): Promise<JsonText | undefined> {
  let lacking: string | undefined;
  for (;;) {
    const found = await store.findBlock(identifier);
    if (!found) return undefined;
    const { block } = found;
    const transactions = await (fullTx ? renderFull : renderHashes)(block, store);
    if (transactions !== undefined) {
      const head = JSON.stringify(rpcBlock(block)).slice(0, -1);
      return new JsonText(`${head},"transactions":${transactions}}`);
    }
    if (block.hash === lacking) throw new Error(`The store lacks transactions of block ${lacking}`);
    lacking = block.hash;
  }
}

/** The transactions of a block as a JSON array; undefined if the block is not there any more. */
async function renderHashes(block: LedgerBlock, store: Store): Promise<string | undefined> {
  if (isTurnOver()) await nextTurn();
  return (await store.listBlockHashes(block.hash))?.items;
}

/** The same in full. */
async function renderFull(block: LedgerBlock, store: Store): Promise<string | undefined> {
  const texts: string[] = [];
  let limit = FIRST;
  for (let offset = 0; offset < block.txCount;) {
    if (isTurnOver()) await nextTurn();
    const { items: text = "[]" } =
      (await store.listBlockTransactions(block.height, { offset, limit })) ?? {};
    const items = JSON.parse(text) as Wire<Transaction>[];
    if (items[0]?.blockHash !== block.hash) return undefined;
    const shown = items.map((item, index) => rpcTransactionFromRest(item, offset + index));
    texts.push(JSON.stringify(shown).slice(1, -1));
    offset += items.length;
    limit = Math.ceil((CHARACTERS * items.length) / text.length);
  }
  // To put the texts together takes as long as to make some.
  if (isTurnOver()) await nextTurn();
  return `[${texts.join(",")}]`;
}
