// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Undocumented } from "../../units/mod.ts";
import type * as Decoded from "./decoded.gen.ts";
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
    data: Decoded.ChainInfo;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * Get figures of the chain.
   *
   * Throughput, block time, supply and stake.
   *
   * Given by the interface.
   */
  getChainStats: {
    args: [];
    data: Decoded.ChainStats;
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
    args: [query?: NonNullable<Decoded.ListBlocksData["query"]>];
    data: Decoded.BlockList;
    item: Decoded.BlockSummary;
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
    args: [identifier: Decoded.GetBlockData["path"]["identifier"]];
    data: Decoded.Block;
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
    args: [number: Decoded.ListBlockTransactionsData["path"]["number"], query?: NonNullable<Decoded.ListBlockTransactionsData["query"]>];
    data: Undocumented<Decoded.TransactionList>;
    item: Decoded.Transaction;
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
    args: [hash: Decoded.GetTransactionData["path"]["hash"]];
    data: Decoded.Transaction;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * List transactions.
   *
   * Transactions in blocks, newest first. Both filters apply together.
   *
   * Unless given, `type` is `all`.
   *
   * Given by the interface.
   */
  listTransactions: {
    args: [query?: NonNullable<Decoded.ListTransactionsData["query"]>];
    data: Undocumented<Decoded.TransactionList>;
    item: Decoded.Transaction;
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
    args: [address: Decoded.GetAccountData["path"]["address"]];
    data: Decoded.Account;
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
    args: [address: Decoded.ListAccountTransactionsData["path"]["address"], query?: NonNullable<Decoded.ListAccountTransactionsData["query"]>];
    data: Undocumented<Decoded.TransactionList>;
    item: Decoded.Transaction;
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
    args: [address: Decoded.ListAccountTokensData["path"]["address"]];
    data: Decoded.TokenList;
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
    args: [query?: NonNullable<Decoded.ListValidatorsData["query"]>];
    data: Decoded.ValidatorList;
    item: Decoded.Validator;
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
    args: [address: Decoded.GetValidatorData["path"]["address"]];
    data: Decoded.Validator;
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
    args: [query?: NonNullable<Decoded.ListProposalsData["query"]>];
    data: Decoded.ProposalList;
    item: Decoded.Proposal;
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
    args: [id: Decoded.GetProposalData["path"]["id"]];
    data: Undocumented<Decoded.ProposalDetail>;
    item: never;
    chains: "delta";
  };

  /**
   * Request an API key.
   *
   * Issues an API key of the tier Registered. Asking again issues a further key and never shows an earlier one. Counts against the peer address, at most 10 a day.
   *
   * Given by the interface. Decided on top: The interface does not say how many keys one may ask for.
   */
  requestKey: {
    args: [body: Decoded.KeyRequest];
    data: Undocumented<Decoded.IssuedKey>;
    item: never;
    chains: "alpha" | "delta";
  };
}

/** Name of a REST operation. */
export type OperationId = keyof Operations;

/** Every operation: what is given of it, and what checks it. */
export const OPERATION_CALLS: Readonly<Record<OperationId, calls.OperationCall>> = {
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
  listValidators: calls.listValidators,
  getValidator: calls.getValidator,
  listProposals: calls.listProposals,
  getProposal: calls.getProposal,
  requestKey: calls.requestKey,
};
