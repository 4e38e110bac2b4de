// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Chain } from "../segments.gen.ts";
import type { OperationInfo } from "../../tables.ts";
import type { OperationValidators } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";
import type { Wire } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";

/** The REST operations: what a handler is given, what it answers, which server and chains have it. */
export interface ServiceOperations {
  /**
   * Get the state of the chain.
   */
  getChainInfo: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.ChainInfo>;
    scope: "segment";
    chains: "alpha" | "delta";
  };

  /**
   * Get statistics of the chain.
   */
  getChainStats: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.ChainStats>;
    scope: "segment";
    chains: "alpha" | "delta";
  };

  /**
   * List blocks.
   */
  listBlocks: {
    input: {
      path: Record<never, never>;
      query: { page: NonNullable<Wire<Types.calls["ListBlocksQuery"]["page"]>>; limit: NonNullable<Wire<Types.calls["ListBlocksQuery"]["limit"]>>; order: NonNullable<Wire<Types.calls["ListBlocksQuery"]["order"]>> };
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.BlockList>;
    scope: "segment";
    chains: "alpha" | "delta";
  };

  /**
   * Get a block.
   */
  getBlock: {
    input: {
      path: { identifier: NonNullable<Wire<Types.calls["GetBlockPath"]["identifier"]>> };
      query: Record<never, never>;
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.Block>;
    scope: "segment";
    chains: "alpha" | "delta";
  };

  /**
   * List the transactions of a block.
   */
  listBlockTransactions: {
    input: {
      path: { number: NonNullable<Wire<Types.calls["ListBlockTransactionsPath"]["number"]>> };
      query: { page: NonNullable<Wire<Types.calls["ListBlockTransactionsQuery"]["page"]>>; limit: NonNullable<Wire<Types.calls["ListBlockTransactionsQuery"]["limit"]>> };
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.TransactionList>;
    scope: "segment";
    chains: "alpha" | "delta";
  };

  /**
   * Get a transaction.
   */
  getTransaction: {
    input: {
      path: { hash: NonNullable<Wire<Types.calls["GetTransactionPath"]["hash"]>> };
      query: Record<never, never>;
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.Transaction>;
    scope: "segment";
    chains: "alpha" | "delta";
  };

  /**
   * List transactions.
   */
  listTransactions: {
    input: {
      path: Record<never, never>;
      query: { page: NonNullable<Wire<Types.calls["ListTransactionsQuery"]["page"]>>; limit: NonNullable<Wire<Types.calls["ListTransactionsQuery"]["limit"]>>; type: NonNullable<Wire<Types.calls["ListTransactionsQuery"]["type"]>>; address?: Wire<Types.calls["ListTransactionsQuery"]["address"]> };
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.TransactionList>;
    scope: "segment";
    chains: "alpha" | "delta";
  };

  /**
   * Get an account.
   */
  getAccount: {
    input: {
      path: { address: NonNullable<Wire<Types.calls["GetAccountPath"]["address"]>> };
      query: Record<never, never>;
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.Account>;
    scope: "segment";
    chains: "alpha" | "delta";
  };

  /**
   * List the transactions of an account.
   */
  listAccountTransactions: {
    input: {
      path: { address: NonNullable<Wire<Types.calls["ListAccountTransactionsPath"]["address"]>> };
      query: { page: NonNullable<Wire<Types.calls["ListAccountTransactionsQuery"]["page"]>>; limit: NonNullable<Wire<Types.calls["ListAccountTransactionsQuery"]["limit"]>>; direction: NonNullable<Wire<Types.calls["ListAccountTransactionsQuery"]["direction"]>> };
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.TransactionList>;
    scope: "segment";
    chains: "alpha" | "delta";
  };

  /**
   * List the tokens of an account.
   */
  listAccountTokens: {
    input: {
      path: { address: NonNullable<Wire<Types.calls["ListAccountTokensPath"]["address"]>> };
      query: Record<never, never>;
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.TokenList>;
    scope: "segment";
    chains: "delta";
  };

  /**
   * Get a token.
   */
  getToken: {
    input: {
      path: { contract: NonNullable<Wire<Types.calls["GetTokenPath"]["contract"]>> };
      query: Record<never, never>;
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.Token>;
    scope: "segment";
    chains: "delta";
  };

  /**
   * List validators.
   */
  listValidators: {
    input: {
      path: Record<never, never>;
      query: { status: NonNullable<Wire<Types.calls["ListValidatorsQuery"]["status"]>>; page: NonNullable<Wire<Types.calls["ListValidatorsQuery"]["page"]>>; limit: NonNullable<Wire<Types.calls["ListValidatorsQuery"]["limit"]>> };
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.ValidatorList>;
    scope: "segment";
    chains: "delta";
  };

  /**
   * Get a validator.
   */
  getValidator: {
    input: {
      path: { address: NonNullable<Wire<Types.calls["GetValidatorPath"]["address"]>> };
      query: Record<never, never>;
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.Validator>;
    scope: "segment";
    chains: "delta";
  };

  /**
   * List proposals.
   */
  listProposals: {
    input: {
      path: Record<never, never>;
      query: { status: NonNullable<Wire<Types.calls["ListProposalsQuery"]["status"]>>; page: NonNullable<Wire<Types.calls["ListProposalsQuery"]["page"]>>; limit: NonNullable<Wire<Types.calls["ListProposalsQuery"]["limit"]>> };
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.ProposalList>;
    scope: "segment";
    chains: "delta";
  };

  /**
   * Get a proposal.
   */
  getProposal: {
    input: {
      path: { id: NonNullable<Wire<Types.calls["GetProposalPath"]["id"]>> };
      query: Record<never, never>;
      headers: Record<never, never>;
      body: undefined;
    };
    data: Wire<Types.ProposalDetail>;
    scope: "segment";
    chains: "delta";
  };

  /**
   * Request an API key.
   */
  requestKey: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: Record<never, never>;
      body: Wire<Types.calls["RequestKeyBody"]>;
    };
    data: Wire<Types.IssuedKey>;
    scope: "host";
    chains: "alpha" | "delta";
  };
}

/** Name of a REST operation. */
export type OperationId = keyof ServiceOperations;

/** The limit that an operation has for itself, of those that have one: the service counts it. */
export interface OperationLimits {
  requestKey: "keyRequestsPerDay";
}

/** Table of the operations, for use at run time. */
export const OPERATIONS: Readonly<Record<OperationId, OperationInfo<Chain>>> = {
  getChainInfo: {"verb":"get","path":"/chain/info","server":"rest","parameters":[],"status":200,"height":{"field":"blockHeight","settles":false},"safe":true,"chains":["alpha","delta"]},
  getChainStats: {"verb":"get","path":"/chain/stats","server":"rest","parameters":[],"status":200,"safe":true,"chains":["alpha","delta"]},
  listBlocks: {"verb":"get","path":"/blocks","server":"rest","parameters":[{"name":"page","in":"query","types":["integer"],"expected":"an integer from 1 to 9007199254740991","default":1,"minimum":1,"maximum":9007199254740991},{"name":"limit","in":"query","types":["integer"],"expected":"an integer from 1 to 100","default":20,"minimum":1,"maximum":100},{"name":"order","in":"query","types":["string"],"expected":"one of \"asc\", \"desc\"","default":"desc","enum":["asc","desc"]}],"status":200,"items":"blocks","key":"hash","grows":{"order":{"desc":"start","asc":"end"}},"safe":true,"block":{"height":"number","hash":"hash"},"chains":["alpha","delta"]},
  getBlock: {"verb":"get","path":"/blocks/{identifier}","server":"rest","parameters":[{"name":"identifier","in":"path","required":true,"types":["integer","string"],"expected":"an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits"}],"status":200,"height":{"field":"number","settles":true,"hash":"hash"},"safe":true,"block":{"height":"number","hash":"hash","parent":"parentHash"},"chains":["alpha","delta"]},
  listBlockTransactions: {"verb":"get","path":"/blocks/{number}/transactions","server":"rest","parameters":[{"name":"number","in":"path","required":true,"types":["integer"],"expected":"an integer from 0 to 9007199254740991","minimum":0,"maximum":9007199254740991},{"name":"page","in":"query","types":["integer"],"expected":"an integer from 1 to 9007199254740991","default":1,"minimum":1,"maximum":9007199254740991},{"name":"limit","in":"query","types":["integer"],"expected":"an integer from 1 to 100","default":20,"minimum":1,"maximum":100}],"status":200,"items":"transactions","key":"hash","grows":"end","safe":true,"block":{"height":"blockNumber","hash":"blockHash","transaction":"hash"},"chains":["alpha","delta"]},
  getTransaction: {"verb":"get","path":"/transactions/{hash}","server":"rest","parameters":[{"name":"hash","in":"path","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"status":200,"height":{"field":"blockNumber","settles":true},"safe":true,"block":{"height":"blockNumber","hash":"blockHash","transaction":"hash"},"chains":["alpha","delta"]},
  listTransactions: {"verb":"get","path":"/transactions","server":"rest","parameters":[{"name":"page","in":"query","types":["integer"],"expected":"an integer from 1 to 9007199254740991","default":1,"minimum":1,"maximum":9007199254740991},{"name":"limit","in":"query","types":["integer"],"expected":"an integer from 1 to 100","default":20,"minimum":1,"maximum":100},{"name":"type","in":"query","types":["string"],"expected":"one of \"all\", \"transfer\", \"token_transfer\", \"delegate\", \"undelegate\", \"claim_rewards\", \"propose\", \"vote\"","default":"all","enum":["all","transfer","token_transfer","delegate","undelegate","claim_rewards","propose","vote"],"valuesByChain":{"alpha":["all","transfer"],"delta":["all","transfer","token_transfer","delegate","undelegate","claim_rewards","propose","vote"]}},{"name":"address","in":"query","types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"items":"transactions","key":"hash","grows":"start","safe":true,"block":{"height":"blockNumber","hash":"blockHash","transaction":"hash"},"chains":["alpha","delta"]},
  getAccount: {"verb":"get","path":"/accounts/{address}","server":"rest","parameters":[{"name":"address","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"safe":true,"chains":["alpha","delta"]},
  listAccountTransactions: {"verb":"get","path":"/accounts/{address}/transactions","server":"rest","parameters":[{"name":"address","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"},{"name":"page","in":"query","types":["integer"],"expected":"an integer from 1 to 9007199254740991","default":1,"minimum":1,"maximum":9007199254740991},{"name":"limit","in":"query","types":["integer"],"expected":"an integer from 1 to 100","default":20,"minimum":1,"maximum":100},{"name":"direction","in":"query","types":["string"],"expected":"one of \"in\", \"out\", \"all\"","default":"all","enum":["in","out","all"]}],"status":200,"items":"transactions","key":"hash","grows":"start","safe":true,"block":{"height":"blockNumber","hash":"blockHash","transaction":"hash"},"chains":["alpha","delta"]},
  listAccountTokens: {"verb":"get","path":"/accounts/{address}/tokens","server":"rest","parameters":[{"name":"address","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"safe":true,"chains":["delta"]},
  getToken: {"verb":"get","path":"/tokens/{contract}","server":"rest","parameters":[{"name":"contract","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"safe":true,"chains":["delta"]},
  listValidators: {"verb":"get","path":"/validators","server":"rest","parameters":[{"name":"status","in":"query","types":["string"],"expected":"one of \"active\", \"inactive\", \"all\"","default":"active","enum":["active","inactive","all"]},{"name":"page","in":"query","types":["integer"],"expected":"an integer from 1 to 9007199254740991","default":1,"minimum":1,"maximum":9007199254740991},{"name":"limit","in":"query","types":["integer"],"expected":"an integer from 1 to 100","default":20,"minimum":1,"maximum":100}],"status":200,"items":"validators","key":"address","safe":true,"chains":["delta"]},
  getValidator: {"verb":"get","path":"/validators/{address}","server":"rest","parameters":[{"name":"address","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"safe":true,"chains":["delta"]},
  listProposals: {"verb":"get","path":"/governance/proposals","server":"rest","parameters":[{"name":"status","in":"query","types":["string"],"expected":"one of \"active\", \"passed\", \"rejected\", \"all\"","default":"active","enum":["active","passed","rejected","all"]},{"name":"page","in":"query","types":["integer"],"expected":"an integer from 1 to 9007199254740991","default":1,"minimum":1,"maximum":9007199254740991},{"name":"limit","in":"query","types":["integer"],"expected":"an integer from 1 to 100","default":20,"minimum":1,"maximum":100}],"status":200,"items":"proposals","key":"id","grows":{"status":{"all":"start"}},"safe":true,"chains":["delta"]},
  getProposal: {"verb":"get","path":"/governance/proposals/{id}","server":"rest","parameters":[{"name":"id","in":"path","required":true,"types":["integer"],"expected":"an integer from 0 to 9007199254740991","minimum":0,"maximum":9007199254740991}],"status":200,"safe":true,"chains":["delta"]},
  requestKey: {"verb":"post","path":"/keys","server":"{apiHost}/v1","parameters":[],"body":"required","fields":[{"name":"email","in":"body","required":true,"types":["string"],"expected":"an email address of at most 254 visible characters"}],"status":201,"safe":false,"chains":["alpha","delta"]},
};

/** Validators of the operations. */
export const OPERATION_VALIDATORS: Readonly<Record<OperationId, OperationValidators>> = {
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
  getToken: { path: v.zGetTokenPath, data: v.zToken },
  listValidators: { query: v.zListValidatorsQuery, data: v.zValidatorList },
  getValidator: { path: v.zGetValidatorPath, data: v.zValidator },
  listProposals: { query: v.zListProposalsQuery, data: v.zProposalList },
  getProposal: { path: v.zGetProposalPath, data: v.zProposalDetail },
  requestKey: { body: v.zRequestKeyBody, data: v.zIssuedKey },
};
