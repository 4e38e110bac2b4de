import {
  encodeForSigning,
  encodeTransaction,
  type SignedTransaction,
  type UnsignedTransaction,
} from "../../../devnet/mod.ts";
import { formatHex } from "../../../units/mod.ts";
import { sha256Hex, signEd25519 } from "../../crypto.ts";
import type { PreparedTransaction } from "../../chain/ledger/mod.ts";

/** Signs a transaction of the devnet itself. */
export async function signPrepared(
  unsigned: UnsignedTransaction,
  privateKey: Uint8Array,
): Promise<PreparedTransaction> {
  const signature = formatHex(await signEd25519(privateKey, encodeForSigning(unsigned)));
  const body = { ...unsigned, signature } as SignedTransaction;
  const raw = encodeTransaction(body);
  return { hash: sha256Hex(raw), raw, body };
}
