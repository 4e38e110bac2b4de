import type { OperationId } from "../../src/generated/client/operations.gen.ts";
import { type Json, objectAt, textAt } from "../specs/json.ts";
import { type Cast, UNKNOWN_HASH } from "./cast.ts";
import type { CallName } from "./example_service.ts";

/** A parameter of an operation, or one that operations share. */
type ParameterName = `${OperationId} ${string}` | "AccountAddress";

/** The examples of parameters that name something of the chain, by the parameter: others stay as they are. */
export function parameterExamples(cast: Cast): Readonly<Record<string, Json | undefined>> {
  const { alice, transfer, tokenTransfer } = cast;
  return {
    AccountAddress: alice,
    "getBlock identifier": transfer.blockNumber,
    "getProposal id": cast.proposal,
    "getToken contract": textAt(objectAt(tokenTransfer, "token"), "contract"),
    "getTransaction hash": transfer.hash,
    "getValidator address": cast.validator,
    "listBlockTransactions number": transfer.blockNumber,
    "listTransactions address": alice,
  } satisfies Partial<Record<ParameterName, Json | undefined>>;
}

/** The params of each example of a method. */
type Examples = readonly (readonly (Json | undefined)[])[];

/** The parameters of a method's examples, in their order, where they name something of the chain: others stay. */
export function methodExamples(cast: Cast): Readonly<Record<string, Examples | undefined>> {
  const { alice, bob, transfer, alphaTransfer, pending, validator } = cast;
  const { blockNumber, blockHash, hash } = transfer;
  const [commitment, serialNumber] = [alphaTransfer.commitments, alphaTransfer.serialNumbers].map(
    (list) => (Array.isArray(list) ? list[0] : undefined),
  );
  return {
    account_getBalance: [
      [alice, "latest"],
      [alice, Number(blockNumber) - 1],
    ],
    account_getNonce: [[alice]],
    alpha_getRecord: [[commitment], [UNKNOWN_HASH]],
    alpha_getSerialNumber: [[serialNumber], [cast.unspent]],
    chain_getBlockByHash: [[blockHash, false], [UNKNOWN_HASH]],
    chain_getBlockByNumber: [[blockNumber], [blockNumber, true], [999_999]],
    chain_subscribe: [
      ["blocks"],
      ["transactions", { after: cast.after.delta, address: alice, type: "transfer" }],
      ["transactions", { addresses: [alice] }],
    ],
    chain_updateSubscription: [["s3", { add: [bob], remove: [alice] }]],
    delta_getStake: [[alice], [bob]],
    delta_getValidator: [[validator], [bob]],
    dev_fund: [[alice, "1200000000000000000"]],
    dev_setTime: [[Number(transfer.timestamp) + 86_400]],
    getBalance: [[alice]],
    getTransaction: [[hash]],
    tx_getTransaction: [[hash], [pending.hash], [UNKNOWN_HASH]],
    tx_getTransactionReceipt: [[hash], [pending.hash]],
    tx_sendRawTransaction: [[pending.signedTx]],
  } satisfies Partial<Record<CallName, Examples>>;
}
