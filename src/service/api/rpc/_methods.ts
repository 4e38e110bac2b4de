import type {
  ServiceMethods,
  ServiceSimplifiedCalls,
} from "../../../generated/service/methods.gen.ts";
import type { RpcTransaction } from "../../../generated/types.gen.ts";
import { SPECS } from "../../../generated/specs.gen.ts";
import { parseHex, type Wire } from "../../../units/mod.ts";
import {
  ACCOUNT,
  isRefusal,
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
import { rpcReceipt, rpcStake, rpcTransaction, rpcValidator } from "../views.ts";
import { readBlock } from "./_read_block.ts";

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
    const asked = blockNumber === "latest" ? undefined : Number(blockNumber);
    if (asked !== undefined) await requireBlock(blockNumber, store);
    const newest = asked === undefined ? await store.readAccount(address) : undefined;
    const { height, state } = newest ?? (await readAccountAt(address, asked, store));
    const { balance, nonce } = showAccount(state);
    return { balance, nonce, blockNumber: asked ?? height };
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

/** An account's state at a height, at the head by default. */
async function readAccountAt(
  address: string,
  asked: number | undefined,
  store: Store,
): Promise<Pick<AccountReading, "height" | "state">> {
  const key = ACCOUNT.key(address);
  const { height, values } = await store.readState([key], asked);
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
