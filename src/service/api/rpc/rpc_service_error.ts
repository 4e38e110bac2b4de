import { RPC_ERRORS, type RpcErrorName } from "../../../generated/errors.gen.ts";

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
