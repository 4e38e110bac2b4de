// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type * as z from "zod/mini";
import type { Wire } from "../../units/mod.ts";
import type * as Types from "./types.gen.ts";
import * as v from "./validators.gen.ts";

/** A validator: it takes `In`, as on the wire, and gives `Out`, with amounts as `bigint`. */
export type Schema<Out, In = unknown> = z.ZodMiniType<Out, In>;

/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export const AmountSchema: Schema<Types.Amount, Wire<Types.Amount>> = v.zAmount as never;

/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export const HashSchema: Schema<Types.Hash, Wire<Types.Hash>> = v.zHash as never;

/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export const CommitmentSchema: Schema<Types.Commitment, Wire<Types.Commitment>> = v.zCommitment as never;

/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export const SerialNumberSchema: Schema<Types.SerialNumber, Wire<Types.SerialNumber>> = v.zSerialNumber as never;

/**
 * Bytes in hex with 0x.
 */
export const HexSchema: Schema<Types.Hex, Wire<Types.Hex>> = v.zHex as never;

/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export const AddressSchema: Schema<Types.Address, Wire<Types.Address>> = v.zAddress as never;

/**
 * Block height, which is also the block's number.
 */
export const HeightSchema: Schema<Types.Height, Wire<Types.Height>> = v.zHeight as never;

/**
 * Count, index or nonce.
 */
export const CounterSchema: Schema<Types.Counter, Wire<Types.Counter>> = v.zCounter as never;

/**
 * Id of a governance proposal.
 */
export const ProposalIdSchema: Schema<Types.ProposalId, Wire<Types.ProposalId>> = v.zProposalId as never;

/**
 * Moment in whole Unix seconds.
 */
export const TimestampSchema: Schema<Types.Timestamp, Wire<Types.Timestamp>> = v.zTimestamp as never;

/**
 * Ratio from 0 to 1.
 */
export const RatioSchema: Schema<Types.Ratio, Wire<Types.Ratio>> = v.zRatio as never;

/**
 * Version in dotted numeric form.
 */
export const VersionSchema: Schema<Types.Version, Wire<Types.Version>> = v.zVersion as never;

/**
 * Name of a chain.
 */
export const ChainNameSchema: Schema<Types.ChainName, Wire<Types.ChainName>> = v.zChainName as never;

/**
 * Name of a network.
 */
export const NetworkNameSchema: Schema<Types.NetworkName, Wire<Types.NetworkName>> = v.zNetworkName as never;

/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export const TransactionStatusSchema: Schema<Types.TransactionStatus, Wire<Types.TransactionStatus>> = v.zTransactionStatus as never;

/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export const TransactionTypeSchema: Schema<Types.TransactionType, Wire<Types.TransactionType>> = v.zTransactionType as never;

/**
 * Whether a validator takes part in producing blocks.
 */
export const ValidatorStatusSchema: Schema<Types.ValidatorStatus, Wire<Types.ValidatorStatus>> = v.zValidatorStatus as never;

/**
 * active: votes are taken. passed, rejected: the vote has ended.
 */
export const ProposalStatusSchema: Schema<Types.ProposalStatus, Wire<Types.ProposalStatus>> = v.zProposalStatus as never;

/**
 * What went wrong; x-error-codes gives the HTTP status of each.
 */
export const ErrorCodeSchema: Schema<Types.ErrorCode, Wire<Types.ErrorCode>> = v.zErrorCode as never;

/**
 * Rate tier, see x-rate-tiers. Not shown by the interface: decided.
 */
export const TierSchema: Schema<Types.Tier, Wire<Types.Tier>> = v.zTier as never;

/**
 * Facts about the answer itself.
 */
export const MetaSchema: Schema<Types.Meta, Wire<Types.Meta>> = v.zMeta as never;

/**
 * What went wrong.
 */
export const ErrorObjectSchema: Schema<Types.ErrorObject, Wire<Types.ErrorObject>> = v.zErrorObject as never;

/**
 * Every failure is answered with this.
 */
export const ErrorEnvelopeSchema: Schema<Types.ErrorEnvelope, Wire<Types.ErrorEnvelope>> = v.zErrorEnvelope as never;

/**
 * Where a page stands in its list.
 */
export const PaginationSchema: Schema<Types.Pagination, Wire<Types.Pagination>> = v.zPagination as never;

/**
 * State of the chain.
 */
export const ChainInfoSchema: Schema<Types.ChainInfo, Wire<Types.ChainInfo>> = v.zChainInfo as never;

/**
 * Figures of the chain.
 */
export const ChainStatsSchema: Schema<Types.ChainStats, Wire<Types.ChainStats>> = v.zChainStats as never;

/**
 * A block in short.
 */
export const BlockSummarySchema: Schema<Types.BlockSummary, Wire<Types.BlockSummary>> = v.zBlockSummary as never;

/**
 * A block in full, without its transactions.
 */
export const BlockSchema: Schema<Types.Block, Wire<Types.Block>> = v.zBlock as never;

/**
 * A page of blocks.
 */
export const BlockListSchema: Schema<Types.BlockList, Wire<Types.BlockList>> = v.zBlockList as never;

/**
 * A transaction that is in a block.
 */
export const TransactionSchema: Schema<Types.Transaction, Wire<Types.Transaction>> = v.zTransaction as never;

/**
 * A page of transactions. Not shown by the interface: decided.
 */
export const TransactionListSchema: Schema<Types.TransactionList, Wire<Types.TransactionList>> = v.zTransactionList as never;

/**
 * An account.
 */
export const AccountSchema: Schema<Types.Account, Wire<Types.Account>> = v.zAccount as never;

/**
 * What an account holds of one token.
 */
export const TokenBalanceSchema: Schema<Types.TokenBalance, Wire<Types.TokenBalance>> = v.zTokenBalance as never;

/**
 * The tokens of an account.
 */
export const TokenListSchema: Schema<Types.TokenList, Wire<Types.TokenList>> = v.zTokenList as never;

/**
 * A validator of delta.
 */
export const ValidatorSchema: Schema<Types.Validator, Wire<Types.Validator>> = v.zValidator as never;

/**
 * A page of validators.
 */
export const ValidatorListSchema: Schema<Types.ValidatorList, Wire<Types.ValidatorList>> = v.zValidatorList as never;

/**
 * A governance proposal of delta.
 */
export const ProposalSchema: Schema<Types.Proposal, Wire<Types.Proposal>> = v.zProposal as never;

/**
 * A governance proposal of delta with its full text. Not shown by the interface: decided.
 */
export const ProposalDetailSchema: Schema<Types.ProposalDetail, Wire<Types.ProposalDetail>> = v.zProposalDetail as never;

/**
 * A page of governance proposals.
 */
export const ProposalListSchema: Schema<Types.ProposalList, Wire<Types.ProposalList>> = v.zProposalList as never;

/**
 * Request for an API key.
 */
export const KeyRequestSchema: Schema<Types.KeyRequest, Wire<Types.KeyRequest>> = v.zKeyRequest as never;

/**
 * A new API key. The service does not show it again. Not shown by the interface: decided.
 */
export const IssuedKeySchema: Schema<Types.IssuedKey, Wire<Types.IssuedKey>> = v.zIssuedKey as never;

/**
 * Id that pairs an answer with its request. An integer within ±(2^53 - 1), a string of at most 128 characters or null.
 */
export const RpcIdSchema: Schema<Types.RpcId, Wire<Types.RpcId>> = v.zRpcId as never;

/**
 * A JSON-RPC request. Without id it is a notification and never answered.
 */
export const RpcRequestSchema: Schema<Types.RpcRequest, Wire<Types.RpcRequest>> = v.zRpcRequest as never;

/**
 * Answer to a call that succeeded.
 */
export const RpcSuccessSchema: Schema<Types.RpcSuccess, Wire<Types.RpcSuccess>> = v.zRpcSuccess as never;

/**
 * Answer to a call that failed. The id is null when it could not be read.
 */
export const RpcFailureSchema: Schema<Types.RpcFailure, Wire<Types.RpcFailure>> = v.zRpcFailure as never;

/**
 * What went wrong.
 */
export const RpcErrorObjectSchema: Schema<Types.RpcErrorObject, Wire<Types.RpcErrorObject>> = v.zRpcErrorObject as never;

/**
 * A call in the simplified form.
 */
export const SimplifiedRequestSchema: Schema<Types.SimplifiedRequest, Wire<Types.SimplifiedRequest>> = v.zSimplifiedRequest as never;

/**
 * Answer to a simplified call that succeeded. Not shown by the interface: decided.
 */
export const SimplifiedSuccessSchema: Schema<Types.SimplifiedSuccess, Wire<Types.SimplifiedSuccess>> = v.zSimplifiedSuccess as never;

/**
 * Answer to a simplified call that failed. Not shown by the interface: decided.
 */
export const SimplifiedFailureSchema: Schema<Types.SimplifiedFailure, Wire<Types.SimplifiedFailure>> = v.zSimplifiedFailure as never;

/**
 * State of the chain.
 */
export const RpcChainInfoSchema: Schema<Types.RpcChainInfo, Wire<Types.RpcChainInfo>> = v.zRpcChainInfo as never;

/**
 * A block.
 */
export const RpcBlockSchema: Schema<Types.RpcBlock, Wire<Types.RpcBlock>> = v.zRpcBlock as never;

/**
 * Balance and nonce of an account as of a block.
 */
export const RpcBalanceSchema: Schema<Types.RpcBalance, Wire<Types.RpcBalance>> = v.zRpcBalance as never;

/**
 * Next nonce of an account.
 */
export const RpcNonceSchema: Schema<Types.RpcNonce, Wire<Types.RpcNonce>> = v.zRpcNonce as never;

/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export const RpcTransactionStatusSchema: Schema<Types.RpcTransactionStatus, Wire<Types.RpcTransactionStatus>> = v.zRpcTransactionStatus as never;

/**
 * A submitted transaction.
 */
export const RpcSubmissionSchema: Schema<Types.RpcSubmission, Wire<Types.RpcSubmission>> = v.zRpcSubmission as never;

/**
 * A transaction that is in a block or pending.
 */
export const RpcTransactionSchema: Schema<Types.RpcTransaction, Wire<Types.RpcTransaction>> = v.zRpcTransaction as never;

/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export const ReceiptStatusSchema: Schema<Types.ReceiptStatus, Wire<Types.ReceiptStatus>> = v.zReceiptStatus as never;

/**
 * What a confirmed transaction did.
 */
export const RpcReceiptSchema: Schema<Types.RpcReceipt, Wire<Types.RpcReceipt>> = v.zRpcReceipt as never;

/**
 * Something a transaction caused. Not shown by the interface: decided.
 */
export const RpcLogSchema: Schema<Types.RpcLog, Wire<Types.RpcLog>> = v.zRpcLog as never;

/**
 * Details of a log by name, all strings; amounts are decimal integers in base units. Not shown by the interface: decided.
 */
export const RpcLogDataSchema: Schema<Types.RpcLogData, Wire<Types.RpcLogData>> = v.zRpcLogData as never;

/**
 * A record (UTXO) of alpha. The devnet shows the parts that a private chain would hide. Not shown by the interface: decided.
 */
export const AlphaRecordSchema: Schema<Types.AlphaRecord, Wire<Types.AlphaRecord>> = v.zAlphaRecord as never;

/**
 * State of a serial number of alpha.
 */
export const SerialNumberStateSchema: Schema<Types.SerialNumberState, Wire<Types.SerialNumberState>> = v.zSerialNumberState as never;

/**
 * Stake of an address on delta.
 */
export const RpcStakeSchema: Schema<Types.RpcStake, Wire<Types.RpcStake>> = v.zRpcStake as never;

/**
 * A validator of delta.
 */
export const RpcValidatorSchema: Schema<Types.RpcValidator, Wire<Types.RpcValidator>> = v.zRpcValidator as never;

/**
 * Name of a topic, see x-topics; x-values-by-chain lists the topics of each chain. Not shown by the interface: decided.
 */
export const TopicNameSchema: Schema<Types.TopicName, Wire<Types.TopicName>> = v.zTopicName as never;

/**
 * Place in the event log. Opaque: keep it and send it back as it is. Not shown by the interface: decided.
 */
export const CursorSchema: Schema<Types.Cursor, Wire<Types.Cursor>> = v.zCursor as never;

/**
 * Id of a subscription of this connection. Not shown by the interface: decided.
 */
export const SubscriptionIdSchema: Schema<Types.SubscriptionId, Wire<Types.SubscriptionId>> = v.zSubscriptionId as never;

/**
 * Filter of a topic that has nothing to narrow. Not shown by the interface: decided.
 */
export const CursorFilterSchema: Schema<Types.CursorFilter, Wire<Types.CursorFilter>> = v.zCursorFilter as never;

/**
 * Filter of a subscription. Not shown by the interface: decided.
 */
export const SubscriptionFilterSchema: Schema<Types.SubscriptionFilter, Wire<Types.SubscriptionFilter>> = v.zSubscriptionFilter as never;

/**
 * Filter of the topic validators. Not shown by the interface: decided.
 */
export const ValidatorFilterSchema: Schema<Types.ValidatorFilter, Wire<Types.ValidatorFilter>> = v.zValidatorFilter as never;

/**
 * A new subscription. Not shown by the interface: decided.
 */
export const SubscriptionSchema: Schema<Types.Subscription, Wire<Types.Subscription>> = v.zSubscription as never;

/**
 * Message that carries an event. Not shown by the interface: decided.
 */
export const RpcNotificationSchema: Schema<Types.RpcNotification, Wire<Types.RpcNotification>> = v.zRpcNotification as never;

/**
 * An event of a subscription. Not shown by the interface: decided.
 */
export const SubscriptionEventSchema: Schema<Types.SubscriptionEvent, Wire<Types.SubscriptionEvent>> = v.zSubscriptionEvent as never;

/**
 * A reorganisation of the chain. Not shown by the interface: decided.
 */
export const ReorgSchema: Schema<Types.Reorg, Wire<Types.Reorg>> = v.zReorg as never;

/**
 * Stands for an event in a topic of chain data where the chain was reorganised. Not shown by the interface: decided.
 */
export const ReorgNoticeSchema: Schema<Types.ReorgNotice, Wire<Types.ReorgNotice>> = v.zReorgNotice as never;

/**
 * A serial number of alpha that was spent. Not shown by the interface: decided.
 */
export const SpentSerialNumberSchema: Schema<Types.SpentSerialNumber, Wire<Types.SpentSerialNumber>> = v.zSpentSerialNumber as never;
