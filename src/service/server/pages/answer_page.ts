import { answerFault, RestFault } from "../../api/rest/mod.ts";
import type { ServiceResponse } from "../../api/context/mod.ts";
import { callerOfPeer } from "../routing/identify.ts";
import { indexPage } from "./index_page.ts";
import { requestOrigin } from "../../access/identity/mod.ts";
import type { Answering, RoutedRequest } from "../routing/route.ts";
import type { ServiceParts } from "../service_parts.ts";
import { sitePathName } from "./site_files.ts";

/** Seconds of the allowance that may be spent at once: a browser fetches a page with all its files, in several tabs. */
const BURST_SECONDS = 10;

/** The name of the static page at `pathname` in logs and metrics; undefined where there can be none. */
export function pageName(pathname: string): string | undefined {
  return pathname === "/" ? pathname : sitePathName(pathname);
}

/** Answers a static page: it costs nothing of a tier, and one address has a bound of its own for all of them. */
export function answerPage(
  pathname: string,
  { request, meta, trace }: Pick<RoutedRequest, "request" | "meta" | "trace">,
  parts: ServiceParts,
): Answering {
  const { pageRequests, pagesPerSecond, keylessTier, metrics, siteFiles } = parts;
  const caller = callerOfPeer(request, parts);
  trace.caller = caller;
  const { isAdmitted, retryAfter } = pageRequests.admit(caller.subject, {
    requestsPerSecond: pagesPerSecond,
    requestsPerDay: Infinity,
    burst: pagesPerSecond * BURST_SECONDS,
  });
  if (!isAdmitted) {
    metrics.countRefusal(keylessTier, "pages");
    return refuse(pagesPerSecond, retryAfter, meta);
  }
  if (pathname === "/") return indexPage(request, parts);
  const origin = requestOrigin(request, parts.trustedProxies);
  return siteFiles.answer(pathname, { request, origin, meta });
}

function refuse(
  pagesPerSecond: number,
  retryAfter: number,
  meta: RoutedRequest["meta"],
): ServiceResponse {
  const text = `At most ${pagesPerSecond} pages a second from one address, retry in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}`;
  const response = answerFault(new RestFault("RATE_LIMITED", text), meta);
  return { ...response, headers: { ...response.headers, "Retry-After": String(retryAfter) } };
}
