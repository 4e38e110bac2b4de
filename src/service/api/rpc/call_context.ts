import { RPC_ERRORS, type RpcErrorName } from "../../../generated/errors.gen.ts";
import type { ChainContext } from "../context/mod.ts";
import type { EventSession } from "../events/mod.ts";

/** The error object of a JSON-RPC response. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: string;
}

/** Thrown to refuse a JSON-RPC call; sent as an error response. */
export class RpcServiceError extends Error {
  override readonly name = "RpcServiceError";
  readonly error: RpcErrorObject;

  constructor(error: RpcErrorName, data?: string) {
    const { code, message } = RPC_ERRORS[error];
    super(message);
    this.error = { code, message, ...(data === undefined ? {} : { data }) };
  }
}

/** Methods in addition to those of the specs, such as devnet control, for authorised callers. */
export interface FurtherMethods {
  /** Returns true if `name` is one of them. */
  has(name: string): boolean;
  /**
   * Runs one of them.
   *
   * @throws {RpcServiceError} If the caller is not authorised, the parameters are invalid, or the handler refuses.
   */
  run(name: string, params: unknown): Promise<unknown>;
}

/** Dependencies of JSON-RPC calls. */
export interface CallContext {
  readonly chain: ChainContext;
  /** Called with errors of a handler other than service errors. */
  readonly onError: (error: unknown) => void;
  /** Called after each call with its method, `unknown` if it does not exist, and the error code, 0 for success. */
  readonly onCall: (method: string, code: number) => void;
  /** Session of the WebSocket that received the call; undefined over HTTP. */
  readonly session?: EventSession;
  /** Methods in addition to those of the specs. */
  readonly further?: FurtherMethods | undefined;
}
