import type { Client } from "../../client/mod.ts";
import { signTransaction } from "../../devnet/mod.ts";
import { isRpcError } from "../../errors/mod.ts";
import type { Amount } from "../../units/mod.ts";
import { type Draft, draftTransfer, type TransferRequest } from "./draft_transfer.ts";
import type { Account } from "./read_account.ts";

/** Signs and submits a draft; with other records where the service says that a pending transaction spends one of them. */
export async function submitDraft(
  client: Client,
  account: Account,
  request: TransferRequest,
  { transaction, fee }: Draft,
): Promise<{ readonly txHash: string; readonly nonce: number; readonly fee: Amount }> {
  const nonces = client.createNonces(account.address);
  try {
    const sent = await nonces.send((nonce) => signTransaction(account, { ...transaction, nonce }));
    return { ...sent, fee };
  } catch (error) {
    const records = "serialNumbers" in transaction ? transaction.serialNumbers : [];
    // Which one is taken is not known, as errors leave out what was sent.
    const isTaken = isRpcError(error) && error.code === -32000 && /pending/.test(error.data ?? "");
    if (!isTaken || records.length === 0) throw error;
    for (const one of records) request.taken.add(one);
    return submitDraft(client, account, request, await draftTransfer(client, account, request));
  }
}
