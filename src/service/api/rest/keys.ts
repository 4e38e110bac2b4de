import type { ServiceOperations } from "../../../generated/service/operations.gen.ts";
import { KEY_TIER } from "../../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";
import { issueKey, type KeyStore } from "../../access/keys/mod.ts";
import { RestFault } from "./rest_fault.ts";

/** What a key request may use. */
export interface KeyDesk {
  readonly store: KeyStore;
  readonly now: UnixSeconds;
  /** Counts a request against the peer; what is told where the day's are spent. */
  readonly countRequest: () => Promise<string | undefined>;
  /** Takes that back, for a request that brought no key. */
  readonly uncountRequest: () => Promise<void>;
}

type RequestKey = ServiceOperations["requestKey"];

/** Issues a key to who asks. */
export async function requestKey(
  { body: { email } }: RequestKey["input"],
  { store, now, countRequest, uncountRequest }: KeyDesk,
): Promise<RequestKey["data"]> {
  const refusal = await countRequest();
  if (refusal !== undefined) throw new RestFault("RATE_LIMITED", refusal);
  try {
    const { apiKey, record } = await issueKey(store, { email, tier: KEY_TIER, now });
    return { apiKey, tier: record.tier, email: record.email };
  } catch (error) {
    // Why there is no key matters more; a store that took none may take nothing else.
    await uncountRequest().catch(() => undefined);
    throw error;
  }
}
