// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { OperationCall } from "../../parameters.ts";
import type * as Types from "../types.gen.ts";
import * as calls from "./operation_calls.gen.ts";

/** The REST operations: arguments, decoded `data`, item of a list, chains that have it. */
export interface Operations {
  /**
   * Get the state of the chain.
   *
   * Name, version, height and counts of the chain.
   *
   * Given by the interface.
   */
  getChainInfo: {
    args: [];
    data: Types.ChainInfo;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * Get statistics of the chain.
   *
   * Throughput, block time, supply and stake.
   *
   * Given by the interface.
   */
  getChainStats: {
    args: [];
    data: Types.ChainStats;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * List blocks.
   *
   * All blocks by height, newest first unless `order` says otherwise.
   *
   * Unless given, `order` is `desc`.
   *
   * Given by the interface.
   */
  listBlocks: {
    args: [query?: Types.calls["ListBlocksQuery"]];
    data: Types.BlockList;
    item: Types.BlockSummary;
    chains: "alpha" | "delta";
  };

  /**
   * Get a block.
   *
   * One block, by height or by hash.
   *
   * Given by the interface.
   */
  getBlock: {
    args: [identifier: Types.calls["GetBlockPath"]["identifier"]];
    data: Types.Block;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * List the transactions of a block.
   *
   * Transactions of one block, in block order.
   *
   * Given by the interface.
   */
  listBlockTransactions: {
    args: [number: Types.calls["ListBlockTransactionsPath"]["number"], query?: Types.calls["ListBlockTransactionsQuery"]];
    data: Types.TransactionList;
    item: Types.Transaction;
    chains: "alpha" | "delta";
  };

  /**
   * Get a transaction.
   *
   * One transaction that is in a block. A pending transaction is 404.
   *
   * Given by the interface.
   */
  getTransaction: {
    args: [hash: Types.calls["GetTransactionPath"]["hash"]];
    data: Types.Transaction;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * List transactions.
   *
   * Transactions in blocks, newest first. Filters combine.
   *
   * Unless given, `type` is `all`.
   *
   * Given by the interface.
   */
  listTransactions: {
    args: [query?: Types.calls["ListTransactionsQuery"]];
    data: Types.TransactionList;
    item: Types.Transaction;
    chains: "alpha" | "delta";
  };

  /**
   * Get an account.
   *
   * One account. An address that no block has mentioned is 404.
   *
   * Given by the interface.
   */
  getAccount: {
    args: [address: Types.calls["GetAccountPath"]["address"]];
    data: Types.Account;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * List the transactions of an account.
   *
   * Transactions from or to an account, newest first. One to itself counts once with direction all. An address that no block has mentioned is 404.
   *
   * Unless given, `direction` is `all`.
   *
   * Given by the interface.
   */
  listAccountTransactions: {
    args: [address: Types.calls["ListAccountTransactionsPath"]["address"], query?: Types.calls["ListAccountTransactionsQuery"]];
    data: Types.TransactionList;
    item: Types.Transaction;
    chains: "alpha" | "delta";
  };

  /**
   * List the tokens of an account.
   *
   * Token balances of an account. An address that no block has mentioned is 404.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  listAccountTokens: {
    args: [address: Types.calls["ListAccountTokensPath"]["address"]];
    data: Types.TokenList;
    item: never;
    chains: "delta";
  };

  /**
   * Get a token.
   *
   * Symbol and decimals of a token, which do not change. An address of no token is 404.
   *
   * Decided: The interface shows symbol and decimals among the tokens of an account alone.
   */
  getToken: {
    args: [contract: Types.calls["GetTokenPath"]["contract"]];
    data: Types.Token;
    item: never;
    chains: "delta";
  };

  /**
   * List validators.
   *
   * Validators by stake, highest first, then by address.
   *
   * Unless given, `status` is `active`.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  listValidators: {
    args: [query?: Types.calls["ListValidatorsQuery"]];
    data: Types.ValidatorList;
    item: Types.Validator;
    chains: "delta";
  };

  /**
   * Get a validator.
   *
   * One validator, with the fields of the list item.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  getValidator: {
    args: [address: Types.calls["GetValidatorPath"]["address"]];
    data: Types.Validator;
    item: never;
    chains: "delta";
  };

  /**
   * List proposals.
   *
   * Governance proposals by id, newest first.
   *
   * Unless given, `status` is `active`.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  listProposals: {
    args: [query?: Types.calls["ListProposalsQuery"]];
    data: Types.ProposalList;
    item: Types.Proposal;
    chains: "delta";
  };

  /**
   * Get a proposal.
   *
   * One governance proposal, with its full text.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  getProposal: {
    args: [id: Types.calls["GetProposalPath"]["id"]];
    data: Types.ProposalDetail;
    item: never;
    chains: "delta";
  };

  /**
   * Request an API key.
   *
   * Issues an API key of the tier Registered. Another request issues another key and never returns an earlier one. The key has a rate limit and a quota of its own. Counts against the peer address, at most 10 a day and 10 valid keys.
   *
   * Given by the interface. Decided on top: The interface sets no limit on key requests.
   */
  requestKey: {
    args: [body: Types.calls["RequestKeyBody"]];
    data: Types.IssuedKey;
    item: never;
    chains: "alpha" | "delta";
  };
}

/** Name of a REST operation. */
export type OperationId = keyof Operations;

/** Every operation: its row of the specs, and its validators. */
export const OPERATION_CALLS: Readonly<Record<OperationId, OperationCall>> = {
  getChainInfo: calls.getChainInfo,
  getChainStats: calls.getChainStats,
  listBlocks: calls.listBlocks,
  getBlock: calls.getBlock,
  listBlockTransactions: calls.listBlockTransactions,
  getTransaction: calls.getTransaction,
  listTransactions: calls.listTransactions,
  getAccount: calls.getAccount,
  listAccountTransactions: calls.listAccountTransactions,
  listAccountTokens: calls.listAccountTokens,
  getToken: calls.getToken,
  listValidators: calls.listValidators,
  getValidator: calls.getValidator,
  listProposals: calls.listProposals,
  getProposal: calls.getProposal,
  requestKey: calls.requestKey,
};
