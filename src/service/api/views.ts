/**
 * Ledger objects in the shapes of the specs.
 *
 * @module
 */
import type * as Types from "../../generated/types.gen.ts";
import type { Address, Amount, UnixSeconds, Wire } from "../../units/mod.ts";
import type {
  LedgerBlock,
  ExecutedTransaction,
  PendingTransaction,
  Proposal,
  Stake,
  Token,
  ValidatorState,
} from "../chain/ledger/mod.ts";

/** A block as an item of the block list. */
export function restBlockSummary(block: LedgerBlock): Wire<Types.BlockSummary> {
  const { height, hash, timestamp, txCount, validator } = block;
  return { number: height, hash, timestamp, txCount, validator };
}

const texts = new WeakMap<LedgerBlock | ExecutedTransaction, string>();

/** JSON of a block or a transaction, made once for its row and its event. */
function textOf<Item extends LedgerBlock | ExecutedTransaction>(
  item: Item,
  show: (item: Item) => object,
): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = JSON.stringify(show(item));
  texts.set(item, text);
  return text;
}

/** {@linkcode restBlockSummary} as JSON. */
export function blockText(block: LedgerBlock): string {
  return textOf(block, restBlockSummary);
}

/** {@linkcode restTransaction} as JSON. */
export function transactionText(transaction: ExecutedTransaction): string {
  return textOf(transaction, restTransaction);
}

/** A block in detail, as REST shows it. */
export function restBlock(block: LedgerBlock): Wire<Types.Block> {
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
export function restTransaction(transaction: ExecutedTransaction): Wire<Types.Transaction> {
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
    type: transaction.type,
    ...tokenPart(transaction),
    ...alphaParts(transaction),
  };
}

/** An account's balance of one token, as REST shows it. */
export function restTokenBalance(
  token: Token & { readonly contract: Address; readonly balance: Amount },
): Wire<Types.TokenBalance> {
  const { contract, symbol, decimals, balance } = token;
  return { contract, symbol, decimals, balance: balance.toString() };
}

/** A validator, as REST shows it. */
export function restValidator(address: string, validator: ValidatorState): Wire<Types.Validator> {
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
export function restProposal(id: number, proposal: Proposal): Wire<Types.Proposal> {
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
export function restProposalDetail(id: number, proposal: Proposal): Wire<Types.ProposalDetail> {
  return { ...restProposal(id, proposal), description: proposal.description };
}

/** A block as JSON-RPC shows it, without its transactions. */
export function rpcBlock(block: LedgerBlock): Omit<Wire<Types.RpcBlock>, "transactions"> {
  const { height, hash, parentHash, timestamp, stateRoot, receiptsRoot } = block;
  return { number: height, hash, parentHash, timestamp, stateRoot, receiptsRoot };
}

/** A transaction, pending or in a block, as JSON-RPC shows it. */
export function rpcTransaction(
  transaction: ExecutedTransaction | PendingTransaction,
): Wire<Types.RpcTransaction> {
  if ("blockHeight" in transaction)
    return rpcTransactionFromRest(restTransaction(transaction), transaction.index);
  const { hash, from, to, value, nonce } = transaction;
  return {
    hash,
    from,
    to,
    value: value.toString(),
    nonce,
    blockNumber: null,
    blockHash: null,
    transactionIndex: null,
    status: "pending",
    ...alphaParts(transaction),
  };
}

/** A transaction in a block as JSON-RPC shows it, from what REST shows of it and its place in the block. */
export function rpcTransactionFromRest(
  shown: Wire<Types.Transaction>,
  transactionIndex: number,
): Wire<Types.RpcTransaction> {
  const { hash, from, to, value, nonce, blockNumber, blockHash, serialNumbers, commitments } =
    shown;
  return {
    hash,
    from,
    to,
    value,
    nonce,
    blockNumber,
    blockHash,
    transactionIndex,
    status: shown.status === "success" ? "confirmed" : "failed",
    ...(serialNumbers && { serialNumbers }),
    ...(commitments && { commitments }),
  };
}

/** The receipt of a transaction in a block. */
export function rpcReceipt(transaction: ExecutedTransaction): Wire<Types.RpcReceipt> {
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
export function rpcStake(stake: Stake, unbondingTime: UnixSeconds | null): Wire<Types.RpcStake> {
  return {
    stakedAmount: stake.amount.toString(),
    delegatedTo: stake.validator,
    rewards: stake.rewards.toString(),
    unbondingAmount: stake.unbonding.toString(),
    unbondingCompleteTime: unbondingTime,
  };
}

/** A validator, as JSON-RPC shows it. */
export function rpcValidator(address: string, validator: ValidatorState): Wire<Types.RpcValidator> {
  const { name: _, ...shown } = restValidator(address, validator);
  return shown;
}

/** The `token` of a token transfer, from its log; a failed one has no log. */
function tokenPart({ type, logs }: ExecutedTransaction): { token?: Wire<Types.TokenAmount> } {
  const [log] = logs;
  if (type !== "token_transfer" || !log) return {};
  return { token: { contract: log.address, amount: log.data["value"] ?? "0" } };
}

/** The fields of a transaction of alpha beside those of both chains. */
function alphaParts({ serialNumbers, commitments }: PendingTransaction): {
  serialNumbers?: string[];
  commitments?: string[];
} {
  return {
    ...(serialNumbers && { serialNumbers: [...serialNumbers] }),
    ...(commitments && { commitments: [...commitments] }),
  };
}
