import { textField } from "./_fields.ts";
import type { Kind } from "./_kind.ts";
import type { Propose } from "./transaction.ts";

const MAX_TITLE = 120;
const MAX_DESCRIPTION = 4_000;

/** Format of a proposal. Title and description cost gas by length, since every node stores them. */
export const PROPOSE: Kind<Propose> = {
  payload: { title: textField(1, MAX_TITLE), description: textField(0, MAX_DESCRIPTION) },
  gas: ({ title, description }) => 100_000n + 50n * BigInt(title.length + description.length),
};
