// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { MethodCall } from "../../validation/mod.ts";
import type * as Types from "../types.gen.ts";
import * as calls from "./method_calls.gen.ts";
import * as simplified from "./simplified_calls.gen.ts";

/** The JSON-RPC methods: parameters in the order of the specs, decoded result, chains that have it. */
export interface Methods {
  /**
   * Get the state of the chain.
   *
   * Name, version, height and network of the chain.
   *
   * Given by the interface.
   */
  chain_getInfo: {
    params: [];
    result: Types.calls["RpcChainGetInfoResponse"];
    chains: "alpha" | "delta";
  };

  /**
   * Get a block by height.
   *
   * One block, with the hashes of its transactions or the transactions themselves. Null for a height above the newest block.
   *
   * Given by the interface.
   */
  chain_getBlockByNumber: {
    params: [blockNumber: Types.calls["RpcChainGetBlockByNumberBody"]["blockNumber"], fullTx?: Types.calls["RpcChainGetBlockByNumberBody"]["fullTx"]];
    result: Types.calls["RpcChainGetBlockByNumberResponse"];
    chains: "alpha" | "delta";
  };

  /**
   * Get a block by hash.
   *
   * One block, with the hashes of its transactions or the transactions themselves. Null for an unknown hash.
   *
   * Given by the interface.
   */
  chain_getBlockByHash: {
    params: [blockHash: Types.calls["RpcChainGetBlockByHashBody"]["blockHash"], fullTx?: Types.calls["RpcChainGetBlockByHashBody"]["fullTx"]];
    result: Types.calls["RpcChainGetBlockByHashResponse"];
    chains: "alpha" | "delta";
  };

  /**
   * Get the balance of an account.
   *
   * Balance and nonce as of a block, past ones included. An account never seen has balance "0" and nonce 0.
   *
   * Given by the interface.
   */
  account_getBalance: {
    params: [address: Types.calls["RpcAccountGetBalanceBody"]["address"], blockNumber?: Types.calls["RpcAccountGetBalanceBody"]["blockNumber"]];
    result: Types.calls["RpcAccountGetBalanceResponse"];
    chains: "alpha" | "delta";
  };

  /**
   * Get the next nonce of an account.
   *
   * The nonce its next transaction must carry, counting its pending transactions.
   *
   * Given by the interface.
   */
  account_getNonce: {
    params: [address: Types.calls["RpcAccountGetNonceBody"]["address"]];
    result: Types.calls["RpcAccountGetNonceResponse"];
    chains: "alpha" | "delta";
  };

  /**
   * Submit a signed transaction.
   *
   * Takes a transaction that the client has signed. It is persisted before it is acknowledged. The same bytes sent again give the same hash with its current status.
   *
   * This raw call does not tell a refusal from a lost answer, after which it may have been done: `sendRawTransaction` of the client does.
   *
   * Given by the interface.
   */
  tx_sendRawTransaction: {
    params: [signedTx: Types.calls["RpcTxSendRawTransactionBody"]["signedTx"]];
    result: Types.calls["RpcTxSendRawTransactionResponse"];
    chains: "alpha" | "delta";
  };

  /**
   * Get a transaction.
   *
   * A transaction that is in a block or pending. Null for an unknown hash.
   *
   * Given by the interface.
   */
  tx_getTransaction: {
    params: [txHash: Types.calls["RpcTxGetTransactionBody"]["txHash"]];
    result: Types.calls["RpcTxGetTransactionResponse"];
    chains: "alpha" | "delta";
  };

  /**
   * Get the receipt of a transaction.
   *
   * What a confirmed transaction did. Null while it is pending and for an unknown hash.
   *
   * Given by the interface.
   */
  tx_getTransactionReceipt: {
    params: [txHash: Types.calls["RpcTxGetTransactionReceiptBody"]["txHash"]];
    result: Types.calls["RpcTxGetTransactionReceiptResponse"];
    chains: "alpha" | "delta";
  };

  /**
   * Get a record of alpha.
   *
   * A record (UTXO) by its commitment, null for an unknown one. The devnet shows the parts of a record that a private chain would hide.
   *
   * Given by the interface.
   */
  alpha_getRecord: {
    params: [commitment: Types.calls["RpcAlphaGetRecordBody"]["commitment"]];
    result: Types.calls["RpcAlphaGetRecordResponse"];
    chains: "alpha";
  };

  /**
   * Tell whether a serial number has been spent.
   *
   * Whether a serial number of alpha has been spent, and in which block.
   *
   * Given by the interface.
   */
  alpha_getSerialNumber: {
    params: [serialNumber: Types.calls["RpcAlphaGetSerialNumberBody"]["serialNumber"]];
    result: Types.calls["RpcAlphaGetSerialNumberResponse"];
    chains: "alpha";
  };

  /**
   * Get the stake of an address.
   *
   * The stake of an address on delta. Without stake, amounts are "0" and delegatedTo is null.
   *
   * Given by the interface.
   */
  delta_getStake: {
    params: [address: Types.calls["RpcDeltaGetStakeBody"]["address"]];
    result: Types.calls["RpcDeltaGetStakeResponse"];
    chains: "delta";
  };

  /**
   * Get a validator.
   *
   * One validator of delta. Null for an address that is not a validator.
   *
   * Given by the interface.
   */
  delta_getValidator: {
    params: [address: Types.calls["RpcDeltaGetValidatorBody"]["address"]];
    result: Types.calls["RpcDeltaGetValidatorResponse"];
    chains: "delta";
  };
}

/** Name of a JSON-RPC method. */
export type MethodName = keyof Methods;

/** Name of a JSON-RPC method that a WebSocket alone serves. */
export type SocketMethodName = "chain_subscribe" | "chain_updateSubscription" | "chain_unsubscribe";

/** Every method: its row of the specs, and its validators. */
export const METHOD_CALLS: Readonly<Record<MethodName, MethodCall>> = {
  chain_getInfo: calls.chain_getInfo,
  chain_getBlockByNumber: calls.chain_getBlockByNumber,
  chain_getBlockByHash: calls.chain_getBlockByHash,
  account_getBalance: calls.account_getBalance,
  account_getNonce: calls.account_getNonce,
  tx_sendRawTransaction: calls.tx_sendRawTransaction,
  tx_getTransaction: calls.tx_getTransaction,
  tx_getTransactionReceipt: calls.tx_getTransactionReceipt,
  alpha_getRecord: calls.alpha_getRecord,
  alpha_getSerialNumber: calls.alpha_getSerialNumber,
  delta_getStake: calls.delta_getStake,
  delta_getValidator: calls.delta_getValidator,
};

/** The simplified calls: positional parameters, decoded result, chains that have it. */
export interface SimplifiedCalls {
  /**
   * Get a balance by the simplified form.
   *
   * Newest balance of an account. The body holds method and params alone.
   *
   * Given by the interface.
   */
  getBalance: {
    params: [address: Types.calls["RpcGetBalanceBody"]["address"]];
    result: Types.calls["RpcGetBalanceResponse"];
    chains: "alpha" | "delta";
  };

  /**
   * Get a transaction by the simplified form.
   *
   * A transaction that is in a block or pending, null for an unknown hash. The body holds method and params alone.
   *
   * Given by the interface.
   */
  getTransaction: {
    params: [txid: Types.calls["RpcGetTransactionBody"]["txid"]];
    result: Types.calls["RpcGetTransactionResponse"];
    chains: "alpha" | "delta";
  };
}

/** Name of a simplified call. */
export type SimplifiedName = keyof SimplifiedCalls;

/** Every simplified call: its row of the specs, and its validators. */
export const SIMPLIFIED_CALLS: Readonly<Record<SimplifiedName, MethodCall>> = {
  getBalance: simplified.getBalance,
  getTransaction: simplified.getTransaction,
};
