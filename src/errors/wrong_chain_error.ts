import type { Chain } from "../generated/segments.gen.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** The chain does not have the operation or method; nothing was sent. */
export class WrongChainError extends AlphadeltaError {
  /** Tells the class by name, in any realm. */
  override readonly name = "WrongChainError";
  /** Chains that have it. */
  readonly chains: readonly Chain[];

  /** Made by the client; `context` says which call it was. */
  constructor(chains: readonly Chain[], context: ErrorContext) {
    const { operation, segment } = context;
    super(`Cannot call ${operation} on ${segment}: it exists on ${chains.join(", ")} alone`, {
      ...context,
      code: "wrong_chain",
      attempts: 0,
    });
    this.chains = chains;
  }
}
