import { encodeSigned, type UnsignedTransaction } from "../../../devnet/mod.ts";
import { sha256Hex, signEd25519, signEd25519Sync } from "../../crypto.ts";
import type { PreparedTransaction } from "../../chain/ledger/mod.ts";

/**
 * Signs a transaction of the devnet itself.
 *
 * @param isParallel Signs off this thread, for many at once.
 */
export async function signPrepared(
  unsigned: UnsignedTransaction,
  privateKey: Uint8Array,
  isParallel: boolean,
): Promise<PreparedTransaction> {
  const sign = isParallel ? signEd25519 : signEd25519Sync;
  const { transaction: body, bytes: raw } = await encodeSigned(unsigned, (message) =>
    sign(privateKey, message),
  );
  return { hash: sha256Hex(raw), raw, body };
}
