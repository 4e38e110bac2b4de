// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type * as z from "zod/mini";
import type * as Decoded from "./decoded.gen.ts";
import * as v from "./validators.gen.ts";
import type * as Wire from "./wire.gen.ts";

/** A validator: it takes `In`, as on the wire, and gives `Out`, with amounts as `bigint`. */
export type Schema<Out, In = unknown> = z.ZodMiniType<Out, In>;

/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export const Amount: Schema<Decoded.Amount, Wire.Amount> = v.zAmount as never;
/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export type Amount = Decoded.Amount;

/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export const Hash: Schema<Decoded.Hash, Wire.Hash> = v.zHash as never;
/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export type Hash = Decoded.Hash;

/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export const Commitment: Schema<Decoded.Commitment, Wire.Commitment> = v.zCommitment as never;
/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export type Commitment = Decoded.Commitment;

/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export const SerialNumber: Schema<Decoded.SerialNumber, Wire.SerialNumber> = v.zSerialNumber as never;
/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export type SerialNumber = Decoded.SerialNumber;

/**
 * Bytes in hex with 0x.
 */
export const Hex: Schema<Decoded.Hex, Wire.Hex> = v.zHex as never;
/**
 * Bytes in hex with 0x.
 */
export type Hex = Decoded.Hex;

/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export const Address: Schema<Decoded.Address, Wire.Address> = v.zAddress as never;
/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export type Address = Decoded.Address;

/**
 * Block height, which is also the block's number.
 */
export const Height: Schema<Decoded.Height, Wire.Height> = v.zHeight as never;
/**
 * Block height, which is also the block's number.
 */
export type Height = Decoded.Height;

/**
 * Count, index or nonce.
 */
export const Counter: Schema<Decoded.Counter, Wire.Counter> = v.zCounter as never;
/**
 * Count, index or nonce.
 */
export type Counter = Decoded.Counter;

/**
 * Id of a governance proposal.
 */
export const ProposalId: Schema<Decoded.ProposalId, Wire.ProposalId> = v.zProposalId as never;
/**
 * Id of a governance proposal.
 */
export type ProposalId = Decoded.ProposalId;

/**
 * Moment in whole Unix seconds.
 */
export const Timestamp: Schema<Decoded.Timestamp, Wire.Timestamp> = v.zTimestamp as never;
/**
 * Moment in whole Unix seconds.
 */
export type Timestamp = Decoded.Timestamp;

/**
 * Ratio from 0 to 1.
 */
export const Ratio: Schema<Decoded.Ratio, Wire.Ratio> = v.zRatio as never;
/**
 * Ratio from 0 to 1.
 */
export type Ratio = Decoded.Ratio;

/**
 * Version in dotted numeric form.
 */
export const Version: Schema<Decoded.Version, Wire.Version> = v.zVersion as never;
/**
 * Version in dotted numeric form.
 */
export type Version = Decoded.Version;

/**
 * Name of a chain.
 */
export const ChainName: Schema<Decoded.ChainName, Wire.ChainName> = v.zChainName as never;
/**
 * Name of a chain.
 */
export type ChainName = Decoded.ChainName;

/**
 * Name of a network.
 */
export const NetworkName: Schema<Decoded.NetworkName, Wire.NetworkName> = v.zNetworkName as never;
/**
 * Name of a network.
 */
export type NetworkName = Decoded.NetworkName;

/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export const TransactionStatus: Schema<Decoded.TransactionStatus, Wire.TransactionStatus> = v.zTransactionStatus as never;
/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export type TransactionStatus = Decoded.TransactionStatus;

/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export const TransactionType: Schema<Decoded.TransactionType, Wire.TransactionType> = v.zTransactionType as never;
/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export type TransactionType = Decoded.TransactionType;

/**
 * Whether a validator takes part in producing blocks.
 */
export const ValidatorStatus: Schema<Decoded.ValidatorStatus, Wire.ValidatorStatus> = v.zValidatorStatus as never;
/**
 * Whether a validator takes part in producing blocks.
 */
export type ValidatorStatus = Decoded.ValidatorStatus;

/**
 * active: votes are taken. passed, rejected: the vote has ended.
 */
export const ProposalStatus: Schema<Decoded.ProposalStatus, Wire.ProposalStatus> = v.zProposalStatus as never;
/**
 * active: votes are taken. passed, rejected: the vote has ended.
 */
export type ProposalStatus = Decoded.ProposalStatus;

/**
 * What went wrong; x-error-codes gives the HTTP status of each.
 */
export const ErrorCode: Schema<Decoded.ErrorCode, Wire.ErrorCode> = v.zErrorCode as never;
/**
 * What went wrong; x-error-codes gives the HTTP status of each.
 */
export type ErrorCode = Decoded.ErrorCode;

/**
 * Rate tier, see x-rate-tiers. Not shown by the interface: decided.
 */
export const Tier: Schema<Decoded.Tier, Wire.Tier> = v.zTier as never;
/**
 * Rate tier, see x-rate-tiers. Not shown by the interface: decided.
 */
export type Tier = Decoded.Tier;

/**
 * Facts about the answer itself.
 */
export const Meta: Schema<Decoded.Meta, Wire.Meta> = v.zMeta as never;
/**
 * Facts about the answer itself.
 */
export type Meta = Decoded.Meta;

/**
 * What went wrong.
 */
export const ErrorObject: Schema<Decoded.ErrorObject, Wire.ErrorObject> = v.zErrorObject as never;
/**
 * What went wrong.
 */
export type ErrorObject = Decoded.ErrorObject;

/**
 * Every failure is answered with this.
 */
export const ErrorEnvelope: Schema<Decoded.ErrorEnvelope, Wire.ErrorEnvelope> = v.zErrorEnvelope as never;
/**
 * Every failure is answered with this.
 */
export type ErrorEnvelope = Decoded.ErrorEnvelope;

/**
 * Where a page stands in its list.
 */
export const Pagination: Schema<Decoded.Pagination, Wire.Pagination> = v.zPagination as never;
/**
 * Where a page stands in its list.
 */
export type Pagination = Decoded.Pagination;

/**
 * State of the chain.
 */
export const ChainInfo: Schema<Decoded.ChainInfo, Wire.ChainInfo> = v.zChainInfo as never;
/**
 * State of the chain.
 */
export type ChainInfo = Decoded.ChainInfo;

/**
 * Figures of the chain.
 */
export const ChainStats: Schema<Decoded.ChainStats, Wire.ChainStats> = v.zChainStats as never;
/**
 * Figures of the chain.
 */
export type ChainStats = Decoded.ChainStats;

/**
 * A block in short.
 */
export const BlockSummary: Schema<Decoded.BlockSummary, Wire.BlockSummary> = v.zBlockSummary as never;
/**
 * A block in short.
 */
export type BlockSummary = Decoded.BlockSummary;

/**
 * A block in full, without its transactions.
 */
export const Block: Schema<Decoded.Block, Wire.Block> = v.zBlock as never;
/**
 * A block in full, without its transactions.
 */
export type Block = Decoded.Block;

/**
 * A page of blocks.
 */
export const BlockList: Schema<Decoded.BlockList, Wire.BlockList> = v.zBlockList as never;
/**
 * A page of blocks.
 */
export type BlockList = Decoded.BlockList;

/**
 * A transaction that is in a block.
 */
export const Transaction: Schema<Decoded.Transaction, Wire.Transaction> = v.zTransaction as never;
/**
 * A transaction that is in a block.
 */
export type Transaction = Decoded.Transaction;

/**
 * A page of transactions. Not shown by the interface: decided.
 */
export const TransactionList: Schema<Decoded.TransactionList, Wire.TransactionList> = v.zTransactionList as never;
/**
 * A page of transactions. Not shown by the interface: decided.
 */
export type TransactionList = Decoded.TransactionList;

/**
 * An account.
 */
export const Account: Schema<Decoded.Account, Wire.Account> = v.zAccount as never;
/**
 * An account.
 */
export type Account = Decoded.Account;

/**
 * What an account holds of one token.
 */
export const TokenBalance: Schema<Decoded.TokenBalance, Wire.TokenBalance> = v.zTokenBalance as never;
/**
 * What an account holds of one token.
 */
export type TokenBalance = Decoded.TokenBalance;

/**
 * The tokens of an account.
 */
export const TokenList: Schema<Decoded.TokenList, Wire.TokenList> = v.zTokenList as never;
/**
 * The tokens of an account.
 */
export type TokenList = Decoded.TokenList;

/**
 * A validator of delta.
 */
export const Validator: Schema<Decoded.Validator, Wire.Validator> = v.zValidator as never;
/**
 * A validator of delta.
 */
export type Validator = Decoded.Validator;

/**
 * A page of validators.
 */
export const ValidatorList: Schema<Decoded.ValidatorList, Wire.ValidatorList> = v.zValidatorList as never;
/**
 * A page of validators.
 */
export type ValidatorList = Decoded.ValidatorList;

/**
 * A governance proposal of delta.
 */
export const Proposal: Schema<Decoded.Proposal, Wire.Proposal> = v.zProposal as never;
/**
 * A governance proposal of delta.
 */
export type Proposal = Decoded.Proposal;

/**
 * A governance proposal of delta with its full text. Not shown by the interface: decided.
 */
export const ProposalDetail: Schema<Decoded.ProposalDetail, Wire.ProposalDetail> = v.zProposalDetail as never;
/**
 * A governance proposal of delta with its full text. Not shown by the interface: decided.
 */
export type ProposalDetail = Decoded.ProposalDetail;

/**
 * A page of governance proposals.
 */
export const ProposalList: Schema<Decoded.ProposalList, Wire.ProposalList> = v.zProposalList as never;
/**
 * A page of governance proposals.
 */
export type ProposalList = Decoded.ProposalList;

/**
 * Request for an API key.
 */
export const KeyRequest: Schema<Decoded.KeyRequest, Wire.KeyRequest> = v.zKeyRequest as never;
/**
 * Request for an API key.
 */
export type KeyRequest = Decoded.KeyRequest;

/**
 * A new API key. The service does not show it again. Not shown by the interface: decided.
 */
export const IssuedKey: Schema<Decoded.IssuedKey, Wire.IssuedKey> = v.zIssuedKey as never;
/**
 * A new API key. The service does not show it again. Not shown by the interface: decided.
 */
export type IssuedKey = Decoded.IssuedKey;

/**
 * Id that pairs an answer with its request. An integer within ±(2^53 - 1), a string of at most 128 characters or null.
 */
export const RpcId: Schema<Decoded.RpcId, Wire.RpcId> = v.zRpcId as never;
/**
 * Id that pairs an answer with its request. An integer within ±(2^53 - 1), a string of at most 128 characters or null.
 */
export type RpcId = Decoded.RpcId;

/**
 * A JSON-RPC request. Without id it is a notification and never answered.
 */
export const RpcRequest: Schema<Decoded.RpcRequest, Wire.RpcRequest> = v.zRpcRequest as never;
/**
 * A JSON-RPC request. Without id it is a notification and never answered.
 */
export type RpcRequest = Decoded.RpcRequest;

/**
 * Answer to a call that succeeded.
 */
export const RpcSuccess: Schema<Decoded.RpcSuccess, Wire.RpcSuccess> = v.zRpcSuccess as never;
/**
 * Answer to a call that succeeded.
 */
export type RpcSuccess = Decoded.RpcSuccess;

/**
 * Answer to a call that failed. The id is null when it could not be read.
 */
export const RpcFailure: Schema<Decoded.RpcFailure, Wire.RpcFailure> = v.zRpcFailure as never;
/**
 * Answer to a call that failed. The id is null when it could not be read.
 */
export type RpcFailure = Decoded.RpcFailure;

/**
 * What went wrong.
 */
export const RpcErrorObject: Schema<Decoded.RpcErrorObject, Wire.RpcErrorObject> = v.zRpcErrorObject as never;
/**
 * What went wrong.
 */
export type RpcErrorObject = Decoded.RpcErrorObject;

/**
 * A call in the simplified form.
 */
export const SimplifiedRequest: Schema<Decoded.SimplifiedRequest, Wire.SimplifiedRequest> = v.zSimplifiedRequest as never;
/**
 * A call in the simplified form.
 */
export type SimplifiedRequest = Decoded.SimplifiedRequest;

/**
 * Answer to a simplified call that succeeded. Not shown by the interface: decided.
 */
export const SimplifiedSuccess: Schema<Decoded.SimplifiedSuccess, Wire.SimplifiedSuccess> = v.zSimplifiedSuccess as never;
/**
 * Answer to a simplified call that succeeded. Not shown by the interface: decided.
 */
export type SimplifiedSuccess = Decoded.SimplifiedSuccess;

/**
 * Answer to a simplified call that failed. Not shown by the interface: decided.
 */
export const SimplifiedFailure: Schema<Decoded.SimplifiedFailure, Wire.SimplifiedFailure> = v.zSimplifiedFailure as never;
/**
 * Answer to a simplified call that failed. Not shown by the interface: decided.
 */
export type SimplifiedFailure = Decoded.SimplifiedFailure;

/**
 * State of the chain.
 */
export const RpcChainInfo: Schema<Decoded.RpcChainInfo, Wire.RpcChainInfo> = v.zRpcChainInfo as never;
/**
 * State of the chain.
 */
export type RpcChainInfo = Decoded.RpcChainInfo;

/**
 * A block.
 */
export const RpcBlock: Schema<Decoded.RpcBlock, Wire.RpcBlock> = v.zRpcBlock as never;
/**
 * A block.
 */
export type RpcBlock = Decoded.RpcBlock;

/**
 * Balance and nonce of an account as of a block.
 */
export const RpcBalance: Schema<Decoded.RpcBalance, Wire.RpcBalance> = v.zRpcBalance as never;
/**
 * Balance and nonce of an account as of a block.
 */
export type RpcBalance = Decoded.RpcBalance;

/**
 * Next nonce of an account.
 */
export const RpcNonce: Schema<Decoded.RpcNonce, Wire.RpcNonce> = v.zRpcNonce as never;
/**
 * Next nonce of an account.
 */
export type RpcNonce = Decoded.RpcNonce;

/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export const RpcTransactionStatus: Schema<Decoded.RpcTransactionStatus, Wire.RpcTransactionStatus> = v.zRpcTransactionStatus as never;
/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export type RpcTransactionStatus = Decoded.RpcTransactionStatus;

/**
 * A submitted transaction.
 */
export const RpcSubmission: Schema<Decoded.RpcSubmission, Wire.RpcSubmission> = v.zRpcSubmission as never;
/**
 * A submitted transaction.
 */
export type RpcSubmission = Decoded.RpcSubmission;

/**
 * A transaction that is in a block or pending.
 */
export const RpcTransaction: Schema<Decoded.RpcTransaction, Wire.RpcTransaction> = v.zRpcTransaction as never;
/**
 * A transaction that is in a block or pending.
 */
export type RpcTransaction = Decoded.RpcTransaction;

/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export const ReceiptStatus: Schema<Decoded.ReceiptStatus, Wire.ReceiptStatus> = v.zReceiptStatus as never;
/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export type ReceiptStatus = Decoded.ReceiptStatus;

/**
 * What a confirmed transaction did.
 */
export const RpcReceipt: Schema<Decoded.RpcReceipt, Wire.RpcReceipt> = v.zRpcReceipt as never;
/**
 * What a confirmed transaction did.
 */
export type RpcReceipt = Decoded.RpcReceipt;

/**
 * Something a transaction caused. Not shown by the interface: decided.
 */
export const RpcLog: Schema<Decoded.RpcLog, Wire.RpcLog> = v.zRpcLog as never;
/**
 * Something a transaction caused. Not shown by the interface: decided.
 */
export type RpcLog = Decoded.RpcLog;

/**
 * Details of a log by name, all strings; amounts are decimal integers in base units. Not shown by the interface: decided.
 */
export const RpcLogData: Schema<Decoded.RpcLogData, Wire.RpcLogData> = v.zRpcLogData as never;
/**
 * Details of a log by name, all strings; amounts are decimal integers in base units. Not shown by the interface: decided.
 */
export type RpcLogData = Decoded.RpcLogData;

/**
 * A record (UTXO) of alpha. The devnet shows the parts that a private chain would hide. Not shown by the interface: decided.
 */
export const AlphaRecord: Schema<Decoded.AlphaRecord, Wire.AlphaRecord> = v.zAlphaRecord as never;
/**
 * A record (UTXO) of alpha. The devnet shows the parts that a private chain would hide. Not shown by the interface: decided.
 */
export type AlphaRecord = Decoded.AlphaRecord;

/**
 * State of a serial number of alpha.
 */
export const SerialNumberState: Schema<Decoded.SerialNumberState, Wire.SerialNumberState> = v.zSerialNumberState as never;
/**
 * State of a serial number of alpha.
 */
export type SerialNumberState = Decoded.SerialNumberState;

/**
 * Stake of an address on delta.
 */
export const RpcStake: Schema<Decoded.RpcStake, Wire.RpcStake> = v.zRpcStake as never;
/**
 * Stake of an address on delta.
 */
export type RpcStake = Decoded.RpcStake;

/**
 * A validator of delta.
 */
export const RpcValidator: Schema<Decoded.RpcValidator, Wire.RpcValidator> = v.zRpcValidator as never;
/**
 * A validator of delta.
 */
export type RpcValidator = Decoded.RpcValidator;

/**
 * Name of a topic, see x-topics; x-values-by-chain lists the topics of each chain. Not shown by the interface: decided.
 */
export const TopicName: Schema<Decoded.TopicName, Wire.TopicName> = v.zTopicName as never;
/**
 * Name of a topic, see x-topics; x-values-by-chain lists the topics of each chain. Not shown by the interface: decided.
 */
export type TopicName = Decoded.TopicName;

/**
 * Place in the event log. Opaque: keep it and send it back as it is. Not shown by the interface: decided.
 */
export const Cursor: Schema<Decoded.Cursor, Wire.Cursor> = v.zCursor as never;
/**
 * Place in the event log. Opaque: keep it and send it back as it is. Not shown by the interface: decided.
 */
export type Cursor = Decoded.Cursor;

/**
 * Id of a subscription of this connection. Not shown by the interface: decided.
 */
export const SubscriptionId: Schema<Decoded.SubscriptionId, Wire.SubscriptionId> = v.zSubscriptionId as never;
/**
 * Id of a subscription of this connection. Not shown by the interface: decided.
 */
export type SubscriptionId = Decoded.SubscriptionId;

/**
 * Filter of a topic that has nothing to narrow. Not shown by the interface: decided.
 */
export const CursorFilter: Schema<Decoded.CursorFilter, Wire.CursorFilter> = v.zCursorFilter as never;
/**
 * Filter of a topic that has nothing to narrow. Not shown by the interface: decided.
 */
export type CursorFilter = Decoded.CursorFilter;

/**
 * Filter of a subscription. Not shown by the interface: decided.
 */
export const SubscriptionFilter: Schema<Decoded.SubscriptionFilter, Wire.SubscriptionFilter> = v.zSubscriptionFilter as never;
/**
 * Filter of a subscription. Not shown by the interface: decided.
 */
export type SubscriptionFilter = Decoded.SubscriptionFilter;

/**
 * A new subscription. Not shown by the interface: decided.
 */
export const Subscription: Schema<Decoded.Subscription, Wire.Subscription> = v.zSubscription as never;
/**
 * A new subscription. Not shown by the interface: decided.
 */
export type Subscription = Decoded.Subscription;

/**
 * Message that carries an event. Not shown by the interface: decided.
 */
export const RpcNotification: Schema<Decoded.RpcNotification, Wire.RpcNotification> = v.zRpcNotification as never;
/**
 * Message that carries an event. Not shown by the interface: decided.
 */
export type RpcNotification = Decoded.RpcNotification;

/**
 * An event of a subscription. Not shown by the interface: decided.
 */
export const SubscriptionEvent: Schema<Decoded.SubscriptionEvent, Wire.SubscriptionEvent> = v.zSubscriptionEvent as never;
/**
 * An event of a subscription. Not shown by the interface: decided.
 */
export type SubscriptionEvent = Decoded.SubscriptionEvent;

/**
 * A reorganisation of the chain. Not shown by the interface: decided.
 */
export const Reorg: Schema<Decoded.Reorg, Wire.Reorg> = v.zReorg as never;
/**
 * A reorganisation of the chain. Not shown by the interface: decided.
 */
export type Reorg = Decoded.Reorg;

/**
 * Stands for an event in a topic of chain data where the chain was reorganised. Not shown by the interface: decided.
 */
export const ReorgNotice: Schema<Decoded.ReorgNotice, Wire.ReorgNotice> = v.zReorgNotice as never;
/**
 * Stands for an event in a topic of chain data where the chain was reorganised. Not shown by the interface: decided.
 */
export type ReorgNotice = Decoded.ReorgNotice;

/**
 * A serial number of alpha that was spent. Not shown by the interface: decided.
 */
export const SpentSerialNumber: Schema<Decoded.SpentSerialNumber, Wire.SpentSerialNumber> = v.zSpentSerialNumber as never;
/**
 * A serial number of alpha that was spent. Not shown by the interface: decided.
 */
export type SpentSerialNumber = Decoded.SpentSerialNumber;
