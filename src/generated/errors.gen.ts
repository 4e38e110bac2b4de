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

/**
 * Invalid JSON, JSON deeper than 64 levels, or text that is not UTF-8. The id is null.
 */
export const RPC_PARSE_ERROR = -32700;

/** The same with its message, by itself: small programs need no more. */
export const RPC_PARSE_ERROR_ROW = { code: RPC_PARSE_ERROR, message: "Parse error" } as const;

/**
 * Required fields are missing, the id is of a wrong kind, the batch is empty or too long, the body is too large or not JSON, the API key is unknown, or devnet control is refused.
 */
export const RPC_INVALID_REQUEST = -32600;

/** The same with its message, by itself: small programs need no more. */
export const RPC_INVALID_REQUEST_ROW = { code: RPC_INVALID_REQUEST, message: "Invalid request" } as const;

/**
 * Unknown method name, a method of the other chain (data says on which chain it exists), or a subscription call over HTTP.
 */
export const RPC_METHOD_NOT_FOUND = -32601;

/** The same with its message, by itself: small programs need no more. */
export const RPC_METHOD_NOT_FOUND_ROW = { code: RPC_METHOD_NOT_FOUND, message: "Method not found" } as const;

/**
 * A parameter has an invalid type or value, is missing, named or one too many. data names the parameter, its value and what is allowed.
 */
export const RPC_INVALID_PARAMS = -32602;

/** The same with its message, by itself: small programs need no more. */
export const RPC_INVALID_PARAMS_ROW = { code: RPC_INVALID_PARAMS, message: "Invalid params" } as const;

/**
 * The server failed. A submission that ends so may or may not have been accepted.
 */
export const RPC_INTERNAL_ERROR = -32603;

/** The same with its message, by itself: small programs need no more. */
export const RPC_INTERNAL_ERROR_ROW = { code: RPC_INTERNAL_ERROR, message: "Internal error" } as const;

/**
 * The transaction is invalid; data says why: undecodable, not canonical, bad signature, from that is not of the key, wrong chain or network, gas below the floor, double-spent serial number, or mempool full.
 */
export const RPC_TRANSACTION_REJECTED = -32000;

/** The same with its message, by itself: small programs need no more. */
export const RPC_TRANSACTION_REJECTED_ROW = { code: RPC_TRANSACTION_REJECTED, message: "Transaction rejected" } as const;

/**
 * The account's balance is below the cost of the transaction.
 */
export const RPC_INSUFFICIENT_FUNDS = -32001;

/** The same with its message, by itself: small programs need no more. */
export const RPC_INSUFFICIENT_FUNDS_ROW = { code: RPC_INSUFFICIENT_FUNDS, message: "Insufficient funds" } as const;

/**
 * The nonce is already used. data names the next one, pending transactions counted.
 */
export const RPC_NONCE_TOO_LOW = -32002;

/** The same with its message, by itself: small programs need no more. */
export const RPC_NONCE_TOO_LOW_ROW = { code: RPC_NONCE_TOO_LOW, message: "Nonce too low" } as const;

/**
 * The nonce leaves a gap. data names the next one, pending transactions counted.
 */
export const RPC_NONCE_TOO_HIGH = -32003;

/** The same with its message, by itself: small programs need no more. */
export const RPC_NONCE_TOO_HIGH_ROW = { code: RPC_NONCE_TOO_HIGH, message: "Nonce too high" } as const;

/**
 * The cursor is of an epoch that the log does not know, or older than the log keeps. The data names the oldest cursor that is kept: subscribe again after that one, or without a cursor.
 */
export const RPC_CURSOR_EXPIRED = -32004;

/** The same with its message, by itself: small programs need no more. */
export const RPC_CURSOR_EXPIRED_ROW = { code: RPC_CURSOR_EXPIRED, message: "Cursor expired" } as const;

/**
 * Too many requests; over HTTP the status is 429 and Retry-After says how many seconds to wait. Or too many subscriptions or addresses: data says what to do.
 */
export const RPC_LIMIT_EXCEEDED = -32005;

/** The same with its message, by itself: small programs need no more. */
export const RPC_LIMIT_EXCEEDED_ROW = { code: RPC_LIMIT_EXCEEDED, message: "Limit exceeded" } as const;

/** Every code, by itself. */
export const RPC_CODES: readonly RpcErrorCode[] = [
  RPC_PARSE_ERROR, RPC_INVALID_REQUEST, RPC_METHOD_NOT_FOUND, RPC_INVALID_PARAMS, RPC_INTERNAL_ERROR, RPC_TRANSACTION_REJECTED, RPC_INSUFFICIENT_FUNDS, RPC_NONCE_TOO_LOW, RPC_NONCE_TOO_HIGH, RPC_CURSOR_EXPIRED, RPC_LIMIT_EXCEEDED,
];

/** JSON-RPC errors: code and message by name. */
export const RPC_ERRORS: Readonly<
  Record<RpcErrorName, { readonly code: RpcErrorCode; readonly message: string }>
> = {
  ParseError: RPC_PARSE_ERROR_ROW,
  InvalidRequest: RPC_INVALID_REQUEST_ROW,
  MethodNotFound: RPC_METHOD_NOT_FOUND_ROW,
  InvalidParams: RPC_INVALID_PARAMS_ROW,
  InternalError: RPC_INTERNAL_ERROR_ROW,
  TransactionRejected: RPC_TRANSACTION_REJECTED_ROW,
  InsufficientFunds: RPC_INSUFFICIENT_FUNDS_ROW,
  NonceTooLow: RPC_NONCE_TOO_LOW_ROW,
  NonceTooHigh: RPC_NONCE_TOO_HIGH_ROW,
  CursorExpired: RPC_CURSOR_EXPIRED_ROW,
  LimitExceeded: RPC_LIMIT_EXCEEDED_ROW,
};
