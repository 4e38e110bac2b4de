// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Wire } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";

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
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainInfoResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetChainStatsResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        query?: Wire<Types.ListBlocksQuery> | undefined;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlocksResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        path: Wire<Types.GetBlockPath>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetBlockResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        query?: Wire<Types.ListBlockTransactionsQuery> | undefined;
        path: Wire<Types.ListBlockTransactionsPath>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListBlockTransactionsResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        path: Wire<Types.GetTransactionPath>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetTransactionResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        query?: Wire<Types.ListTransactionsQuery> | undefined;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListTransactionsResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        path: Wire<Types.GetAccountPath>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetAccountResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        query?: Wire<Types.ListAccountTransactionsQuery> | undefined;
        path: Wire<Types.ListAccountTransactionsPath>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTransactionsResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        path: Wire<Types.ListAccountTokensPath>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListAccountTokensResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        query?: Wire<Types.ListValidatorsQuery> | undefined;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListValidatorsResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        path: Wire<Types.GetValidatorPath>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetValidatorResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        query?: Wire<Types.ListProposalsQuery> | undefined;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ListProposalsResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
        path: Wire<Types.GetProposalPath>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.GetProposalResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
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
      requestBody: { content: { "application/json": Wire<Types.RequestKeyBody> } };
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.RequestKeyResponse> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
      };
    };
  };
}
