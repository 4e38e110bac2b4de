// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** A code of a REST error. */
export type RestErrorCode = "NOT_FOUND" | "INVALID_PARAM" | "RATE_LIMITED" | "INTERNAL_ERROR";

/** REST error codes, with the HTTP status each is sent with. */
export const REST_ERRORS: Readonly<Record<RestErrorCode, { readonly status: number }>> = {
  /**
   * The resource was not found.
   */
  NOT_FOUND: {"status":404},
  /**
   * A parameter has an invalid value.
   */
  INVALID_PARAM: {"status":400},
  /**
   * Too many requests.
   */
  RATE_LIMITED: {"status":429},
  /**
   * The server failed.
   */
  INTERNAL_ERROR: {"status":500},
};

/** Name of a JSON-RPC error. */
export type RpcErrorName = "ParseError" | "InvalidRequest" | "MethodNotFound" | "InvalidParams" | "InternalError" | "TransactionRejected" | "InsufficientFunds" | "NonceTooLow" | "NonceTooHigh" | "CursorExpired" | "LimitExceeded";

/** A code of a JSON-RPC error. */
export type RpcErrorCode = -32700 | -32600 | -32601 | -32602 | -32603 | -32000 | -32001 | -32002 | -32003 | -32004 | -32005;

/** JSON-RPC errors: code and message by name. */
export const RPC_ERRORS: Readonly<
  Record<RpcErrorName, { readonly code: RpcErrorCode; readonly message: string }>
> = {
  /**
   * Invalid JSON, JSON deeper than 64 levels, or text that is not UTF-8. The id is null.
   */
  ParseError: {"code":-32700,"message":"Parse error"},
  /**
   * Required fields are missing, the id is of a wrong kind, the batch is empty or too long, the body is too large or not JSON, the API key is unknown, or devnet control is refused.
   */
  InvalidRequest: {"code":-32600,"message":"Invalid request"},
  /**
   * Unknown method name, a method of the other chain (data says on which chain it exists), or a subscription call over HTTP.
   */
  MethodNotFound: {"code":-32601,"message":"Method not found"},
  /**
   * A parameter has an invalid type or value, is missing, named or one too many. data names the parameter, its value and what is allowed.
   */
  InvalidParams: {"code":-32602,"message":"Invalid params"},
  /**
   * The server failed. A submission that ends so may or may not have been accepted.
   */
  InternalError: {"code":-32603,"message":"Internal error"},
  /**
   * The transaction is invalid; data says why: undecodable, not canonical, bad signature, from that is not of the key, wrong chain or network, gas below the floor, double-spent serial number, or mempool full.
   */
  TransactionRejected: {"code":-32000,"message":"Transaction rejected"},
  /**
   * The account's balance is below the cost of the transaction.
   */
  InsufficientFunds: {"code":-32001,"message":"Insufficient funds"},
  /**
   * The nonce is already used. data names the next one, pending transactions counted.
   */
  NonceTooLow: {"code":-32002,"message":"Nonce too low"},
  /**
   * The nonce leaves a gap. data names the next one, pending transactions counted.
   */
  NonceTooHigh: {"code":-32003,"message":"Nonce too high"},
  /**
   * The cursor is of another epoch, or older than the log keeps. Subscribe again without it.
   */
  CursorExpired: {"code":-32004,"message":"Cursor expired"},
  /**
   * Too many requests. Over HTTP the status is 429 and Retry-After says how many seconds to wait.
   */
  LimitExceeded: {"code":-32005,"message":"Limit exceeded"},
};
