import type { Chain } from "../generated/segments.gen.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** Rejects a call that the chain does not have; nothing was sent. */
export class WrongChainError extends AlphadeltaError {
  /** Identifies the class in any realm. */
  override readonly name = "WrongChainError";
  /** Chains that have it. */
  readonly chains: readonly Chain[];

  /** Created by the client; `context` describes the call. */
  constructor(chains: readonly Chain[], context: ErrorContext) {
    const { operation, segment } = context;
    super(`Cannot call ${operation} on ${segment}: it exists only on ${chains.join(", ")}`, {
      ...context,
      code: "wrong_chain",
      attempts: 0,
    });
    this.chains = chains;
  }
}
