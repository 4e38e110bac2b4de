// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { MethodCall } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/**
 * Get the state of the chain.
 */
export const chain_getInfo: MethodCall = {
  info: {"parameters":[],"height":{"field":"blockHeight","settles":false},"segment":{"chain":"chain","networkId":"segment"},"safe":true,"chains":["alpha","delta"]},
  validators: { result: v.zRpcChainGetInfoResponse },
};

/**
 * Get a block by height.
 */
export const chain_getBlockByNumber: MethodCall = {
  info: {"parameters":[{"name":"blockNumber","in":"positional","required":true,"types":["integer"],"expected":"an integer"},{"name":"fullTx","in":"positional","types":["boolean"],"expected":"a boolean","default":false}],"height":{"field":"number","settles":true},"identity":{"blockNumber":["number"]},"segment":{"transactions.from":"addressPrefix","transactions.to":"addressPrefix"},"safe":true,"chains":["alpha","delta"]},
  validators: { params: v.zRpcChainGetBlockByNumberBody, result: v.zRpcChainGetBlockByNumberResponse },
};

/**
 * Get a block by hash.
 */
export const chain_getBlockByHash: MethodCall = {
  info: {"parameters":[{"name":"blockHash","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"},{"name":"fullTx","in":"positional","types":["boolean"],"expected":"a boolean","default":false}],"height":{"field":"number","settles":true,"hash":"hash"},"identity":{"blockHash":["hash"]},"segment":{"transactions.from":"addressPrefix","transactions.to":"addressPrefix"},"safe":true,"chains":["alpha","delta"]},
  validators: { params: v.zRpcChainGetBlockByHashBody, result: v.zRpcChainGetBlockByHashResponse },
};

/**
 * Get the balance of an account.
 */
export const account_getBalance: MethodCall = {
  info: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"},{"name":"blockNumber","in":"positional","types":["integer","string"],"expected":"an integer or latest or a height in decimal digits","default":"latest"}],"identity":{"blockNumber":["blockNumber"]},"safe":true,"chains":["alpha","delta"]},
  validators: { params: v.zRpcAccountGetBalanceBody, result: v.zRpcAccountGetBalanceResponse },
};

/**
 * Get the next nonce of an account.
 */
export const account_getNonce: MethodCall = {
  info: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"safe":true,"chains":["alpha","delta"]},
  validators: { params: v.zRpcAccountGetNonceBody, result: v.zRpcAccountGetNonceResponse },
};

/**
 * Submit a signed transaction.
 */
export const tx_sendRawTransaction: MethodCall = {
  info: {"parameters":[{"name":"signedTx","in":"positional","required":true,"types":["string"],"expected":"0x and whole bytes of hex"}],"safe":false,"errors":[-32602,-32603,-32000,-32001,-32002,-32003,-32005],"chains":["alpha","delta"]},
  validators: { params: v.zRpcTxSendRawTransactionBody, result: v.zRpcTxSendRawTransactionResponse },
};

/**
 * Get a transaction.
 */
export const tx_getTransaction: MethodCall = {
  info: {"parameters":[{"name":"txHash","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true,"unless":{"status":"pending"}},"identity":{"txHash":["hash"]},"segment":{"from":"addressPrefix","to":"addressPrefix"},"safe":true,"chains":["alpha","delta"]},
  validators: { params: v.zRpcTxGetTransactionBody, result: v.zRpcTxGetTransactionResponse },
};

/**
 * Get the receipt of a transaction.
 */
export const tx_getTransactionReceipt: MethodCall = {
  info: {"parameters":[{"name":"txHash","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true},"identity":{"txHash":["transactionHash"]},"segment":{"logs.address":"addressPrefix"},"safe":true,"chains":["alpha","delta"]},
  validators: { params: v.zRpcTxGetTransactionReceiptBody, result: v.zRpcTxGetTransactionReceiptResponse },
};

/**
 * Get a record of alpha.
 */
export const alpha_getRecord: MethodCall = {
  info: {"parameters":[{"name":"commitment","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true},"identity":{"commitment":["commitment"]},"segment":{"owner":"addressPrefix"},"open":"content","safe":true,"chains":["alpha"]},
  validators: { params: v.zRpcAlphaGetRecordBody, result: v.zRpcAlphaGetRecordResponse },
};

/**
 * Tell whether a serial number has been spent.
 */
export const alpha_getSerialNumber: MethodCall = {
  info: {"parameters":[{"name":"serialNumber","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true,"unless":{"spent":false}},"safe":true,"chains":["alpha"]},
  validators: { params: v.zRpcAlphaGetSerialNumberBody, result: v.zRpcAlphaGetSerialNumberResponse },
};

/**
 * Get the stake of an address.
 */
export const delta_getStake: MethodCall = {
  info: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"segment":{"delegatedTo":"addressPrefix"},"safe":true,"chains":["delta"]},
  validators: { params: v.zRpcDeltaGetStakeBody, result: v.zRpcDeltaGetStakeResponse },
};

/**
 * Get a validator.
 */
export const delta_getValidator: MethodCall = {
  info: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"identity":{"address":["address"]},"segment":{"address":"addressPrefix"},"safe":true,"chains":["delta"]},
  validators: { params: v.zRpcDeltaGetValidatorBody, result: v.zRpcDeltaGetValidatorResponse },
};
