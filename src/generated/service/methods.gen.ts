// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../../tables.ts";
import type { MethodValidators } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";
import type { Wire } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";

/** The JSON-RPC methods: what a handler is given, what it answers, chains that have it. */
export interface ServiceMethods {
  /**
   * Get the state of the chain.
   */
  chain_getInfo: {
    params: [];
    result: Wire<Types.calls["RpcChainGetInfoResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Get a block by height.
   */
  chain_getBlockByNumber: {
    params: [blockNumber: Wire<Types.calls["RpcChainGetBlockByNumberBody"]["blockNumber"]>, fullTx: NonNullable<Wire<Types.calls["RpcChainGetBlockByNumberBody"]["fullTx"]>>];
    result: Wire<Types.calls["RpcChainGetBlockByNumberResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Get a block by hash.
   */
  chain_getBlockByHash: {
    params: [blockHash: Wire<Types.calls["RpcChainGetBlockByHashBody"]["blockHash"]>, fullTx: NonNullable<Wire<Types.calls["RpcChainGetBlockByHashBody"]["fullTx"]>>];
    result: Wire<Types.calls["RpcChainGetBlockByHashResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Get the balance of an account.
   */
  account_getBalance: {
    params: [address: Wire<Types.calls["RpcAccountGetBalanceBody"]["address"]>, blockNumber: NonNullable<Wire<Types.calls["RpcAccountGetBalanceBody"]["blockNumber"]>>];
    result: Wire<Types.calls["RpcAccountGetBalanceResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Get the next nonce of an account.
   */
  account_getNonce: {
    params: [address: Wire<Types.calls["RpcAccountGetNonceBody"]["address"]>];
    result: Wire<Types.calls["RpcAccountGetNonceResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Submit a signed transaction.
   */
  tx_sendRawTransaction: {
    params: [signedTx: Wire<Types.calls["RpcTxSendRawTransactionBody"]["signedTx"]>];
    result: Wire<Types.calls["RpcTxSendRawTransactionResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Get a transaction.
   */
  tx_getTransaction: {
    params: [txHash: Wire<Types.calls["RpcTxGetTransactionBody"]["txHash"]>];
    result: Wire<Types.calls["RpcTxGetTransactionResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Get the receipt of a transaction.
   */
  tx_getTransactionReceipt: {
    params: [txHash: Wire<Types.calls["RpcTxGetTransactionReceiptBody"]["txHash"]>];
    result: Wire<Types.calls["RpcTxGetTransactionReceiptResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Get a record of alpha.
   */
  alpha_getRecord: {
    params: [commitment: Wire<Types.calls["RpcAlphaGetRecordBody"]["commitment"]>];
    result: Wire<Types.calls["RpcAlphaGetRecordResponse"]>;
    chains: "alpha";
  };

  /**
   * Tell whether a serial number has been spent.
   */
  alpha_getSerialNumber: {
    params: [serialNumber: Wire<Types.calls["RpcAlphaGetSerialNumberBody"]["serialNumber"]>];
    result: Wire<Types.calls["RpcAlphaGetSerialNumberResponse"]>;
    chains: "alpha";
  };

  /**
   * Get the stake of an address.
   */
  delta_getStake: {
    params: [address: Wire<Types.calls["RpcDeltaGetStakeBody"]["address"]>];
    result: Wire<Types.calls["RpcDeltaGetStakeResponse"]>;
    chains: "delta";
  };

  /**
   * Get a validator.
   */
  delta_getValidator: {
    params: [address: Wire<Types.calls["RpcDeltaGetValidatorBody"]["address"]>];
    result: Wire<Types.calls["RpcDeltaGetValidatorResponse"]>;
    chains: "delta";
  };
}

/** Table of the JSON-RPC methods, for use at run time. */
export const METHODS: Readonly<Record<keyof ServiceMethods, MethodInfo<Chain>>> = {
  chain_getInfo: {"parameters":[],"height":{"field":"blockHeight","settles":false},"safe":true,"chains":["alpha","delta"]},
  chain_getBlockByNumber: {"parameters":[{"name":"blockNumber","in":"positional","required":true,"types":["integer"],"expected":"an integer from 0 to 9007199254740991","minimum":0,"maximum":9007199254740991},{"name":"fullTx","in":"positional","types":["boolean"],"expected":"a boolean","default":false}],"height":{"field":"number","settles":true},"safe":true,"block":{"height":"number","hash":"hash","parent":"parentHash"},"chains":["alpha","delta"]},
  chain_getBlockByHash: {"parameters":[{"name":"blockHash","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"},{"name":"fullTx","in":"positional","types":["boolean"],"expected":"a boolean","default":false}],"height":{"field":"number","settles":true,"hash":"hash"},"safe":true,"block":{"height":"number","hash":"hash","parent":"parentHash"},"chains":["alpha","delta"]},
  account_getBalance: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"},{"name":"blockNumber","in":"positional","types":["integer","string"],"expected":"an integer from 0 to 9007199254740991 or latest or a height in decimal digits","default":"latest"}],"safe":true,"chains":["alpha","delta"]},
  account_getNonce: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"safe":true,"pending":true,"chains":["alpha","delta"]},
  tx_sendRawTransaction: {"parameters":[{"name":"signedTx","in":"positional","required":true,"types":["string"],"expected":"0x and whole bytes of hex"}],"safe":false,"chains":["alpha","delta"]},
  tx_getTransaction: {"parameters":[{"name":"txHash","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true,"unless":{"status":"pending"}},"safe":true,"pending":true,"block":{"height":"blockNumber","hash":"blockHash","transaction":"hash"},"chains":["alpha","delta"]},
  tx_getTransactionReceipt: {"parameters":[{"name":"txHash","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true},"safe":true,"block":{"height":"blockNumber","hash":"blockHash","transaction":"transactionHash"},"chains":["alpha","delta"]},
  alpha_getRecord: {"parameters":[{"name":"commitment","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true},"safe":true,"chains":["alpha"]},
  alpha_getSerialNumber: {"parameters":[{"name":"serialNumber","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true,"unless":{"spent":false}},"safe":true,"chains":["alpha"]},
  delta_getStake: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"safe":true,"chains":["delta"]},
  delta_getValidator: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"safe":true,"chains":["delta"]},
};

/** Validators of the JSON-RPC methods. */
export const METHOD_VALIDATORS: Readonly<Record<keyof ServiceMethods, MethodValidators>> = {
  chain_getInfo: { result: v.zRpcChainGetInfoResponse },
  chain_getBlockByNumber: { params: v.zRpcChainGetBlockByNumberBody, result: v.zRpcChainGetBlockByNumberResponse },
  chain_getBlockByHash: { params: v.zRpcChainGetBlockByHashBody, result: v.zRpcChainGetBlockByHashResponse },
  account_getBalance: { params: v.zRpcAccountGetBalanceBody, result: v.zRpcAccountGetBalanceResponse },
  account_getNonce: { params: v.zRpcAccountGetNonceBody, result: v.zRpcAccountGetNonceResponse },
  tx_sendRawTransaction: { params: v.zRpcTxSendRawTransactionBody, result: v.zRpcTxSendRawTransactionResponse },
  tx_getTransaction: { params: v.zRpcTxGetTransactionBody, result: v.zRpcTxGetTransactionResponse },
  tx_getTransactionReceipt: { params: v.zRpcTxGetTransactionReceiptBody, result: v.zRpcTxGetTransactionReceiptResponse },
  alpha_getRecord: { params: v.zRpcAlphaGetRecordBody, result: v.zRpcAlphaGetRecordResponse },
  alpha_getSerialNumber: { params: v.zRpcAlphaGetSerialNumberBody, result: v.zRpcAlphaGetSerialNumberResponse },
  delta_getStake: { params: v.zRpcDeltaGetStakeBody, result: v.zRpcDeltaGetStakeResponse },
  delta_getValidator: { params: v.zRpcDeltaGetValidatorBody, result: v.zRpcDeltaGetValidatorResponse },
};

/** The simplified calls: what a handler is given, what it answers, chains that have it. */
export interface ServiceSimplifiedCalls {
  /**
   * Get a balance by the simplified form.
   */
  getBalance: {
    params: [address: Wire<Types.calls["RpcGetBalanceBody"]["address"]>];
    result: Wire<Types.calls["RpcGetBalanceResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Get a transaction by the simplified form.
   */
  getTransaction: {
    params: [txid: Wire<Types.calls["RpcGetTransactionBody"]["txid"]>];
    result: Wire<Types.calls["RpcGetTransactionResponse"]>;
    chains: "alpha" | "delta";
  };
}

/** Table of the simplified calls, for use at run time. */
export const SIMPLIFIED_CALLS: Readonly<Record<keyof ServiceSimplifiedCalls, MethodInfo<Chain>>> = {
  getBalance: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"safe":true,"chains":["alpha","delta"]},
  getTransaction: {"parameters":[{"name":"txid","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true,"unless":{"status":"pending"}},"safe":true,"pending":true,"block":{"height":"blockNumber","hash":"blockHash","transaction":"hash"},"chains":["alpha","delta"]},
};

/** Validators of the simplified calls. */
export const SIMPLIFIED_VALIDATORS: Readonly<Record<keyof ServiceSimplifiedCalls, MethodValidators>> = {
  getBalance: { params: v.zRpcGetBalanceBody, result: v.zRpcGetBalanceResponse },
  getTransaction: { params: v.zRpcGetTransactionBody, result: v.zRpcGetTransactionResponse },
};

/** The methods that a WebSocket alone serves: what a handler is given, what it answers, chains that have it. */
export interface ServiceSocketMethods {
  /**
   * Subscribe to a topic.
   */
  chain_subscribe: {
    params: [topic: Wire<Types.calls["RpcChainSubscribeBody"]["topic"]>, filter: Wire<Types.calls["RpcChainSubscribeBody"]["filter"]> | undefined];
    result: Wire<Types.calls["RpcChainSubscribeResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Change the addresses of a subscription.
   */
  chain_updateSubscription: {
    params: [subscription: Wire<Types.calls["RpcChainUpdateSubscriptionBody"]["subscription"]>, change: Wire<Types.calls["RpcChainUpdateSubscriptionBody"]["change"]>];
    result: Wire<Types.calls["RpcChainUpdateSubscriptionResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * End a subscription.
   */
  chain_unsubscribe: {
    params: [subscription: Wire<Types.calls["RpcChainUnsubscribeBody"]["subscription"]>];
    result: Wire<Types.calls["RpcChainUnsubscribeResponse"]>;
    chains: "alpha" | "delta";
  };
}

/** Table of the methods that a WebSocket alone serves, for use at run time. */
export const SOCKET_METHODS: Readonly<Record<keyof ServiceSocketMethods, MethodInfo<Chain>>> = {
  chain_subscribe: {"parameters":[{"name":"topic","in":"positional","required":true,"types":["string"],"expected":"one of \"blocks\", \"transactions\", \"pending_transactions\", \"reorgs\", \"validators\", \"proposals\", \"serial_numbers\"","enum":["blocks","transactions","pending_transactions","reorgs","validators","proposals","serial_numbers"],"valuesByChain":{"alpha":["blocks","transactions","pending_transactions","reorgs","serial_numbers"],"delta":["blocks","transactions","pending_transactions","reorgs","validators","proposals"]}},{"name":"filter","in":"positional","types":["object"],"expected":"an object"}],"safe":false,"chains":["alpha","delta"]},
  chain_updateSubscription: {"parameters":[{"name":"subscription","in":"positional","required":true,"types":["string"],"expected":"a string"},{"name":"change","in":"positional","required":true,"types":["object"],"expected":"an object"}],"safe":false,"chains":["alpha","delta"]},
  chain_unsubscribe: {"parameters":[{"name":"subscription","in":"positional","required":true,"types":["string"],"expected":"a string"}],"safe":false,"chains":["alpha","delta"]},
};

/** Validators of the methods that a WebSocket alone serves. */
export const SOCKET_METHOD_VALIDATORS: Readonly<Record<keyof ServiceSocketMethods, MethodValidators>> = {
  chain_subscribe: { params: v.zRpcChainSubscribeBody, result: v.zRpcChainSubscribeResponse },
  chain_updateSubscription: { params: v.zRpcChainUpdateSubscriptionBody, result: v.zRpcChainUpdateSubscriptionResponse },
  chain_unsubscribe: { params: v.zRpcChainUnsubscribeBody, result: v.zRpcChainUnsubscribeResponse },
};

/** The methods that control the devnet: what a handler is given, what it answers, chains that have it. */
export interface ServiceDevMethods {
  /**
   * Get the state of the devnet.
   */
  dev_getState: {
    params: [];
    result: Wire<Types.calls["RpcDevGetStateResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Produce blocks.
   */
  dev_mine: {
    params: [count: NonNullable<Wire<Types.calls["RpcDevMineBody"]["count"]>>];
    result: Wire<Types.calls["RpcDevMineResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Set the block interval.
   */
  dev_setInterval: {
    params: [seconds: Wire<Types.calls["RpcDevSetIntervalBody"]["seconds"]>];
    result: Wire<Types.calls["RpcDevSetIntervalResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Set the clock.
   */
  dev_setTime: {
    params: [timestamp: Wire<Types.calls["RpcDevSetTimeBody"]["timestamp"]>];
    result: Wire<Types.calls["RpcDevSetTimeResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Fund an address.
   */
  dev_fund: {
    params: [address: Wire<Types.calls["RpcDevFundBody"]["address"]>, amount: Wire<Types.calls["RpcDevFundBody"]["amount"]>];
    result: Wire<Types.calls["RpcDevFundResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Take a snapshot.
   */
  dev_snapshot: {
    params: [];
    result: Wire<Types.calls["RpcDevSnapshotResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Revert to a snapshot.
   */
  dev_revert: {
    params: [snapshot: Wire<Types.calls["RpcDevRevertBody"]["snapshot"]>];
    result: Wire<Types.calls["RpcDevRevertResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Reorganise the chain.
   */
  dev_reorg: {
    params: [depth: Wire<Types.calls["RpcDevReorgBody"]["depth"]>];
    result: Wire<Types.calls["RpcDevReorgResponse"]>;
    chains: "alpha" | "delta";
  };

  /**
   * Set the faults.
   */
  dev_setFaults: {
    params: [rules: Wire<Types.calls["RpcDevSetFaultsBody"]["rules"]>];
    result: Wire<Types.calls["RpcDevSetFaultsResponse"]>;
    chains: "alpha" | "delta";
  };
}

/** Table of the methods that control the devnet, for use at run time. */
export const DEV_METHODS: Readonly<Record<keyof ServiceDevMethods, MethodInfo<Chain>>> = {
  dev_getState: {"parameters":[],"safe":true,"chains":["alpha","delta"]},
  dev_mine: {"parameters":[{"name":"count","in":"positional","types":["integer"],"expected":"an integer from 1 to 1000","default":1,"minimum":1,"maximum":1000}],"safe":false,"chains":["alpha","delta"]},
  dev_setInterval: {"parameters":[{"name":"seconds","in":"positional","required":true,"types":["number"],"expected":"a number from 0 to 86400","minimum":0,"maximum":86400}],"safe":true,"chains":["alpha","delta"]},
  dev_setTime: {"parameters":[{"name":"timestamp","in":"positional","required":true,"types":["integer"],"expected":"an integer from 0 to 9007199254740991","minimum":0,"maximum":9007199254740991}],"safe":false,"chains":["alpha","delta"]},
  dev_fund: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"},{"name":"amount","in":"positional","required":true,"types":["string"],"expected":"a decimal integer without sign or leading zeros","format":"decimal-integer"}],"safe":false,"chains":["alpha","delta"]},
  dev_snapshot: {"parameters":[],"safe":false,"chains":["alpha","delta"]},
  dev_revert: {"parameters":[{"name":"snapshot","in":"positional","required":true,"types":["string"],"expected":"a string"}],"safe":false,"chains":["alpha","delta"]},
  dev_reorg: {"parameters":[{"name":"depth","in":"positional","required":true,"types":["integer"],"expected":"an integer from 1 to 1000","minimum":1,"maximum":1000}],"safe":false,"chains":["alpha","delta"]},
  dev_setFaults: {"parameters":[{"name":"rules","in":"positional","required":true,"types":["array"],"items":["object"],"explode":false,"expected":"a list of at most 100 rules, each with path, kind, probability and, where they are wanted, status and delayMs"}],"safe":true,"chains":["alpha","delta"]},
};

/** Validators of the methods that control the devnet. */
export const DEV_METHOD_VALIDATORS: Readonly<Record<keyof ServiceDevMethods, MethodValidators>> = {
  dev_getState: { result: v.zRpcDevGetStateResponse },
  dev_mine: { params: v.zRpcDevMineBody, result: v.zRpcDevMineResponse },
  dev_setInterval: { params: v.zRpcDevSetIntervalBody, result: v.zRpcDevSetIntervalResponse },
  dev_setTime: { params: v.zRpcDevSetTimeBody, result: v.zRpcDevSetTimeResponse },
  dev_fund: { params: v.zRpcDevFundBody, result: v.zRpcDevFundResponse },
  dev_snapshot: { result: v.zRpcDevSnapshotResponse },
  dev_revert: { params: v.zRpcDevRevertBody, result: v.zRpcDevRevertResponse },
  dev_reorg: { params: v.zRpcDevReorgBody, result: v.zRpcDevReorgResponse },
  dev_setFaults: { params: v.zRpcDevSetFaultsBody, result: v.zRpcDevSetFaultsResponse },
};

/** Headers that a request must not have, in lower case; a `*` at the end stands for any ending (decided). */
export const DEV_REFUSED_HEADERS: readonly string[] = [
  "forwarded",
  "x-forwarded-*",
  "x-real-ip",
  "via"
];

/** Defaults of a rule for injected faults (an extension). */
export const DEV_FAULT_DEFAULTS = {
  "status": 503,
  "delayMs": 0
} as const;
