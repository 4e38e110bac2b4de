// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type * as Wire from "./wire.gen.ts";

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
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.GetChainInfoResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.GetChainInfoErrors[400] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.GetChainInfoErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.GetChainInfoErrors[500] } };
      };
    };
  };
  /**
   * `getChainStats`.
   */
  "/chain/stats": {
    /**
     * Get figures of the chain.
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
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.GetChainStatsResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.GetChainStatsErrors[400] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.GetChainStatsErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.GetChainStatsErrors[500] } };
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
        query?: Wire.ListBlocksData["query"];
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.ListBlocksResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.ListBlocksErrors[400] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.ListBlocksErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.ListBlocksErrors[500] } };
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
        path: Wire.GetBlockData["path"];
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.GetBlockResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.GetBlockErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.GetBlockErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.GetBlockErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.GetBlockErrors[500] } };
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
        query?: Wire.ListBlockTransactionsData["query"];
        path: Wire.ListBlockTransactionsData["path"];
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.ListBlockTransactionsResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.ListBlockTransactionsErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.ListBlockTransactionsErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.ListBlockTransactionsErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.ListBlockTransactionsErrors[500] } };
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
        path: Wire.GetTransactionData["path"];
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.GetTransactionResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.GetTransactionErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.GetTransactionErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.GetTransactionErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.GetTransactionErrors[500] } };
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
        query?: Wire.ListTransactionsData["query"];
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.ListTransactionsResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.ListTransactionsErrors[400] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.ListTransactionsErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.ListTransactionsErrors[500] } };
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
        path: Wire.GetAccountData["path"];
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.GetAccountResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.GetAccountErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.GetAccountErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.GetAccountErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.GetAccountErrors[500] } };
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
        query?: Wire.ListAccountTransactionsData["query"];
        path: Wire.ListAccountTransactionsData["path"];
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTransactionsResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTransactionsErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTransactionsErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTransactionsErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTransactionsErrors[500] } };
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
        path: Wire.ListAccountTokensData["path"];
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTokensResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTokensErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTokensErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTokensErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.ListAccountTokensErrors[500] } };
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
        query?: Wire.ListValidatorsData["query"];
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.ListValidatorsResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.ListValidatorsErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.ListValidatorsErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.ListValidatorsErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.ListValidatorsErrors[500] } };
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
        path: Wire.GetValidatorData["path"];
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.GetValidatorResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.GetValidatorErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.GetValidatorErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.GetValidatorErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.GetValidatorErrors[500] } };
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
        query?: Wire.ListProposalsData["query"];
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.ListProposalsResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.ListProposalsErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.ListProposalsErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.ListProposalsErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.ListProposalsErrors[500] } };
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
        path: Wire.GetProposalData["path"];
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire.GetProposalResponses[200] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.GetProposalErrors[400] } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire.GetProposalErrors[404] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.GetProposalErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.GetProposalErrors[500] } };
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
      requestBody: { content: { "application/json": Wire.KeyRequest } };
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Wire.RequestKeyResponses[201] } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire.RequestKeyErrors[400] } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire.RequestKeyErrors[429] } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire.RequestKeyErrors[500] } };
      };
    };
  };
}
