import { boundText } from "./_bound_text.ts";
import { isTransientStatus } from "./is_transient_status.ts";
import type { ContractIssue } from "../validation/mod.ts";
import { AlphadeltaError, type ErrorContext } from "./alphadelta_error.ts";

/** Most issues that an error holds, and that its message lists: a response may have thousands. */
const KEPT = 100;
const TOLD = 10;

/** Rejects a call whose response violates the interface, so that its data cannot be trusted. */
export class ContractError extends AlphadeltaError {
  /** Identifies the class in any realm. */
  override readonly name = "ContractError";
  /** The first 100 violations. */
  readonly issues: readonly ContractIssue[];

  /** Created by the client; `context` describes the call. */
  constructor(issues: readonly ContractIssue[], context: ErrorContext) {
    super(`Answer breaks the interface: ${formatIssues(issues)}`, {
      ...context,
      code: "contract",
      retryable: isTransientStatus(context.status),
    });
    this.issues = issues.slice(0, KEPT);
  }
}

function formatIssues(issues: readonly ContractIssue[]): string {
  const told = issues
    .slice(0, TOLD)
    .map(({ path, message }) => boundText(path === "" ? message : `${path}: ${message}`));
  if (issues.length > TOLD) told.push(`and ${issues.length - TOLD} more`);
  return told.join("; ");
}
