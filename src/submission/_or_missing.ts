import { isRestError } from "../errors/mod.ts";
import type { RestErrorCode } from "../generated/errors.gen.ts";

const NOT_FOUND: RestErrorCode = "NOT_FOUND";

/** What a REST operation answers, or null where there is no such thing. */
export async function orMissing<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRestError(error) && error.code === NOT_FOUND) return null;
    throw error;
  }
}
