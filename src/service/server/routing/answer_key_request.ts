import { subjectOfPeer } from "../../access/identity/mod.ts";
import type { ServiceResponse } from "../../request.ts";
import { handleHost, type RestCall } from "../../api/rest/mod.ts";
import type { RoutedRequest, RoutingParts } from "./routed_request.ts";

/** Seconds of a day. */
const DAY = 86_400;

/** Answers an operation of the host: a key request, which has a quota of its own beside that of the tier. */
export async function answerKeyRequest(
  call: RestCall,
  { request }: Pick<RoutedRequest, "request">,
  parts: Pick<
    RoutingParts,
    "keys" | "keysPerDay" | "keylessTier" | "metrics" | "secretOf" | "trustedProxies"
  >,
): Promise<ServiceResponse> {
  const { keys, keysPerDay, keylessTier, metrics, secretOf } = parts;
  const now = call.meta.timestamp;
  const requests = { subject: subjectOfPeer(request, parts), day: Math.floor(now / DAY) };
  let retryAfter: number | undefined;
  async function countRequest(): Promise<string | undefined> {
    if (await keys.countRequest(requests, keysPerDay)) return undefined;
    retryAfter = DAY - (now % DAY);
    metrics.countRefusal(keylessTier, "keys");
    return `At most ${keysPerDay} keys a day from one address, retry in ${retryAfter} seconds`;
  }
  const uncountRequest = (): Promise<void> => keys.uncountRequest(requests);
  const context = { store: keys, now, secretOf, countRequest, uncountRequest };
  const response = await handleHost(call, context);
  if (retryAfter === undefined) return response;
  return { ...response, headers: { ...response.headers, "Retry-After": String(retryAfter) } };
}
