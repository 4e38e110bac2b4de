import type { ServiceOperations } from "../../../generated/service/operations.gen.ts";
import { KEY_TIER } from "../../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";
import { issueKey, issueKnownKey, type KeyStore } from "../../access/keys/mod.ts";
import { RestServiceError } from "../context/mod.ts";

/** Dependencies of a key request. */
export interface KeyRequestContext {
  readonly store: KeyStore;
  readonly now: UnixSeconds;
  /** The 32 bytes of the key of an email; random by default. */
  readonly secretOf?: ((email: string) => Uint8Array) | undefined;
  /** Counts a request of the peer; resolves to the message of a refusal if the day's quota is exhausted. */
  readonly countRequest: () => Promise<string | undefined>;
  /** Reverts that count, for a request that issued no key. */
  readonly uncountRequest: () => Promise<void>;
}

type RequestKey = ServiceOperations["requestKey"];

/** Issues a key to the holder of an email. */
export async function requestKey(
  { body: { email } }: RequestKey["input"],
  { store, now, secretOf, countRequest, uncountRequest }: KeyRequestContext,
): Promise<RequestKey["data"]> {
  const refusal = await countRequest();
  if (refusal !== undefined) throw new RestServiceError("RATE_LIMITED", refusal);
  try {
    const order = { email, tier: KEY_TIER, now };
    const { apiKey, record } = await (secretOf
      ? issueKnownKey(secretOf(email), store, order)
      : issueKey(store, order));
    return { apiKey, tier: record.tier, email: record.email };
  } catch (error) {
    // Only the first error is reported: a store that could not write the key may fail again.
    await uncountRequest().catch(() => undefined);
    throw error;
  }
}
