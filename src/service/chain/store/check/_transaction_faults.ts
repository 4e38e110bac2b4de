import { sha256Hex } from "../../../crypto.ts";
import { describeTransaction, prepareTransaction } from "../../ledger/mod.ts";
import type { PendingBytes } from "../store.ts";

/** Fields of a transaction that do not follow from its bytes: its hash, or its decoded fields. */
export function* findTransactionFaults(transaction: PendingBytes): Generator<string> {
  const { hash, raw } = transaction;
  const real = sha256Hex(raw);
  if (hash !== real) {
    yield `Transaction ${hash} has bytes that hash to ${real}`;
    return;
  }
  try {
    const shown = describeTransaction(prepareTransaction(raw));
    for (const [name, value] of Object.entries(shown)) {
      if (name === "raw" || !(name in transaction)) continue;
      const found = transaction[name as keyof PendingBytes] as unknown;
      if (String(found) === String(value)) continue;
      yield `Transaction ${hash}: ${name} is ${String(found)}, its bytes give ${String(value)}`;
    }
  } catch (error) {
    yield `Transaction ${hash}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
