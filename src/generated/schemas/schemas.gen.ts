// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type * as z from "zod/mini";
import type { Wire } from "../../units/mod.ts";
import type * as Types from "../client/types.gen.ts";
import * as v from "./validators.gen.ts";

/** A validator: it takes `In`, as on the wire, and gives `Out`, with amounts as `bigint`. */
export type Schema<Out, In = unknown> = z.ZodMiniType<Out, In>;

/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export const Amount: Schema<Types.Amount, Wire<Types.Amount>> = v.zAmount as never;
/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export type Amount = Types.Amount;

/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export const Hash: Schema<Types.Hash, Wire<Types.Hash>> = v.zHash as never;
/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export type Hash = Types.Hash;

/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export const Commitment: Schema<Types.Commitment, Wire<Types.Commitment>> = v.zCommitment as never;
/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export type Commitment = Types.Commitment;

/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export const SerialNumber: Schema<Types.SerialNumber, Wire<Types.SerialNumber>> = v.zSerialNumber as never;
/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export type SerialNumber = Types.SerialNumber;

/**
 * Bytes in hex with 0x.
 */
export const Hex: Schema<Types.Hex, Wire<Types.Hex>> = v.zHex as never;
/**
 * Bytes in hex with 0x.
 */
export type Hex = Types.Hex;

/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export const Address: Schema<Types.Address, Wire<Types.Address>> = v.zAddress as never;
/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export type Address = Types.Address;

/**
 * Block height, which is also the block's number.
 */
export const Height: Schema<Types.Height, Wire<Types.Height>> = v.zHeight as never;
/**
 * Block height, which is also the block's number.
 */
export type Height = Types.Height;

/**
 * Count, index or nonce.
 */
export const Counter: Schema<Types.Counter, Wire<Types.Counter>> = v.zCounter as never;
/**
 * Count, index or nonce.
 */
export type Counter = Types.Counter;

/**
 * Id of a governance proposal.
 */
export const ProposalId: Schema<Types.ProposalId, Wire<Types.ProposalId>> = v.zProposalId as never;
/**
 * Id of a governance proposal.
 */
export type ProposalId = Types.ProposalId;

/**
 * Moment in whole Unix seconds.
 */
export const Timestamp: Schema<Types.Timestamp, Wire<Types.Timestamp>> = v.zTimestamp as never;
/**
 * Moment in whole Unix seconds.
 */
export type Timestamp = Types.Timestamp;

/**
 * Ratio from 0 to 1.
 */
export const Ratio: Schema<Types.Ratio, Wire<Types.Ratio>> = v.zRatio as never;
/**
 * Ratio from 0 to 1.
 */
export type Ratio = Types.Ratio;

/**
 * Version in dotted numeric form.
 */
export const Version: Schema<Types.Version, Wire<Types.Version>> = v.zVersion as never;
/**
 * Version in dotted numeric form.
 */
export type Version = Types.Version;

/**
 * Name of a chain.
 */
export const ChainName: Schema<Types.ChainName, Wire<Types.ChainName>> = v.zChainName as never;
/**
 * Name of a chain.
 */
export type ChainName = Types.ChainName;

/**
 * Name of a network.
 */
export const NetworkName: Schema<Types.NetworkName, Wire<Types.NetworkName>> = v.zNetworkName as never;
/**
 * Name of a network.
 */
export type NetworkName = Types.NetworkName;

/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export const TransactionStatus: Schema<Types.TransactionStatus, Wire<Types.TransactionStatus>> = v.zTransactionStatus as never;
/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export type TransactionStatus = Types.TransactionStatus;

/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export const TransactionType: Schema<Types.TransactionType, Wire<Types.TransactionType>> = v.zTransactionType as never;
/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export type TransactionType = Types.TransactionType;

/**
 * Whether a validator takes part in producing blocks.
 */
export const ValidatorStatus: Schema<Types.ValidatorStatus, Wire<Types.ValidatorStatus>> = v.zValidatorStatus as never;
/**
 * Whether a validator takes part in producing blocks.
 */
export type ValidatorStatus = Types.ValidatorStatus;

/**
 * active: votes are taken. passed, rejected: the vote has ended.
 */
export const ProposalStatus: Schema<Types.ProposalStatus, Wire<Types.ProposalStatus>> = v.zProposalStatus as never;
/**
 * active: votes are taken. passed, rejected: the vote has ended.
 */
export type ProposalStatus = Types.ProposalStatus;

/**
 * What went wrong; x-error-codes gives the HTTP status of each.
 */
export const ErrorCode: Schema<Types.ErrorCode, Wire<Types.ErrorCode>> = v.zErrorCode as never;
/**
 * What went wrong; x-error-codes gives the HTTP status of each.
 */
export type ErrorCode = Types.ErrorCode;

/**
 * Rate tier, see x-rate-tiers. Not shown by the interface: decided.
 */
export const Tier: Schema<Types.Tier, Wire<Types.Tier>> = v.zTier as never;
/**
 * Rate tier, see x-rate-tiers. Not shown by the interface: decided.
 */
export type Tier = Types.Tier;

/**
 * Facts about the answer itself.
 */
export const Meta: Schema<Types.Meta, Wire<Types.Meta>> = v.zMeta as never;
/**
 * Facts about the answer itself.
 */
export type Meta = Types.Meta;

/**
 * What went wrong.
 */
export const ErrorObject: Schema<Types.ErrorObject, Wire<Types.ErrorObject>> = v.zErrorObject as never;
/**
 * What went wrong.
 */
export type ErrorObject = Types.ErrorObject;

/**
 * Every failure is answered with this.
 */
export const ErrorEnvelope: Schema<Types.ErrorEnvelope, Wire<Types.ErrorEnvelope>> = v.zErrorEnvelope as never;
/**
 * Every failure is answered with this.
 */
export type ErrorEnvelope = Types.ErrorEnvelope;

/**
 * Where a page stands in its list.
 */
export const Pagination: Schema<Types.Pagination, Wire<Types.Pagination>> = v.zPagination as never;
/**
 * Where a page stands in its list.
 */
export type Pagination = Types.Pagination;

/**
 * State of the chain.
 */
export const ChainInfo: Schema<Types.ChainInfo, Wire<Types.ChainInfo>> = v.zChainInfo as never;
/**
 * State of the chain.
 */
export type ChainInfo = Types.ChainInfo;

/**
 * Figures of the chain.
 */
export const ChainStats: Schema<Types.ChainStats, Wire<Types.ChainStats>> = v.zChainStats as never;
/**
 * Figures of the chain.
 */
export type ChainStats = Types.ChainStats;

/**
 * A block in short.
 */
export const BlockSummary: Schema<Types.BlockSummary, Wire<Types.BlockSummary>> = v.zBlockSummary as never;
/**
 * A block in short.
 */
export type BlockSummary = Types.BlockSummary;

/**
 * A block in full, without its transactions.
 */
export const Block: Schema<Types.Block, Wire<Types.Block>> = v.zBlock as never;
/**
 * A block in full, without its transactions.
 */
export type Block = Types.Block;

/**
 * A page of blocks.
 */
export const BlockList: Schema<Types.BlockList, Wire<Types.BlockList>> = v.zBlockList as never;
/**
 * A page of blocks.
 */
export type BlockList = Types.BlockList;

/**
 * A transaction that is in a block.
 */
export const Transaction: Schema<Types.Transaction, Wire<Types.Transaction>> = v.zTransaction as never;
/**
 * A transaction that is in a block.
 */
export type Transaction = Types.Transaction;

/**
 * A page of transactions. Not shown by the interface: decided.
 */
export const TransactionList: Schema<Types.TransactionList, Wire<Types.TransactionList>> = v.zTransactionList as never;
/**
 * A page of transactions. Not shown by the interface: decided.
 */
export type TransactionList = Types.TransactionList;

/**
 * An account.
 */
export const Account: Schema<Types.Account, Wire<Types.Account>> = v.zAccount as never;
/**
 * An account.
 */
export type Account = Types.Account;

/**
 * What an account holds of one token.
 */
export const TokenBalance: Schema<Types.TokenBalance, Wire<Types.TokenBalance>> = v.zTokenBalance as never;
/**
 * What an account holds of one token.
 */
export type TokenBalance = Types.TokenBalance;

/**
 * The tokens of an account.
 */
export const TokenList: Schema<Types.TokenList, Wire<Types.TokenList>> = v.zTokenList as never;
/**
 * The tokens of an account.
 */
export type TokenList = Types.TokenList;

/**
 * A validator of delta.
 */
export const Validator: Schema<Types.Validator, Wire<Types.Validator>> = v.zValidator as never;
/**
 * A validator of delta.
 */
export type Validator = Types.Validator;

/**
 * A page of validators.
 */
export const ValidatorList: Schema<Types.ValidatorList, Wire<Types.ValidatorList>> = v.zValidatorList as never;
/**
 * A page of validators.
 */
export type ValidatorList = Types.ValidatorList;

/**
 * A governance proposal of delta.
 */
export const Proposal: Schema<Types.Proposal, Wire<Types.Proposal>> = v.zProposal as never;
/**
 * A governance proposal of delta.
 */
export type Proposal = Types.Proposal;

/**
 * A governance proposal of delta with its full text. Not shown by the interface: decided.
 */
export const ProposalDetail: Schema<Types.ProposalDetail, Wire<Types.ProposalDetail>> = v.zProposalDetail as never;
/**
 * A governance proposal of delta with its full text. Not shown by the interface: decided.
 */
export type ProposalDetail = Types.ProposalDetail;

/**
 * A page of governance proposals.
 */
export const ProposalList: Schema<Types.ProposalList, Wire<Types.ProposalList>> = v.zProposalList as never;
/**
 * A page of governance proposals.
 */
export type ProposalList = Types.ProposalList;

/**
 * Request for an API key.
 */
export const KeyRequest: Schema<Types.KeyRequest, Wire<Types.KeyRequest>> = v.zKeyRequest as never;
/**
 * Request for an API key.
 */
export type KeyRequest = Types.KeyRequest;

/**
 * A new API key. The service does not show it again. Not shown by the interface: decided.
 */
export const IssuedKey: Schema<Types.IssuedKey, Wire<Types.IssuedKey>> = v.zIssuedKey as never;
/**
 * A new API key. The service does not show it again. Not shown by the interface: decided.
 */
export type IssuedKey = Types.IssuedKey;

/**
 * Id that pairs an answer with its request. An integer within ±(2^53 - 1), a string of at most 128 characters or null.
 */
export const RpcId: Schema<Types.RpcId, Wire<Types.RpcId>> = v.zRpcId as never;
/**
 * Id that pairs an answer with its request. An integer within ±(2^53 - 1), a string of at most 128 characters or null.
 */
export type RpcId = Types.RpcId;

/**
 * A JSON-RPC request. Without id it is a notification and never answered.
 */
export const RpcRequest: Schema<Types.RpcRequest, Wire<Types.RpcRequest>> = v.zRpcRequest as never;
/**
 * A JSON-RPC request. Without id it is a notification and never answered.
 */
export type RpcRequest = Types.RpcRequest;

/**
 * Answer to a call that succeeded.
 */
export const RpcSuccess: Schema<Types.RpcSuccess, Wire<Types.RpcSuccess>> = v.zRpcSuccess as never;
/**
 * Answer to a call that succeeded.
 */
export type RpcSuccess = Types.RpcSuccess;

/**
 * Answer to a call that failed. The id is null when it could not be read.
 */
export const RpcFailure: Schema<Types.RpcFailure, Wire<Types.RpcFailure>> = v.zRpcFailure as never;
/**
 * Answer to a call that failed. The id is null when it could not be read.
 */
export type RpcFailure = Types.RpcFailure;

/**
 * What went wrong.
 */
export const RpcErrorObject: Schema<Types.RpcErrorObject, Wire<Types.RpcErrorObject>> = v.zRpcErrorObject as never;
/**
 * What went wrong.
 */
export type RpcErrorObject = Types.RpcErrorObject;

/**
 * A call in the simplified form.
 */
export const SimplifiedRequest: Schema<Types.SimplifiedRequest, Wire<Types.SimplifiedRequest>> = v.zSimplifiedRequest as never;
/**
 * A call in the simplified form.
 */
export type SimplifiedRequest = Types.SimplifiedRequest;

/**
 * Answer to a simplified call that succeeded. Not shown by the interface: decided.
 */
export const SimplifiedSuccess: Schema<Types.SimplifiedSuccess, Wire<Types.SimplifiedSuccess>> = v.zSimplifiedSuccess as never;
/**
 * Answer to a simplified call that succeeded. Not shown by the interface: decided.
 */
export type SimplifiedSuccess = Types.SimplifiedSuccess;

/**
 * Answer to a simplified call that failed. Not shown by the interface: decided.
 */
export const SimplifiedFailure: Schema<Types.SimplifiedFailure, Wire<Types.SimplifiedFailure>> = v.zSimplifiedFailure as never;
/**
 * Answer to a simplified call that failed. Not shown by the interface: decided.
 */
export type SimplifiedFailure = Types.SimplifiedFailure;

/**
 * State of the chain.
 */
export const RpcChainInfo: Schema<Types.RpcChainInfo, Wire<Types.RpcChainInfo>> = v.zRpcChainInfo as never;
/**
 * State of the chain.
 */
export type RpcChainInfo = Types.RpcChainInfo;

/**
 * A block.
 */
export const RpcBlock: Schema<Types.RpcBlock, Wire<Types.RpcBlock>> = v.zRpcBlock as never;
/**
 * A block.
 */
export type RpcBlock = Types.RpcBlock;

/**
 * Balance and nonce of an account as of a block.
 */
export const RpcBalance: Schema<Types.RpcBalance, Wire<Types.RpcBalance>> = v.zRpcBalance as never;
/**
 * Balance and nonce of an account as of a block.
 */
export type RpcBalance = Types.RpcBalance;

/**
 * Next nonce of an account.
 */
export const RpcNonce: Schema<Types.RpcNonce, Wire<Types.RpcNonce>> = v.zRpcNonce as never;
/**
 * Next nonce of an account.
 */
export type RpcNonce = Types.RpcNonce;

/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export const RpcTransactionStatus: Schema<Types.RpcTransactionStatus, Wire<Types.RpcTransactionStatus>> = v.zRpcTransactionStatus as never;
/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export type RpcTransactionStatus = Types.RpcTransactionStatus;

/**
 * A submitted transaction.
 */
export const RpcSubmission: Schema<Types.RpcSubmission, Wire<Types.RpcSubmission>> = v.zRpcSubmission as never;
/**
 * A submitted transaction.
 */
export type RpcSubmission = Types.RpcSubmission;

/**
 * A transaction that is in a block or pending.
 */
export const RpcTransaction: Schema<Types.RpcTransaction, Wire<Types.RpcTransaction>> = v.zRpcTransaction as never;
/**
 * A transaction that is in a block or pending.
 */
export type RpcTransaction = Types.RpcTransaction;

/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export const ReceiptStatus: Schema<Types.ReceiptStatus, Wire<Types.ReceiptStatus>> = v.zReceiptStatus as never;
/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export type ReceiptStatus = Types.ReceiptStatus;

/**
 * What a confirmed transaction did.
 */
export const RpcReceipt: Schema<Types.RpcReceipt, Wire<Types.RpcReceipt>> = v.zRpcReceipt as never;
/**
 * What a confirmed transaction did.
 */
export type RpcReceipt = Types.RpcReceipt;

/**
 * Something a transaction caused. Not shown by the interface: decided.
 */
export const RpcLog: Schema<Types.RpcLog, Wire<Types.RpcLog>> = v.zRpcLog as never;
/**
 * Something a transaction caused. Not shown by the interface: decided.
 */
export type RpcLog = Types.RpcLog;

/**
 * Details of a log by name, all strings; amounts are decimal integers in base units. Not shown by the interface: decided.
 */
export const RpcLogData: Schema<Types.RpcLogData, Wire<Types.RpcLogData>> = v.zRpcLogData as never;
/**
 * Details of a log by name, all strings; amounts are decimal integers in base units. Not shown by the interface: decided.
 */
export type RpcLogData = Types.RpcLogData;

/**
 * A record (UTXO) of alpha. The devnet shows the parts that a private chain would hide. Not shown by the interface: decided.
 */
export const AlphaRecord: Schema<Types.AlphaRecord, Wire<Types.AlphaRecord>> = v.zAlphaRecord as never;
/**
 * A record (UTXO) of alpha. The devnet shows the parts that a private chain would hide. Not shown by the interface: decided.
 */
export type AlphaRecord = Types.AlphaRecord;

/**
 * State of a serial number of alpha.
 */
export const SerialNumberState: Schema<Types.SerialNumberState, Wire<Types.SerialNumberState>> = v.zSerialNumberState as never;
/**
 * State of a serial number of alpha.
 */
export type SerialNumberState = Types.SerialNumberState;

/**
 * Stake of an address on delta.
 */
export const RpcStake: Schema<Types.RpcStake, Wire<Types.RpcStake>> = v.zRpcStake as never;
/**
 * Stake of an address on delta.
 */
export type RpcStake = Types.RpcStake;

/**
 * A validator of delta.
 */
export const RpcValidator: Schema<Types.RpcValidator, Wire<Types.RpcValidator>> = v.zRpcValidator as never;
/**
 * A validator of delta.
 */
export type RpcValidator = Types.RpcValidator;

/**
 * Name of a topic, see x-topics; x-values-by-chain lists the topics of each chain. Not shown by the interface: decided.
 */
export const TopicName: Schema<Types.TopicName, Wire<Types.TopicName>> = v.zTopicName as never;
/**
 * Name of a topic, see x-topics; x-values-by-chain lists the topics of each chain. Not shown by the interface: decided.
 */
export type TopicName = Types.TopicName;

/**
 * Place in the event log. Opaque: keep it and send it back as it is. Not shown by the interface: decided.
 */
export const Cursor: Schema<Types.Cursor, Wire<Types.Cursor>> = v.zCursor as never;
/**
 * Place in the event log. Opaque: keep it and send it back as it is. Not shown by the interface: decided.
 */
export type Cursor = Types.Cursor;

/**
 * Id of a subscription of this connection. Not shown by the interface: decided.
 */
export const SubscriptionId: Schema<Types.SubscriptionId, Wire<Types.SubscriptionId>> = v.zSubscriptionId as never;
/**
 * Id of a subscription of this connection. Not shown by the interface: decided.
 */
export type SubscriptionId = Types.SubscriptionId;

/**
 * Filter of a topic that has nothing to narrow. Not shown by the interface: decided.
 */
export const CursorFilter: Schema<Types.CursorFilter, Wire<Types.CursorFilter>> = v.zCursorFilter as never;
/**
 * Filter of a topic that has nothing to narrow. Not shown by the interface: decided.
 */
export type CursorFilter = Types.CursorFilter;

/**
 * Filter of a subscription. Not shown by the interface: decided.
 */
export const SubscriptionFilter: Schema<Types.SubscriptionFilter, Wire<Types.SubscriptionFilter>> = v.zSubscriptionFilter as never;
/**
 * Filter of a subscription. Not shown by the interface: decided.
 */
export type SubscriptionFilter = Types.SubscriptionFilter;

/**
 * Filter of the topic validators. Not shown by the interface: decided.
 */
export const ValidatorFilter: Schema<Types.ValidatorFilter, Wire<Types.ValidatorFilter>> = v.zValidatorFilter as never;
/**
 * Filter of the topic validators. Not shown by the interface: decided.
 */
export type ValidatorFilter = Types.ValidatorFilter;

/**
 * A new subscription. Not shown by the interface: decided.
 */
export const Subscription: Schema<Types.Subscription, Wire<Types.Subscription>> = v.zSubscription as never;
/**
 * A new subscription. Not shown by the interface: decided.
 */
export type Subscription = Types.Subscription;

/**
 * Message that carries an event. Not shown by the interface: decided.
 */
export const RpcNotification: Schema<Types.RpcNotification, Wire<Types.RpcNotification>> = v.zRpcNotification as never;
/**
 * Message that carries an event. Not shown by the interface: decided.
 */
export type RpcNotification = Types.RpcNotification;

/**
 * An event of a subscription. Not shown by the interface: decided.
 */
export const SubscriptionEvent: Schema<Types.SubscriptionEvent, Wire<Types.SubscriptionEvent>> = v.zSubscriptionEvent as never;
/**
 * An event of a subscription. Not shown by the interface: decided.
 */
export type SubscriptionEvent = Types.SubscriptionEvent;

/**
 * A reorganisation of the chain. Not shown by the interface: decided.
 */
export const Reorg: Schema<Types.Reorg, Wire<Types.Reorg>> = v.zReorg as never;
/**
 * A reorganisation of the chain. Not shown by the interface: decided.
 */
export type Reorg = Types.Reorg;

/**
 * Stands for an event in a topic of chain data where the chain was reorganised. Not shown by the interface: decided.
 */
export const ReorgNotice: Schema<Types.ReorgNotice, Wire<Types.ReorgNotice>> = v.zReorgNotice as never;
/**
 * Stands for an event in a topic of chain data where the chain was reorganised. Not shown by the interface: decided.
 */
export type ReorgNotice = Types.ReorgNotice;

/**
 * A serial number of alpha that was spent. Not shown by the interface: decided.
 */
export const SpentSerialNumber: Schema<Types.SpentSerialNumber, Wire<Types.SpentSerialNumber>> = v.zSpentSerialNumber as never;
/**
 * A serial number of alpha that was spent. Not shown by the interface: decided.
 */
export type SpentSerialNumber = Types.SpentSerialNumber;
