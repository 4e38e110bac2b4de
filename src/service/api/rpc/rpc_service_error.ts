import { RPC_ERRORS, type RpcErrorName } from "../../../generated/errors.gen.ts";

/** The error object of a JSON-RPC reply. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: string;
}

/** A refusal of a JSON-RPC call: thrown by readers and handlers, answered as an error reply. */
export class RpcServiceError extends Error {
  override readonly name = "RpcServiceError";
  readonly error: RpcErrorObject;

  constructor(error: RpcErrorName, data?: string) {
    const { code, message } = RPC_ERRORS[error];
    super(message);
    this.error = { code, message, ...(data === undefined ? {} : { data }) };
  }
}
