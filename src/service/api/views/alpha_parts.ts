import type { PendingTransaction } from "../../chain/ledger/mod.ts";

/** What a transaction of alpha shows beside the fields that both chains have. */
export function alphaParts({ serialNumbers, commitments }: PendingTransaction): {
  serialNumbers?: string[];
  commitments?: string[];
} {
  return {
    ...(serialNumbers ? { serialNumbers: [...serialNumbers] } : {}),
    ...(commitments ? { commitments: [...commitments] } : {}),
  };
}
