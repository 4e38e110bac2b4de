import { LIMITS } from "../../generated/limits.gen.ts";
import type { IssuedKey } from "../../generated/service/types.gen.ts";
import { OPERATION_VALIDATORS } from "../../generated/service/validator_tables.gen.ts";
import { KEY_TIER } from "../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../units/mod.ts";
import { BodyCutShort, BodyTooLarge, faultText, type ServiceRequest } from "../gateway/mod.ts";
import { issueKey, type KeyStore } from "../keys/mod.ts";
import { RestFault } from "./rest_fault.ts";

/** What a key request may use. */
export interface KeyDesk {
  readonly store: KeyStore;
  readonly now: UnixSeconds;
  /** Counts a request against the peer; what is told where the day's are spent. */
  readonly countRequest: () => string | undefined;
}

const EXPECTED = "an email address of at most 254 characters";

/** Issues a key to who asks. */
export async function requestKey(
  request: Pick<ServiceRequest, "body">,
  desk: KeyDesk,
): Promise<IssuedKey> {
  const { email } = await readBody(request);
  const refusal = desk.countRequest();
  if (refusal !== undefined) throw new RestFault("RATE_LIMITED", refusal);
  const { apiKey, record } = await issueKey(desk.store, { email, tier: KEY_TIER, now: desk.now });
  return { apiKey, tier: record.tier, email: record.email };
}

async function readBody(
  request: Pick<ServiceRequest, "body">,
): Promise<{ readonly email: string }> {
  const body = parse(await readBytes(request));
  const { success } = OPERATION_VALIDATORS.requestKey.body.safeParse(body);
  if (success) return body as { readonly email: string };
  const email = (body as { readonly email?: unknown } | null)?.email;
  throw new RestFault("INVALID_PARAM", faultText({ name: "email" }, shownOf(email), EXPECTED));
}

/** What is nested is named by its kind: it may be too deep to be written out. */
function shownOf(email: unknown): unknown {
  if (typeof email !== "object" || email === null) return email;
  return Array.isArray(email) ? [] : {};
}

async function readBytes(request: Pick<ServiceRequest, "body">): Promise<Uint8Array> {
  try {
    return await request.body(LIMITS.bodyBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge || error instanceof BodyCutShort)
      throw new RestFault("INVALID_PARAM", error.message);
    throw error;
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new RestFault("INVALID_PARAM", "Body must be JSON with a field email");
  }
}
