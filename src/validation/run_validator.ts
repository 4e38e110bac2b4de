import type { core } from "zod/mini";
import type { Validator, Verdict } from "./validator.ts";

/** What is wrong with a part of a value, under the names of zod. */
export interface RawIssue {
  /** Keys from the value down to the part. */
  path?: readonly PropertyKey[] | undefined;
  /** True where the value is of the right kind, and only a check refuses it. */
  readonly continue?: boolean | undefined;
  readonly message?: string | undefined;
}

/** A value on its way through a validator, with what was found wrong so far. */
export interface Payload {
  value: unknown;
  readonly issues: RawIssue[];
  /** True where nothing more is to be done with the value. */
  aborted?: boolean;
}

/** Which way a validator is run: `forward` decodes what is on the wire, `backward` encodes. */
export interface RunContext {
  readonly direction: "forward" | "backward";
  /** Generated validators wait for nothing. */
  readonly async: false;
}

/** Validates a value and decodes it, or encodes it where the direction is `backward`. */
export function runValidator(
  { _zod }: Pick<Validator, "_zod">,
  value: unknown,
  direction: RunContext["direction"],
): Verdict {
  const context: RunContext = { direction, async: false };
  const { value: data, issues } = _zod.run({ value, issues: [] }, context) as unknown as Payload;
  if (issues.length === 0) return { success: true, data };
  return { success: false, error: { issues: issues.map(withPath) } };
}

function withPath(issue: RawIssue): core.$ZodIssue {
  return { path: [], message: "Invalid input", ...issue } as core.$ZodIssue;
}
