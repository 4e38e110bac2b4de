// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { MethodValidators, OperationValidators, Validator } from "../../validation/mod.ts";
import type { TopicName } from "../topics.gen.ts";
import * as v from "../wire/validators.gen.ts";
import type { ServiceMethods, ServiceSimplifiedCalls, ServiceSocketMethods } from "./methods.gen.ts";
import type { OperationId } from "./operations.gen.ts";

/** Validators of the operations. */
export const OPERATION_VALIDATORS: Readonly<Record<OperationId, OperationValidators>> = {
  getChainInfo: { data: v.zChainInfo },
  getChainStats: { data: v.zChainStats },
  listBlocks: { query: v.zListBlocksQuery, data: v.zBlockList },
  getBlock: { path: v.zGetBlockPath, data: v.zBlock },
  listBlockTransactions: { path: v.zListBlockTransactionsPath, query: v.zListBlockTransactionsQuery, data: v.zTransactionList },
  getTransaction: { path: v.zGetTransactionPath, data: v.zTransaction },
  listTransactions: { query: v.zListTransactionsQuery, data: v.zTransactionList },
  getAccount: { path: v.zGetAccountPath, data: v.zAccount },
  listAccountTransactions: { path: v.zListAccountTransactionsPath, query: v.zListAccountTransactionsQuery, data: v.zTransactionList },
  listAccountTokens: { path: v.zListAccountTokensPath, data: v.zTokenList },
  listValidators: { query: v.zListValidatorsQuery, data: v.zValidatorList },
  getValidator: { path: v.zGetValidatorPath, data: v.zValidator },
  listProposals: { query: v.zListProposalsQuery, data: v.zProposalList },
  getProposal: { path: v.zGetProposalPath, data: v.zProposalDetail },
  requestKey: { body: v.zRequestKeyBody, data: v.zIssuedKey },
};

/** Validators of the methods. */
export const METHOD_VALIDATORS: Readonly<
  Record<keyof (ServiceMethods & ServiceSocketMethods), MethodValidators>
> = {
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
  chain_subscribe: { params: v.zRpcChainSubscribeBody, result: v.zRpcChainSubscribeResponse },
  chain_unsubscribe: { params: v.zRpcChainUnsubscribeBody, result: v.zRpcChainUnsubscribeResponse },
};

/** Validators of the simplified calls. */
export const SIMPLIFIED_VALIDATORS: Readonly<Record<keyof ServiceSimplifiedCalls, MethodValidators>> = {
  getBalance: { params: v.zRpcGetBalanceBody, result: v.zRpcGetBalanceResponse },
  getTransaction: { params: v.zRpcGetTransactionBody, result: v.zRpcGetTransactionResponse },
};

/** Validators of the payloads of topics. */
export const TOPIC_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
  blocks: v.zBlockSummary,
  transactions: v.zTransaction,
  pending_transactions: v.zRpcTransaction,
  reorgs: v.zReorg,
  validators: v.zValidator,
  proposals: v.zProposal,
  serial_numbers: v.zSpentSerialNumber,
};

/** Validators of the filters of topics. */
export const FILTER_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
  blocks: v.zCursorFilter,
  transactions: v.zSubscriptionFilter,
  pending_transactions: v.zCursorFilter,
  reorgs: v.zCursorFilter,
  validators: v.zValidatorFilter,
  proposals: v.zCursorFilter,
  serial_numbers: v.zCursorFilter,
};
