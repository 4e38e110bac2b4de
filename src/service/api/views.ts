import type * as Wire from "../../generated/service/types.gen.ts";
import type { Address, Amount, UnixSeconds } from "../../units/mod.ts";
import type {
  LedgerBlock,
  ExecutedTransaction,
  PendingTransaction,
  Proposal,
  Stake,
  Token,
  Validator,
} from "../chain/ledger/mod.ts";

/** A block as an item of the block list. */
export function restBlockSummary(block: LedgerBlock): Wire.BlockSummary {
  const { height, hash, timestamp, txCount, validator } = block;
  return { number: height, hash, timestamp, txCount, validator };
}

/** A block in detail, as REST shows it. */
export function restBlock(block: LedgerBlock): Wire.Block {
  const { parentHash, stateRoot, transactionsRoot, receiptsRoot, gasUsed, gasLimit } = block;
  return {
    ...restBlockSummary(block),
    parentHash,
    stateRoot,
    transactionsRoot,
    receiptsRoot,
    gasUsed: gasUsed.toString(),
    gasLimit: gasLimit.toString(),
  };
}

/** A transaction in a block, as REST shows it. */
export function restTransaction(transaction: ExecutedTransaction): Wire.Transaction {
  const { hash, from, to, nonce, status, timestamp } = transaction;
  return {
    hash,
    blockNumber: transaction.blockHeight,
    blockHash: transaction.blockHash,
    from,
    to,
    value: transaction.value.toString(),
    nonce,
    gasPrice: transaction.gasPrice.toString(),
    gasLimit: transaction.gasLimit.toString(),
    gasUsed: transaction.gasUsed.toString(),
    status,
    timestamp,
    type: transaction.type as Wire.TransactionType,
    ...alphaParts(transaction),
  };
}

/** An account's balance of one token, as REST shows it. */
export function restTokenBalance(
  token: Token & { readonly contract: Address; readonly balance: Amount },
): Wire.TokenBalance {
  const { contract, symbol, decimals, balance } = token;
  return { contract, symbol, decimals, balance: balance.toString() };
}

/** A validator, as REST shows it. */
export function restValidator(address: string, validator: Validator): Wire.Validator {
  const { name, stake, delegatedStake, commission, uptime, status } = validator;
  return {
    address,
    name,
    stake: stake.toString(),
    delegatedStake: delegatedStake.toString(),
    commission,
    uptime,
    status,
  };
}

/** A proposal, as an item of the list. */
export function restProposal(id: number, proposal: Proposal): Wire.Proposal {
  const { title, proposer, status, startBlock, endBlock } = proposal;
  return {
    id,
    title,
    proposer,
    status,
    votesFor: proposal.votesFor.toString(),
    votesAgainst: proposal.votesAgainst.toString(),
    votesAbstain: proposal.votesAbstain.toString(),
    startBlock,
    endBlock,
  };
}

/** A proposal with its full text. */
export function restProposalDetail(id: number, proposal: Proposal): Wire.ProposalDetail {
  return { ...restProposal(id, proposal), description: proposal.description };
}

/** A block as JSON-RPC shows it, with its transactions as hashes or in full. */
export function rpcBlock(
  block: LedgerBlock,
  transactions: Wire.RpcBlock["transactions"],
): Wire.RpcBlock {
  const { height, hash, parentHash, timestamp, stateRoot, receiptsRoot } = block;
  return { number: height, hash, parentHash, timestamp, transactions, stateRoot, receiptsRoot };
}

/** A transaction, pending or in a block, as JSON-RPC shows it. */
export function rpcTransaction(
  transaction: ExecutedTransaction | PendingTransaction,
): Wire.RpcTransaction {
  const { hash, from, to, value, nonce } = transaction;
  return {
    hash,
    from,
    to,
    value: value.toString(),
    nonce,
    ...placeOf(transaction),
    ...alphaParts(transaction),
  };
}

function placeOf(
  transaction: ExecutedTransaction | PendingTransaction,
): Pick<Wire.RpcTransaction, "blockNumber" | "blockHash" | "transactionIndex" | "status"> {
  if (!("blockHeight" in transaction)) {
    return { blockNumber: null, blockHash: null, transactionIndex: null, status: "pending" };
  }
  return {
    blockNumber: transaction.blockHeight,
    blockHash: transaction.blockHash,
    transactionIndex: transaction.index,
    status: transaction.status === "success" ? "confirmed" : "failed",
  };
}

/** The receipt of a transaction in a block. */
export function rpcReceipt(transaction: ExecutedTransaction): Wire.RpcReceipt {
  const { hash, blockHeight, blockHash, status, gasUsed, logs } = transaction;
  return {
    transactionHash: hash,
    blockNumber: blockHeight,
    blockHash,
    status: status === "success" ? 1 : 0,
    gasUsed: gasUsed.toString(),
    logs: logs.map((log) => ({ ...log })),
  };
}

/** A stake, as JSON-RPC shows it. */
export function rpcStake(stake: Stake, unbondingTime: UnixSeconds | null): Wire.RpcStake {
  return {
    stakedAmount: stake.amount.toString(),
    delegatedTo: stake.validator,
    rewards: stake.rewards.toString(),
    unbondingAmount: stake.unbonding.toString(),
    unbondingCompleteTime: unbondingTime,
  };
}

/** A validator, as JSON-RPC shows it. */
export function rpcValidator(address: string, validator: Validator): Wire.RpcValidator {
  const { name: _, ...shown } = restValidator(address, validator);
  return shown;
}

/** The fields of a transaction of alpha beside those of both chains. */
function alphaParts({ serialNumbers, commitments }: PendingTransaction): {
  serialNumbers?: string[];
  commitments?: string[];
} {
  return {
    ...(serialNumbers ? { serialNumbers: [...serialNumbers] } : {}),
    ...(commitments ? { commitments: [...commitments] } : {}),
  };
}

/**
 * Ledger objects in the shapes of the specs.
 *
 * @module
 */
