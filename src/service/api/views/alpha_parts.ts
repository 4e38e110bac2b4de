import type { PendingTransaction } from "../../chain/ledger/mod.ts";

/** The fields of a transaction of alpha beside those of both chains. */
export function alphaParts({ serialNumbers, commitments }: PendingTransaction): {
  serialNumbers?: string[];
  commitments?: string[];
} {
  return {
    ...(serialNumbers ? { serialNumbers: [...serialNumbers] } : {}),
    ...(commitments ? { commitments: [...commitments] } : {}),
  };
}
