// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type * as tables from "../../tables.ts";
import type * as units from "../../units/mod.ts";
import type * as client from "../types.gen.ts";

export type Amount = units.Wire<client.Amount>;
export type Hash = units.Wire<client.Hash>;
export type Commitment = units.Wire<client.Commitment>;
export type SerialNumber = units.Wire<client.SerialNumber>;
export type Hex = units.Wire<client.Hex>;
export type Address = units.Wire<client.Address>;
export type Height = units.Wire<client.Height>;
export type Counter = units.Wire<client.Counter>;
export type ProposalId = units.Wire<client.ProposalId>;
export type Timestamp = units.Wire<client.Timestamp>;
export type Ratio = units.Wire<client.Ratio>;
export type Version = units.Wire<client.Version>;
export type ChainName = "alpha" | "delta";
export type NetworkName = "mainnet" | "testnet";
export type TransactionStatus = "success" | "failed";
export type TransactionType = "transfer" | "token_transfer" | "delegate" | "undelegate" | "claim_rewards" | "propose" | "vote";
export type ValidatorStatus = units.Wire<client.ValidatorStatus>;
export type ProposalStatus = units.Wire<client.ProposalStatus>;
export type ErrorCode = units.Wire<client.ErrorCode>;
export type Tier = "Public" | "Registered" | "Enterprise";
export type Meta = tables.Served<client.Meta>;
export type ErrorObject = tables.Served<client.ErrorObject>;
export type ErrorEnvelope = tables.Served<client.ErrorEnvelope>;
export type Pagination = tables.Served<client.Pagination>;
export type ChainInfo = tables.ServedWith<client.ChainInfo, {
  chain: ChainName;
  network: NetworkName;
}>;
export type ChainStats = tables.Served<client.ChainStats>;
export type BlockSummary = tables.Served<client.BlockSummary>;
export type Block = tables.Served<client.Block>;
export type BlockList = tables.Served<client.BlockList>;
export type Transaction = tables.ServedWith<client.Transaction, {
  status: TransactionStatus;
  type: TransactionType;
}>;
export type TransactionList = tables.ServedWith<client.TransactionList, {
  transactions: Array<Transaction>;
  pagination: Pagination;
}>;
export type Account = tables.Served<client.Account>;
export type TokenBalance = tables.Served<client.TokenBalance>;
export type TokenList = tables.Served<client.TokenList>;
export type Validator = tables.Served<client.Validator>;
export type ValidatorList = tables.Served<client.ValidatorList>;
export type Proposal = tables.Served<client.Proposal>;
export type ProposalDetail = tables.ServedWith<client.ProposalDetail, {
  id: ProposalId;
  title: string;
  description: string;
  proposer: Address;
  status: ProposalStatus;
  votesFor: Amount;
  votesAgainst: Amount;
  votesAbstain: Amount;
  startBlock: Height;
  endBlock: Height;
}>;
export type ProposalList = tables.ServedWith<client.ProposalList, {
  pagination: Pagination;
}>;
export type KeyRequest = tables.Served<client.KeyRequest>;
export type IssuedKey = tables.ServedWith<client.IssuedKey, {
  apiKey: string;
  tier: Tier;
  email: string;
}>;
export type RpcId = units.Wire<client.RpcId>;
export type RpcRequest = tables.Served<client.RpcRequest>;
export type RpcSuccess = tables.Served<client.RpcSuccess>;
export type RpcFailure = tables.ServedWith<client.RpcFailure, {
  error: RpcErrorObject;
}>;
export type RpcErrorObject = tables.ServedWith<client.RpcErrorObject, {
  code: -32700 | -32600 | -32601 | -32602 | -32603 | -32000 | -32001 | -32002 | -32003 | -32004 | -32005;
}>;
export type SimplifiedRequest = tables.Served<client.SimplifiedRequest>;
export type SimplifiedSuccess = tables.ServedWith<client.SimplifiedSuccess, {
  result: unknown;
}>;
export type SimplifiedFailure = tables.ServedWith<client.SimplifiedFailure, {
  error: RpcErrorObject;
}>;
export type RpcChainInfo = tables.ServedWith<client.RpcChainInfo, {
  chain: ChainName;
  networkId: "alpha" | "alpha-testnet" | "delta" | "delta-testnet";
}>;
export type RpcBlock = tables.ServedWith<client.RpcBlock, {
  transactions: Array<Hash | RpcTransaction>;
}>;
export type RpcBalance = tables.Served<client.RpcBalance>;
export type RpcNonce = tables.Served<client.RpcNonce>;
export type RpcTransactionStatus = "pending" | "confirmed" | "failed";
export type RpcSubmission = tables.ServedWith<client.RpcSubmission, {
  status: RpcTransactionStatus;
}>;
export type RpcTransaction = tables.ServedWith<client.RpcTransaction, {
  status: RpcTransactionStatus;
}>;
export type ReceiptStatus = 1 | 0;
export type RpcReceipt = tables.ServedWith<client.RpcReceipt, {
  status: ReceiptStatus;
  logs: Array<RpcLog>;
}>;
export type RpcLog = tables.ServedWith<client.RpcLog, {
  index: Counter;
  address: Address;
  event: string;
  data: RpcLogData;
}>;
export type RpcLogData = units.Wire<client.RpcLogData>;
export type AlphaRecord = tables.ServedWith<client.AlphaRecord, {
  commitment: Commitment;
  transactionHash: Hash | null;
  blockNumber: Height;
  index: Counter;
  value: Amount;
  owner: Address;
}>;
export type SerialNumberState = tables.Served<client.SerialNumberState>;
export type RpcStake = tables.Served<client.RpcStake>;
export type RpcValidator = tables.Served<client.RpcValidator>;
export type TopicName = "blocks" | "transactions" | "pending_transactions" | "reorgs" | "validators" | "proposals" | "serial_numbers";
export type Cursor = units.Wire<client.Cursor>;
export type SubscriptionId = units.Wire<client.SubscriptionId>;
export type CursorFilter = tables.Served<client.CursorFilter>;
export type SubscriptionFilter = tables.ServedWith<client.SubscriptionFilter, {
  type?: TransactionType;
}>;
export type ValidatorFilter = tables.Served<client.ValidatorFilter>;
export type Subscription = tables.ServedWith<client.Subscription, {
  subscription: SubscriptionId;
  cursor: Cursor;
}>;
export type AddressChange = tables.Served<client.AddressChange>;
export type WatchedAddresses = tables.ServedWith<client.WatchedAddresses, {
  addresses: number;
  cursor: Cursor;
}>;
export type RpcNotification = tables.ServedWith<client.RpcNotification, {
  jsonrpc: "2.0";
  method: "chain_subscription";
  params: SubscriptionEvent;
}>;
export type SubscriptionEvent = tables.ServedWith<client.SubscriptionEvent, {
  subscription: SubscriptionId;
  result: unknown;
  cursor: Cursor;
}>;
export type Reorg = tables.ServedWith<client.Reorg, {
  fromHeight: Height;
  oldHead: Hash;
  newHead: Hash;
}>;
export type ReorgNotice = tables.ServedWith<client.ReorgNotice, {
  reorg: Reorg;
}>;
export type SpentSerialNumber = tables.ServedWith<client.SpentSerialNumber, {
  serialNumber: SerialNumber;
  blockNumber: Height;
}>;
export type DevHead = tables.ServedWith<client.DevHead, {
  number: Height;
  hash: Hash;
}>;
export type DevFaultKind = "status" | "delay" | "stall" | "drop" | "duplicate" | "shuffle";
export type DevFaultRule = tables.ServedWith<client.DevFaultRule, {
  path: string;
  kind: DevFaultKind;
  probability: Ratio;
}>;
export type GetChainInfoResponse = tables.ServedWith<client.calls["GetChainInfoResponse"], {
  data: ChainInfo;
}>;
export type GetChainStatsResponse = tables.Served<client.calls["GetChainStatsResponse"]>;
export type ListBlocksQuery = tables.Served<client.calls["ListBlocksQuery"]>;
export type ListBlocksResponse = tables.Served<client.calls["ListBlocksResponse"]>;
export type GetBlockPath = tables.Served<client.calls["GetBlockPath"]>;
export type GetBlockResponse = tables.Served<client.calls["GetBlockResponse"]>;
export type ListBlockTransactionsPath = tables.Served<client.calls["ListBlockTransactionsPath"]>;
export type ListBlockTransactionsQuery = tables.Served<client.calls["ListBlockTransactionsQuery"]>;
export type ListBlockTransactionsResponse = tables.ServedWith<client.calls["ListBlockTransactionsResponse"], {
  data: TransactionList;
}>;
export type GetTransactionPath = tables.Served<client.calls["GetTransactionPath"]>;
export type GetTransactionResponse = tables.ServedWith<client.calls["GetTransactionResponse"], {
  data: Transaction;
}>;
export type ListTransactionsQuery = tables.ServedWith<client.calls["ListTransactionsQuery"], {
  type?: "all" | "transfer" | "token_transfer" | "delegate" | "undelegate" | "claim_rewards" | "propose" | "vote";
}>;
export type ListTransactionsResponse = tables.ServedWith<client.calls["ListTransactionsResponse"], {
  data: TransactionList;
}>;
export type GetAccountPath = tables.Served<client.calls["GetAccountPath"]>;
export type GetAccountResponse = tables.Served<client.calls["GetAccountResponse"]>;
export type ListAccountTransactionsPath = tables.Served<client.calls["ListAccountTransactionsPath"]>;
export type ListAccountTransactionsQuery = tables.Served<client.calls["ListAccountTransactionsQuery"]>;
export type ListAccountTransactionsResponse = tables.ServedWith<client.calls["ListAccountTransactionsResponse"], {
  data: TransactionList;
}>;
export type ListAccountTokensPath = tables.Served<client.calls["ListAccountTokensPath"]>;
export type ListAccountTokensResponse = tables.Served<client.calls["ListAccountTokensResponse"]>;
export type ListValidatorsQuery = tables.Served<client.calls["ListValidatorsQuery"]>;
export type ListValidatorsResponse = tables.Served<client.calls["ListValidatorsResponse"]>;
export type GetValidatorPath = tables.Served<client.calls["GetValidatorPath"]>;
export type GetValidatorResponse = tables.Served<client.calls["GetValidatorResponse"]>;
export type ListProposalsQuery = tables.Served<client.calls["ListProposalsQuery"]>;
export type ListProposalsResponse = tables.ServedWith<client.calls["ListProposalsResponse"], {
  data: ProposalList;
}>;
export type GetProposalPath = tables.Served<client.calls["GetProposalPath"]>;
export type GetProposalResponse = tables.ServedWith<client.calls["GetProposalResponse"], {
  data: ProposalDetail;
}>;
export type RequestKeyBody = units.Wire<client.calls["RequestKeyBody"]>;
export type RequestKeyResponse = tables.ServedWith<client.calls["RequestKeyResponse"], {
  data: IssuedKey;
}>;
export type RpcChainGetInfoResponse = RpcChainInfo;
export type RpcChainGetBlockByNumberBody = tables.Served<client.calls["RpcChainGetBlockByNumberBody"]>;
export type RpcChainGetBlockByNumberResponse = RpcBlock | null;
export type RpcChainGetBlockByHashBody = tables.Served<client.calls["RpcChainGetBlockByHashBody"]>;
export type RpcChainGetBlockByHashResponse = RpcBlock | null;
export type RpcAccountGetBalanceBody = tables.ServedWith<client.calls["RpcAccountGetBalanceBody"], {
  blockNumber?: Height | string;
}>;
export type RpcAccountGetBalanceResponse = units.Wire<client.calls["RpcAccountGetBalanceResponse"]>;
export type RpcAccountGetNonceBody = tables.Served<client.calls["RpcAccountGetNonceBody"]>;
export type RpcAccountGetNonceResponse = units.Wire<client.calls["RpcAccountGetNonceResponse"]>;
export type RpcTxSendRawTransactionBody = tables.Served<client.calls["RpcTxSendRawTransactionBody"]>;
export type RpcTxSendRawTransactionResponse = RpcSubmission;
export type RpcTxGetTransactionBody = tables.Served<client.calls["RpcTxGetTransactionBody"]>;
export type RpcTxGetTransactionResponse = RpcTransaction | null;
export type RpcTxGetTransactionReceiptBody = tables.Served<client.calls["RpcTxGetTransactionReceiptBody"]>;
export type RpcTxGetTransactionReceiptResponse = RpcReceipt | null;
export type RpcAlphaGetRecordBody = tables.Served<client.calls["RpcAlphaGetRecordBody"]>;
export type RpcAlphaGetRecordResponse = AlphaRecord | null;
export type RpcAlphaGetSerialNumberBody = tables.Served<client.calls["RpcAlphaGetSerialNumberBody"]>;
export type RpcAlphaGetSerialNumberResponse = units.Wire<client.calls["RpcAlphaGetSerialNumberResponse"]>;
export type RpcDeltaGetStakeBody = tables.Served<client.calls["RpcDeltaGetStakeBody"]>;
export type RpcDeltaGetStakeResponse = units.Wire<client.calls["RpcDeltaGetStakeResponse"]>;
export type RpcDeltaGetValidatorBody = tables.Served<client.calls["RpcDeltaGetValidatorBody"]>;
export type RpcDeltaGetValidatorResponse = units.Wire<client.calls["RpcDeltaGetValidatorResponse"]>;
export type RpcChainSubscribeBody = tables.ServedWith<client.calls["RpcChainSubscribeBody"], {
  topic: TopicName;
  filter?: SubscriptionFilter;
}>;
export type RpcChainSubscribeResponse = Subscription;
export type RpcChainUpdateSubscriptionBody = tables.Served<client.calls["RpcChainUpdateSubscriptionBody"]>;
export type RpcChainUpdateSubscriptionResponse = WatchedAddresses;
export type RpcChainUnsubscribeBody = tables.Served<client.calls["RpcChainUnsubscribeBody"]>;
export type RpcChainUnsubscribeResponse = units.Wire<client.calls["RpcChainUnsubscribeResponse"]>;
export type RpcGetBalanceBody = tables.Served<client.calls["RpcGetBalanceBody"]>;
export type RpcGetBalanceResponse = units.Wire<client.calls["RpcGetBalanceResponse"]>;
export type RpcGetTransactionBody = tables.Served<client.calls["RpcGetTransactionBody"]>;
export type RpcGetTransactionResponse = RpcTransaction | null;
export type RpcDevMineBody = {
    count?: number;
};
export type RpcDevMineResponse = DevHead;
export type RpcDevSetIntervalBody = {
    seconds: number;
};
export type RpcDevSetIntervalResponse = number;
export type RpcDevSetTimeBody = {
    timestamp: Timestamp;
};
export type RpcDevSetTimeResponse = Timestamp;
export type RpcDevFundBody = {
    address: Address;
    amount: Amount;
};
export type RpcDevFundResponse = RpcSubmission;
export type RpcDevSnapshotResponse = string;
export type RpcDevRevertBody = {
    snapshot: string;
};
export type RpcDevRevertResponse = DevHead;
export type RpcDevReorgBody = {
    depth: number;
};
export type RpcDevReorgResponse = Reorg;
export type RpcDevSetFaultsBody = {
    rules: Array<DevFaultRule>;
};
export type RpcDevSetFaultsResponse = Array<DevFaultRule>;
