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
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["GetChainInfoResponse"]> } };
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
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["GetChainStatsResponse"]> } };
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
        query?: Wire<Types.calls["ListBlocksQuery"]> | undefined;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["ListBlocksResponse"]> } };
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
        path: Wire<Types.calls["GetBlockPath"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["GetBlockResponse"]> } };
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
        query?: Wire<Types.calls["ListBlockTransactionsQuery"]> | undefined;
        path: Wire<Types.calls["ListBlockTransactionsPath"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["ListBlockTransactionsResponse"]> } };
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
        path: Wire<Types.calls["GetTransactionPath"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["GetTransactionResponse"]> } };
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
        query?: Wire<Types.calls["ListTransactionsQuery"]> | undefined;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["ListTransactionsResponse"]> } };
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
        path: Wire<Types.calls["GetAccountPath"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["GetAccountResponse"]> } };
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
        query?: Wire<Types.calls["ListAccountTransactionsQuery"]> | undefined;
        path: Wire<Types.calls["ListAccountTransactionsPath"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["ListAccountTransactionsResponse"]> } };
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
        path: Wire<Types.calls["ListAccountTokensPath"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["ListAccountTokensResponse"]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        404: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
      };
    };
  };
  /**
   * `getToken`.
   */
  "/tokens/{contract}": {
    /**
     * Get a token.
     */
    get: {
      parameters: {
        query?: never;
        path: Wire<Types.calls["GetTokenPath"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["GetTokenResponse"]> } };
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
        query?: Wire<Types.calls["ListValidatorsQuery"]> | undefined;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["ListValidatorsResponse"]> } };
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
        path: Wire<Types.calls["GetValidatorPath"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["GetValidatorResponse"]> } };
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
        query?: Wire<Types.calls["ListProposalsQuery"]> | undefined;
        path?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["ListProposalsResponse"]> } };
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
        path: Wire<Types.calls["GetProposalPath"]>;
        header?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["GetProposalResponse"]> } };
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
      requestBody: { content: { "application/json": Wire<Types.calls["RequestKeyBody"]> } };
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.calls["RequestKeyResponse"]> } };
        400: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        429: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
        500: { headers: Record<string, unknown>; content: { "application/json": Wire<Types.ErrorEnvelope> } };
      };
    };
  };
}
