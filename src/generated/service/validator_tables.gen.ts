// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type * as z from "zod/mini";
import * as v from "./validators.gen.ts";

/** Validators of an operation: of its inputs where it takes some, and of `data`. */
export interface OperationValidators {
  readonly path?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly data: z.ZodMiniType;
}

/** Validators of a method: one for each positional parameter, and of the result. */
export interface MethodValidators {
  readonly params: readonly z.ZodMiniType[];
  readonly result: z.ZodMiniType;
}

/** Validators of the operations. */
export const OPERATION_VALIDATORS = {
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
  requestKey: { body: v.zKeyRequest, data: v.zIssuedKey },
} as const satisfies Record<string, OperationValidators>;

/** Validators of the methods. */
export const METHOD_VALIDATORS = {
  chain_getInfo: { params: [], result: v.zRpcChainGetInfoResponse },
  chain_getBlockByNumber: { params: [v.zRpcChainGetBlockByNumberBody.shape.blockNumber, v.zRpcChainGetBlockByNumberBody.shape.fullTx], result: v.zRpcChainGetBlockByNumberResponse },
  chain_getBlockByHash: { params: [v.zRpcChainGetBlockByHashBody.shape.blockHash, v.zRpcChainGetBlockByHashBody.shape.fullTx], result: v.zRpcChainGetBlockByHashResponse },
  account_getBalance: { params: [v.zRpcAccountGetBalanceBody.shape.address, v.zRpcAccountGetBalanceBody.shape.blockNumber], result: v.zRpcAccountGetBalanceResponse },
  account_getNonce: { params: [v.zRpcAccountGetNonceBody.shape.address], result: v.zRpcAccountGetNonceResponse },
  tx_sendRawTransaction: { params: [v.zRpcTxSendRawTransactionBody.shape.signedTx], result: v.zRpcTxSendRawTransactionResponse },
  tx_getTransaction: { params: [v.zRpcTxGetTransactionBody.shape.txHash], result: v.zRpcTxGetTransactionResponse },
  tx_getTransactionReceipt: { params: [v.zRpcTxGetTransactionReceiptBody.shape.txHash], result: v.zRpcTxGetTransactionReceiptResponse },
  alpha_getRecord: { params: [v.zRpcAlphaGetRecordBody.shape.commitment], result: v.zRpcAlphaGetRecordResponse },
  alpha_getSerialNumber: { params: [v.zRpcAlphaGetSerialNumberBody.shape.serialNumber], result: v.zRpcAlphaGetSerialNumberResponse },
  delta_getStake: { params: [v.zRpcDeltaGetStakeBody.shape.address], result: v.zRpcDeltaGetStakeResponse },
  delta_getValidator: { params: [v.zRpcDeltaGetValidatorBody.shape.address], result: v.zRpcDeltaGetValidatorResponse },
  chain_subscribe: { params: [v.zRpcChainSubscribeBody.shape.topic, v.zRpcChainSubscribeBody.shape.filter], result: v.zRpcChainSubscribeResponse },
  chain_unsubscribe: { params: [v.zRpcChainUnsubscribeBody.shape.subscription], result: v.zRpcChainUnsubscribeResponse },
} as const satisfies Record<string, MethodValidators>;

/** Validators of the simplified calls. */
export const SIMPLIFIED_VALIDATORS = {
  getBalance: { params: [v.zRpcGetBalanceBody.shape.address], result: v.zRpcGetBalanceResponse },
  getTransaction: { params: [v.zRpcGetTransactionBody.shape.txid], result: v.zRpcGetTransactionResponse },
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
} as const satisfies Record<string, z.ZodMiniType>;
