import { mayPass } from "./_may_pass.ts";
import type { ContractIssue } from "../validation/mod.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** The answer breaks what the interface gives, so it cannot be trusted. */
export class ContractError extends AlphadeltaError {
  /** Tells the class by name, in any realm. */
  override readonly name = "ContractError";
  /** Each place where it differs. */
  readonly issues: readonly ContractIssue[];

  /** Made by the client; `context` says which call it was. */
  constructor(issues: readonly ContractIssue[], context: ErrorContext) {
    super(`Answer breaks the interface: ${issues.map(formatIssue).join("; ")}`, {
      ...context,
      code: "contract",
      retryable: mayPass(context.status),
    });
    this.issues = issues;
  }
}

function formatIssue({ path, message }: ContractIssue): string {
  return path === "" ? message : `${path}: ${message}`;
}
