import type { Operations, Rest } from "../rest/mod.ts";
import type { CallOptions } from "../transport/mod.ts";

/** Search for a transaction. */
export interface NonceSearch {
  readonly from: string;
  readonly nonce: number;
  /** Transactions of the account that came after it. */
  readonly newerOnes: number;
}

type Transaction = NonNullable<Operations["listAccountTransactions"]["item"]>;

const LIST = "listAccountTransactions";

/** Most pages that are read where the transaction is not on the one that the count leads to. */
const NEIGHBOURS = [0, 1, -1];

/** The transaction in a block that has a nonce of an account; undefined where it cannot be found. */
export async function findByNonce(
  rest: Rest,
  { from, nonce, newerOnes }: NonceSearch,
  options: CallOptions,
): Promise<Transaction | undefined> {
  const { parameters } = rest.infoOf(LIST);
  const limit = Number(parameters.find(({ name }) => name === "limit")?.default);
  const likely = Math.floor(newerOnes / limit) + 1;
  for (const page of NEIGHBOURS.map((step) => likely + step)) {
    if (page < 1) continue;
    const data = await rest.call(LIST, [from, { direction: "out", page, limit }], options);
    const { transactions = [] } = data;
    const found = transactions.find((entry) => entry.nonce === nonce && entry.from === from);
    if (found) return found;
    if (newerOnes < limit && transactions.length < limit) return undefined;
  }
  return undefined;
}
