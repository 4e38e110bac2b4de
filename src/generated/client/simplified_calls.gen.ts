// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { MethodCall } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/**
 * Get a balance by the simplified form.
 */
export const getBalance: MethodCall = {
  info: {"parameters":[{"name":"address","in":"positional","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"open":"answer","safe":true,"chains":["alpha","delta"]},
  validators: { params: v.zRpcGetBalanceBody, result: v.zRpcGetBalanceResponse },
};

/**
 * Get a transaction by the simplified form.
 */
export const getTransaction: MethodCall = {
  info: {"parameters":[{"name":"txid","in":"positional","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"height":{"field":"blockNumber","settles":true,"unless":{"status":"pending"}},"identity":{"txid":["hash"]},"segment":{"from":"addressPrefix","to":"addressPrefix"},"open":"answer","safe":true,"chains":["alpha","delta"]},
  validators: { params: v.zRpcGetTransactionBody, result: v.zRpcGetTransactionResponse },
};
