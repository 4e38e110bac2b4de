import { WHOLE_FIELD, wordField } from "./_fields.ts";
import type { Kind } from "./_kind.ts";
import type { Vote } from "./transaction.ts";

/** Format of a vote. */
export const VOTE: Kind<Vote> = {
  payload: { proposal: WHOLE_FIELD, choice: wordField(["for", "against", "abstain"]) },
  gas: () => 40_000n,
};
