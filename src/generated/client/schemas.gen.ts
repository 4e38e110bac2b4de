// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Wire } from "../../units/mod.ts";
import { type Schema, schemaOf } from "../../zod/mod.ts";
import type * as Types from "../types.gen.ts";
import * as v from "./validators.gen.ts";

/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export const AmountSchema: Schema<Types.Amount, Wire<Types.Amount>> = /* @__PURE__ */ schemaOf(v.zAmount);

/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export const HashSchema: Schema<Types.Hash, Wire<Types.Hash>> = /* @__PURE__ */ schemaOf(v.zHash);

/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export const CommitmentSchema: Schema<Types.Commitment, Wire<Types.Commitment>> = /* @__PURE__ */ schemaOf(v.zCommitment);

/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export const SerialNumberSchema: Schema<Types.SerialNumber, Wire<Types.SerialNumber>> = /* @__PURE__ */ schemaOf(v.zSerialNumber);

/**
 * Bytes in hex with 0x.
 */
export const HexSchema: Schema<Types.Hex, Wire<Types.Hex>> = /* @__PURE__ */ schemaOf(v.zHex);

/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export const AddressSchema: Schema<Types.Address, Wire<Types.Address>> = /* @__PURE__ */ schemaOf(v.zAddress);

/**
 * Block height, which is also the block's number.
 */
export const HeightSchema: Schema<Types.Height, Wire<Types.Height>> = /* @__PURE__ */ schemaOf(v.zHeight);

/**
 * Count, index or nonce.
 */
export const CounterSchema: Schema<Types.Counter, Wire<Types.Counter>> = /* @__PURE__ */ schemaOf(v.zCounter);

/**
 * Id of a governance proposal.
 */
export const ProposalIdSchema: Schema<Types.ProposalId, Wire<Types.ProposalId>> = /* @__PURE__ */ schemaOf(v.zProposalId);

/**
 * Time in whole Unix seconds.
 */
export const TimestampSchema: Schema<Types.Timestamp, Wire<Types.Timestamp>> = /* @__PURE__ */ schemaOf(v.zTimestamp);

/**
 * Ratio from 0 to 1.
 */
export const RatioSchema: Schema<Types.Ratio, Wire<Types.Ratio>> = /* @__PURE__ */ schemaOf(v.zRatio);

/**
 * Version in dotted numeric form.
 */
export const VersionSchema: Schema<Types.Version, Wire<Types.Version>> = /* @__PURE__ */ schemaOf(v.zVersion);

/**
 * Name of a chain.
 */
export const ChainNameSchema: Schema<Types.ChainName, Wire<Types.ChainName>> = /* @__PURE__ */ schemaOf(v.zChainName);

/**
 * Name of a network.
 */
export const NetworkNameSchema: Schema<Types.NetworkName, Wire<Types.NetworkName>> = /* @__PURE__ */ schemaOf(v.zNetworkName);

/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export const TransactionStatusSchema: Schema<Types.TransactionStatus, Wire<Types.TransactionStatus>> = /* @__PURE__ */ schemaOf(v.zTransactionStatus);

/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export const TransactionTypeSchema: Schema<Types.TransactionType, Wire<Types.TransactionType>> = /* @__PURE__ */ schemaOf(v.zTransactionType);

/**
 * Whether a validator takes part in producing blocks.
 */
export const ValidatorStatusSchema: Schema<Types.ValidatorStatus, Wire<Types.ValidatorStatus>> = /* @__PURE__ */ schemaOf(v.zValidatorStatus);

/**
 * active: votes are taken. passed, rejected: the vote has ended.
 */
export const ProposalStatusSchema: Schema<Types.ProposalStatus, Wire<Types.ProposalStatus>> = /* @__PURE__ */ schemaOf(v.zProposalStatus);

/**
 * What went wrong; x-error-codes gives the HTTP status of each.
 */
export const ErrorCodeSchema: Schema<Types.ErrorCode, Wire<Types.ErrorCode>> = /* @__PURE__ */ schemaOf(v.zErrorCode);

/**
 * Rate tier, see x-rate-tiers. Not shown by the interface: decided.
 */
export const TierSchema: Schema<Types.Tier, Wire<Types.Tier>> = /* @__PURE__ */ schemaOf(v.zTier);

/**
 * Metadata of the response.
 */
export const MetaSchema: Schema<Types.Meta, Wire<Types.Meta>> = /* @__PURE__ */ schemaOf(v.zMeta);

/**
 * What went wrong.
 */
export const ErrorObjectSchema: Schema<Types.ErrorObject, Wire<Types.ErrorObject>> = /* @__PURE__ */ schemaOf(v.zErrorObject);

/**
 * Every failure is answered with this.
 */
export const ErrorEnvelopeSchema: Schema<Types.ErrorEnvelope, Wire<Types.ErrorEnvelope>> = /* @__PURE__ */ schemaOf(v.zErrorEnvelope);

/**
 * Position of a page in its list.
 */
export const PaginationSchema: Schema<Types.Pagination, Wire<Types.Pagination>> = /* @__PURE__ */ schemaOf(v.zPagination);

/**
 * State of the chain.
 */
export const ChainInfoSchema: Schema<Types.ChainInfo, Wire<Types.ChainInfo>> = /* @__PURE__ */ schemaOf(v.zChainInfo);

/**
 * Statistics of the chain.
 */
export const ChainStatsSchema: Schema<Types.ChainStats, Wire<Types.ChainStats>> = /* @__PURE__ */ schemaOf(v.zChainStats);

/**
 * A block without its roots and gas.
 */
export const BlockSummarySchema: Schema<Types.BlockSummary, Wire<Types.BlockSummary>> = /* @__PURE__ */ schemaOf(v.zBlockSummary);

/**
 * A block in full, without its transactions.
 */
export const BlockSchema: Schema<Types.Block, Wire<Types.Block>> = /* @__PURE__ */ schemaOf(v.zBlock);

/**
 * A page of blocks.
 */
export const BlockListSchema: Schema<Types.BlockList, Wire<Types.BlockList>> = /* @__PURE__ */ schemaOf(v.zBlockList);

/**
 * A transaction that is in a block.
 */
export const TransactionSchema: Schema<Types.Transaction, Wire<Types.Transaction>> = /* @__PURE__ */ schemaOf(v.zTransaction);

/**
 * Tokens that a transaction moved. Not shown by the interface: decided.
 */
export const TokenAmountSchema: Schema<Types.TokenAmount, Wire<Types.TokenAmount>> = /* @__PURE__ */ schemaOf(v.zTokenAmount);

/**
 * A page of transactions. Not shown by the interface: decided.
 */
export const TransactionListSchema: Schema<Types.TransactionList, Wire<Types.TransactionList>> = /* @__PURE__ */ schemaOf(v.zTransactionList);

/**
 * An account.
 */
export const AccountSchema: Schema<Types.Account, Wire<Types.Account>> = /* @__PURE__ */ schemaOf(v.zAccount);

/**
 * A token. Not shown by the interface: decided.
 */
export const TokenSchema: Schema<Types.Token, Wire<Types.Token>> = /* @__PURE__ */ schemaOf(v.zToken);

/**
 * Balance of one token.
 */
export const TokenBalanceSchema: Schema<Types.TokenBalance, Wire<Types.TokenBalance>> = /* @__PURE__ */ schemaOf(v.zTokenBalance);

/**
 * The tokens of an account.
 */
export const TokenListSchema: Schema<Types.TokenList, Wire<Types.TokenList>> = /* @__PURE__ */ schemaOf(v.zTokenList);

/**
 * A validator of delta.
 */
export const ValidatorSchema: Schema<Types.Validator, Wire<Types.Validator>> = /* @__PURE__ */ schemaOf(v.zValidator);

/**
 * A page of validators.
 */
export const ValidatorListSchema: Schema<Types.ValidatorList, Wire<Types.ValidatorList>> = /* @__PURE__ */ schemaOf(v.zValidatorList);

/**
 * A governance proposal of delta.
 */
export const ProposalSchema: Schema<Types.Proposal, Wire<Types.Proposal>> = /* @__PURE__ */ schemaOf(v.zProposal);

/**
 * A governance proposal of delta with its full text. Not shown by the interface: decided.
 */
export const ProposalDetailSchema: Schema<Types.ProposalDetail, Wire<Types.ProposalDetail>> = /* @__PURE__ */ schemaOf(v.zProposalDetail);

/**
 * A page of governance proposals.
 */
export const ProposalListSchema: Schema<Types.ProposalList, Wire<Types.ProposalList>> = /* @__PURE__ */ schemaOf(v.zProposalList);

/**
 * Request for an API key.
 */
export const KeyRequestSchema: Schema<Types.KeyRequest, Wire<Types.KeyRequest>> = /* @__PURE__ */ schemaOf(v.zKeyRequest);

/**
 * A new API key. The service does not show it again. Not shown by the interface: decided.
 */
export const IssuedKeySchema: Schema<Types.IssuedKey, Wire<Types.IssuedKey>> = /* @__PURE__ */ schemaOf(v.zIssuedKey);

/**
 * State of the chain.
 */
export const RpcChainInfoSchema: Schema<Types.RpcChainInfo, Wire<Types.RpcChainInfo>> = /* @__PURE__ */ schemaOf(v.zRpcChainInfo);

/**
 * A block.
 */
export const RpcBlockSchema: Schema<Types.RpcBlock, Wire<Types.RpcBlock>> = /* @__PURE__ */ schemaOf(v.zRpcBlock);

/**
 * Balance and nonce of an account as of a block.
 */
export const RpcBalanceSchema: Schema<Types.RpcBalance, Wire<Types.RpcBalance>> = /* @__PURE__ */ schemaOf(v.zRpcBalance);

/**
 * Next nonce of an account.
 */
export const RpcNonceSchema: Schema<Types.RpcNonce, Wire<Types.RpcNonce>> = /* @__PURE__ */ schemaOf(v.zRpcNonce);

/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export const RpcTransactionStatusSchema: Schema<Types.RpcTransactionStatus, Wire<Types.RpcTransactionStatus>> = /* @__PURE__ */ schemaOf(v.zRpcTransactionStatus);

/**
 * A submitted transaction.
 */
export const RpcSubmissionSchema: Schema<Types.RpcSubmission, Wire<Types.RpcSubmission>> = /* @__PURE__ */ schemaOf(v.zRpcSubmission);

/**
 * A transaction that is in a block or pending.
 */
export const RpcTransactionSchema: Schema<Types.RpcTransaction, Wire<Types.RpcTransaction>> = /* @__PURE__ */ schemaOf(v.zRpcTransaction);

/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export const ReceiptStatusSchema: Schema<Types.ReceiptStatus, Wire<Types.ReceiptStatus>> = /* @__PURE__ */ schemaOf(v.zReceiptStatus);

/**
 * What a confirmed transaction did.
 */
export const RpcReceiptSchema: Schema<Types.RpcReceipt, Wire<Types.RpcReceipt>> = /* @__PURE__ */ schemaOf(v.zRpcReceipt);

/**
 * An event that a transaction caused. Not shown by the interface: decided.
 */
export const RpcLogSchema: Schema<Types.RpcLog, Wire<Types.RpcLog>> = /* @__PURE__ */ schemaOf(v.zRpcLog);

/**
 * Details of a log by name, all strings; amounts are decimal integers in base units. Not shown by the interface: decided.
 */
export const RpcLogDataSchema: Schema<Types.RpcLogData, Wire<Types.RpcLogData>> = /* @__PURE__ */ schemaOf(v.zRpcLogData);

/**
 * A record (UTXO) of alpha. The devnet shows the parts that a private chain would hide. Not shown by the interface: decided.
 */
export const AlphaRecordSchema: Schema<Types.AlphaRecord, Wire<Types.AlphaRecord>> = /* @__PURE__ */ schemaOf(v.zAlphaRecord);

/**
 * State of a serial number of alpha.
 */
export const SerialNumberStateSchema: Schema<Types.SerialNumberState, Wire<Types.SerialNumberState>> = /* @__PURE__ */ schemaOf(v.zSerialNumberState);

/**
 * Stake of an address on delta.
 */
export const RpcStakeSchema: Schema<Types.RpcStake, Wire<Types.RpcStake>> = /* @__PURE__ */ schemaOf(v.zRpcStake);

/**
 * A validator of delta.
 */
export const RpcValidatorSchema: Schema<Types.RpcValidator, Wire<Types.RpcValidator>> = /* @__PURE__ */ schemaOf(v.zRpcValidator);

/**
 * Name of a topic, see x-topics; x-values-by-chain lists the topics of each chain. Not shown by the interface: decided.
 */
export const TopicNameSchema: Schema<Types.TopicName, Wire<Types.TopicName>> = /* @__PURE__ */ schemaOf(v.zTopicName);

/**
 * Position in the event log. Opaque: store it and send it back unchanged. Not shown by the interface: decided.
 */
export const CursorSchema: Schema<Types.Cursor, Wire<Types.Cursor>> = /* @__PURE__ */ schemaOf(v.zCursor);

/**
 * Id of a subscription of this connection. Not shown by the interface: decided.
 */
export const SubscriptionIdSchema: Schema<Types.SubscriptionId, Wire<Types.SubscriptionId>> = /* @__PURE__ */ schemaOf(v.zSubscriptionId);

/**
 * Filter of a topic that has nothing to narrow. Not shown by the interface: decided.
 */
export const CursorFilterSchema: Schema<Types.CursorFilter, Wire<Types.CursorFilter>> = /* @__PURE__ */ schemaOf(v.zCursorFilter);

/**
 * Filter of a topic that is live only: it has no fields, not even after. Not shown by the interface: decided.
 */
export const LiveFilterSchema: Schema<Types.LiveFilter, Wire<Types.LiveFilter>> = /* @__PURE__ */ schemaOf(v.zLiveFilter);

/**
 * Filter of a subscription. Not shown by the interface: decided.
 */
export const SubscriptionFilterSchema: Schema<Types.SubscriptionFilter, Wire<Types.SubscriptionFilter>> = /* @__PURE__ */ schemaOf(v.zSubscriptionFilter);

/**
 * Filter of the topic validators. Not shown by the interface: decided.
 */
export const ValidatorFilterSchema: Schema<Types.ValidatorFilter, Wire<Types.ValidatorFilter>> = /* @__PURE__ */ schemaOf(v.zValidatorFilter);

/**
 * A new subscription. Not shown by the interface: decided.
 */
export const SubscriptionSchema: Schema<Types.Subscription, Wire<Types.Subscription>> = /* @__PURE__ */ schemaOf(v.zSubscription);

/**
 * Addresses to add to the filter of a subscription, and to remove from it. Not shown by the interface: decided.
 */
export const AddressChangeSchema: Schema<Types.AddressChange, Wire<Types.AddressChange>> = /* @__PURE__ */ schemaOf(v.zAddressChange);

/**
 * Addresses of a subscription after a change. Not shown by the interface: decided.
 */
export const WatchedAddressesSchema: Schema<Types.WatchedAddresses, Wire<Types.WatchedAddresses>> = /* @__PURE__ */ schemaOf(v.zWatchedAddresses);

/**
 * A reorganisation of the chain. Not shown by the interface: decided.
 */
export const ReorgSchema: Schema<Types.Reorg, Wire<Types.Reorg>> = /* @__PURE__ */ schemaOf(v.zReorg);

/**
 * A serial number of alpha that was spent. Not shown by the interface: decided.
 */
export const SpentSerialNumberSchema: Schema<Types.SpentSerialNumber, Wire<Types.SpentSerialNumber>> = /* @__PURE__ */ schemaOf(v.zSpentSerialNumber);
