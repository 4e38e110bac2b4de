import { encodeSigned, type UnsignedTransaction } from "../../../devnet/mod.ts";
import { sha256Hex, signEd25519 } from "../../crypto.ts";
import type { PreparedTransaction } from "../../chain/ledger/mod.ts";

/** Signs a transaction of the devnet itself. */
export async function signPrepared(
  unsigned: UnsignedTransaction,
  privateKey: Uint8Array,
): Promise<PreparedTransaction> {
  const { transaction: body, bytes: raw } = await encodeSigned(unsigned, (message) =>
    signEd25519(privateKey, message),
  );
  return { hash: sha256Hex(raw), raw, body };
}
