import { isRestError } from "../errors/mod.ts";
import type { RestErrorCode } from "../generated/errors.gen.ts";

const NOT_FOUND: RestErrorCode = "NOT_FOUND";

/** The answer of a REST operation, or null where the thing is not found. */
export async function orMissing<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRestError(error) && error.code === NOT_FOUND) return null;
    throw error;
  }
}
