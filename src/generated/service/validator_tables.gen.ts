// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { ZodMiniType as Validator } from "zod/mini";
import * as v from "./validators.gen.ts";

/** Validators of an operation: one for each parameter by its name, of the body where it takes one, and of `data`. */
export interface OperationValidators {
  readonly parameters: Readonly<Record<string, Validator>>;
  readonly body?: Validator;
  readonly data?: Validator;
}

/** Validators of a method: one for each positional parameter, and of the result. */
export interface MethodValidators {
  readonly params: readonly Validator[];
  readonly result: Validator;
}

/** Validators of the operations. */
export const OPERATION_VALIDATORS = {
  getChainInfo: { parameters: {  }, data: v.zChainInfo },
  getChainStats: { parameters: {  }, data: v.zChainStats },
  listBlocks: { parameters: { page: v.zListBlocksQuery.shape["page"], limit: v.zListBlocksQuery.shape["limit"], order: v.zListBlocksQuery.shape["order"] }, data: v.zBlockList },
  getBlock: { parameters: { identifier: v.zGetBlockPath.shape["identifier"] }, data: v.zBlock },
  listBlockTransactions: { parameters: { number: v.zListBlockTransactionsPath.shape["number"], page: v.zListBlockTransactionsQuery.shape["page"], limit: v.zListBlockTransactionsQuery.shape["limit"] }, data: v.zTransactionList },
  getTransaction: { parameters: { hash: v.zGetTransactionPath.shape["hash"] }, data: v.zTransaction },
  listTransactions: { parameters: { page: v.zListTransactionsQuery.shape["page"], limit: v.zListTransactionsQuery.shape["limit"], type: v.zListTransactionsQuery.shape["type"], address: v.zListTransactionsQuery.shape["address"] }, data: v.zTransactionList },
  getAccount: { parameters: { address: v.zGetAccountPath.shape["address"] }, data: v.zAccount },
  listAccountTransactions: { parameters: { address: v.zListAccountTransactionsPath.shape["address"], page: v.zListAccountTransactionsQuery.shape["page"], limit: v.zListAccountTransactionsQuery.shape["limit"], direction: v.zListAccountTransactionsQuery.shape["direction"] }, data: v.zTransactionList },
  listAccountTokens: { parameters: { address: v.zListAccountTokensPath.shape["address"] }, data: v.zTokenList },
  listValidators: { parameters: { status: v.zListValidatorsQuery.shape["status"], page: v.zListValidatorsQuery.shape["page"], limit: v.zListValidatorsQuery.shape["limit"] }, data: v.zValidatorList },
  getValidator: { parameters: { address: v.zGetValidatorPath.shape["address"] }, data: v.zValidator },
  listProposals: { parameters: { status: v.zListProposalsQuery.shape["status"], page: v.zListProposalsQuery.shape["page"], limit: v.zListProposalsQuery.shape["limit"] }, data: v.zProposalList },
  getProposal: { parameters: { id: v.zGetProposalPath.shape["id"] }, data: v.zProposalDetail },
  requestKey: { parameters: {  }, body: v.zRequestKeyBody, data: v.zIssuedKey },
} as const satisfies Record<string, OperationValidators>;

/** Validators of the methods. */
export const METHOD_VALIDATORS = {
  chain_getInfo: { params: [], result: v.zRpcChainGetInfoResponse },
  chain_getBlockByNumber: { params: [v.zRpcChainGetBlockByNumberBody.shape["blockNumber"], v.zRpcChainGetBlockByNumberBody.shape["fullTx"]], result: v.zRpcChainGetBlockByNumberResponse },
  chain_getBlockByHash: { params: [v.zRpcChainGetBlockByHashBody.shape["blockHash"], v.zRpcChainGetBlockByHashBody.shape["fullTx"]], result: v.zRpcChainGetBlockByHashResponse },
  account_getBalance: { params: [v.zRpcAccountGetBalanceBody.shape["address"], v.zRpcAccountGetBalanceBody.shape["blockNumber"]], result: v.zRpcAccountGetBalanceResponse },
  account_getNonce: { params: [v.zRpcAccountGetNonceBody.shape["address"]], result: v.zRpcAccountGetNonceResponse },
  tx_sendRawTransaction: { params: [v.zRpcTxSendRawTransactionBody.shape["signedTx"]], result: v.zRpcTxSendRawTransactionResponse },
  tx_getTransaction: { params: [v.zRpcTxGetTransactionBody.shape["txHash"]], result: v.zRpcTxGetTransactionResponse },
  tx_getTransactionReceipt: { params: [v.zRpcTxGetTransactionReceiptBody.shape["txHash"]], result: v.zRpcTxGetTransactionReceiptResponse },
  alpha_getRecord: { params: [v.zRpcAlphaGetRecordBody.shape["commitment"]], result: v.zRpcAlphaGetRecordResponse },
  alpha_getSerialNumber: { params: [v.zRpcAlphaGetSerialNumberBody.shape["serialNumber"]], result: v.zRpcAlphaGetSerialNumberResponse },
  delta_getStake: { params: [v.zRpcDeltaGetStakeBody.shape["address"]], result: v.zRpcDeltaGetStakeResponse },
  delta_getValidator: { params: [v.zRpcDeltaGetValidatorBody.shape["address"]], result: v.zRpcDeltaGetValidatorResponse },
  chain_subscribe: { params: [v.zRpcChainSubscribeBody.shape["topic"], v.zRpcChainSubscribeBody.shape["filter"]], result: v.zRpcChainSubscribeResponse },
  chain_unsubscribe: { params: [v.zRpcChainUnsubscribeBody.shape["subscription"]], result: v.zRpcChainUnsubscribeResponse },
} as const satisfies Record<string, MethodValidators>;

/** Validators of the simplified calls. */
export const SIMPLIFIED_VALIDATORS = {
  getBalance: { params: [v.zRpcGetBalanceBody.shape["address"]], result: v.zRpcGetBalanceResponse },
  getTransaction: { params: [v.zRpcGetTransactionBody.shape["txid"]], result: v.zRpcGetTransactionResponse },
} as const satisfies Record<string, MethodValidators>;

/** Validators of the payloads of topics. */
export const TOPIC_VALIDATORS = {
  blocks: v.zBlockSummary,
  transactions: v.zTransaction,
  pending_transactions: v.zRpcTransaction,
  reorgs: v.zReorg,
  validators: v.zValidator,
  proposals: v.zProposal,
  serial_numbers: v.zSpentSerialNumber,
} as const satisfies Record<string, Validator>;

/** Validators of the fields of topics' filters. */
export const FILTER_VALIDATORS = {
  blocks: { after: v.zCursorFilter.shape["after"] },
  transactions: { after: v.zSubscriptionFilter.shape["after"], address: v.zSubscriptionFilter.shape["address"], type: v.zSubscriptionFilter.shape["type"] },
  pending_transactions: { after: v.zCursorFilter.shape["after"] },
  reorgs: { after: v.zCursorFilter.shape["after"] },
  validators: { after: v.zValidatorFilter.shape["after"], address: v.zValidatorFilter.shape["address"] },
  proposals: { after: v.zCursorFilter.shape["after"] },
  serial_numbers: { after: v.zCursorFilter.shape["after"] },
} as const satisfies Record<string, Readonly<Record<string, Validator>>>;
