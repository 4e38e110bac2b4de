import { type CommitmentParts, commitmentBytes, serialNumberBytes } from "../../../devnet/mod.ts";
import type { Hex } from "../../../units/mod.ts";
import { sha256Hex } from "../../crypto.ts";

/** The two names of a record of alpha. */
export interface RecordNames {
  readonly commitment: Hex;
  readonly serialNumber: Hex;
}

/** Derives a record's commitment and serial number, as `commitmentOf` and `serialNumberOf` of the devnet do. */
export function recordNames(parts: CommitmentParts): RecordNames {
  const commitment = sha256Hex(commitmentBytes(parts));
  return { commitment, serialNumber: sha256Hex(serialNumberBytes(commitment)) };
}
