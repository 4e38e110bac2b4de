// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Wire } from "../../units/mod.ts";
import type * as Types from "./types.gen.ts";

/** Every path with what each of its operations takes and answers, as on the wire. */
export interface paths {
  /**
   * `getChainInfo`.
   */
  "/chain/info": {
    /**
     * Get the state of the chain.
     */
    get: {
      parameters: {
        query?: never;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainInfoResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainInfoErrors[400]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainInfoErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainInfoErrors[500]> } };
      };
    };
  };
  /**
   * `getChainStats`.
   */
  "/chain/stats": {
    /**
     * Get statistics of the chain.
     */
    get: {
      parameters: {
        query?: never;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainStatsResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainStatsErrors[400]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainStatsErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainStatsErrors[500]> } };
      };
    };
  };
  /**
   * `listBlocks`.
   */
  "/blocks": {
    /**
     * List blocks.
     */
    get: {
      parameters: {
        query?: Wire<Types.ListBlocksData["query"]>;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlocksResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlocksErrors[400]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlocksErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlocksErrors[500]> } };
      };
    };
  };
  /**
   * `getBlock`.
   */
  "/blocks/{identifier}": {
    /**
     * Get a block.
     */
    get: {
      parameters: {
        query?: never;
        path: Wire<Types.GetBlockData["path"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetBlockResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetBlockErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetBlockErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetBlockErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetBlockErrors[500]> } };
      };
    };
  };
  /**
   * `listBlockTransactions`.
   */
  "/blocks/{number}/transactions": {
    /**
     * List the transactions of a block.
     */
    get: {
      parameters: {
        query?: Wire<Types.ListBlockTransactionsData["query"]>;
        path: Wire<Types.ListBlockTransactionsData["path"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlockTransactionsResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlockTransactionsErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlockTransactionsErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlockTransactionsErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlockTransactionsErrors[500]> } };
      };
    };
  };
  /**
   * `getTransaction`.
   */
  "/transactions/{hash}": {
    /**
     * Get a transaction.
     */
    get: {
      parameters: {
        query?: never;
        path: Wire<Types.GetTransactionData["path"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetTransactionResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetTransactionErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetTransactionErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetTransactionErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetTransactionErrors[500]> } };
      };
    };
  };
  /**
   * `listTransactions`.
   */
  "/transactions": {
    /**
     * List transactions.
     */
    get: {
      parameters: {
        query?: Wire<Types.ListTransactionsData["query"]>;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListTransactionsResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListTransactionsErrors[400]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListTransactionsErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListTransactionsErrors[500]> } };
      };
    };
  };
  /**
   * `getAccount`.
   */
  "/accounts/{address}": {
    /**
     * Get an account.
     */
    get: {
      parameters: {
        query?: never;
        path: Wire<Types.GetAccountData["path"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetAccountResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetAccountErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetAccountErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetAccountErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetAccountErrors[500]> } };
      };
    };
  };
  /**
   * `listAccountTransactions`.
   */
  "/accounts/{address}/transactions": {
    /**
     * List the transactions of an account.
     */
    get: {
      parameters: {
        query?: Wire<Types.ListAccountTransactionsData["query"]>;
        path: Wire<Types.ListAccountTransactionsData["path"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTransactionsResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTransactionsErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTransactionsErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTransactionsErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTransactionsErrors[500]> } };
      };
    };
  };
  /**
   * `listAccountTokens`.
   */
  "/accounts/{address}/tokens": {
    /**
     * List the tokens of an account.
     */
    get: {
      parameters: {
        query?: never;
        path: Wire<Types.ListAccountTokensData["path"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTokensResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTokensErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTokensErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTokensErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTokensErrors[500]> } };
      };
    };
  };
  /**
   * `listValidators`.
   */
  "/validators": {
    /**
     * List validators.
     */
    get: {
      parameters: {
        query?: Wire<Types.ListValidatorsData["query"]>;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListValidatorsResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListValidatorsErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListValidatorsErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListValidatorsErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListValidatorsErrors[500]> } };
      };
    };
  };
  /**
   * `getValidator`.
   */
  "/validators/{address}": {
    /**
     * Get a validator.
     */
    get: {
      parameters: {
        query?: never;
        path: Wire<Types.GetValidatorData["path"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetValidatorResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetValidatorErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetValidatorErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetValidatorErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetValidatorErrors[500]> } };
      };
    };
  };
  /**
   * `listProposals`.
   */
  "/governance/proposals": {
    /**
     * List proposals.
     */
    get: {
      parameters: {
        query?: Wire<Types.ListProposalsData["query"]>;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListProposalsResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListProposalsErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListProposalsErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListProposalsErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListProposalsErrors[500]> } };
      };
    };
  };
  /**
   * `getProposal`.
   */
  "/governance/proposals/{id}": {
    /**
     * Get a proposal.
     */
    get: {
      parameters: {
        query?: never;
        path: Wire<Types.GetProposalData["path"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetProposalResponses[200]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetProposalErrors[400]> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetProposalErrors[404]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetProposalErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetProposalErrors[500]> } };
      };
    };
  };
  /**
   * `requestKey`.
   */
  "/keys": {
    /**
     * Request an API key.
     */
    post: {
      parameters: {
        query?: never;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": Wire<NonNullable<Types.RequestKeyData["body"]>> } };
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.RequestKeyResponses[201]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.RequestKeyErrors[400]> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.RequestKeyErrors[429]> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.RequestKeyErrors[500]> } };
      };
    };
  };
}
