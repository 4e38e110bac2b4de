import { callerOfPeer, requestOrigin } from "../../access/identity/mod.ts";
import type { ResponseOrPromise, ServiceResponse } from "../../api/context/mod.ts";
import { answerError, type Meta, RestServiceError } from "../../api/rest/mod.ts";
import { explorerPathName } from "./explorer_files.ts";
import { answerHealth, answerMetrics, answerReadiness } from "./operations_pages.ts";
import type { PageParts, PageRequest } from "./page_parts.ts";
import { sitePathName } from "./site_files.ts";

/** Seconds' worth of pages that may be fetched at once: a browser fetches a page with its files, in several tabs. */
const BURST_SECONDS = 10;

/** Paths that tell of the service itself. */
const OPERATIONS_PAGES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** True for a path beside the interface that {@linkcode answerPage} answers; other methods than GET and HEAD have none. */
export function isPage(pathname: string): boolean {
  return nameOf(pathname) !== undefined || OPERATIONS_PAGES.has(pathname);
}

/** Answers a path beside the interface, which costs nothing of a tier; undefined for any other path. */
export function answerPage(
  pathname: string,
  page: PageRequest,
  parts: PageParts,
): ResponseOrPromise | undefined {
  const name = nameOf(pathname);
  if (name === undefined) return answerOperationsPage(pathname, page, parts);
  page.trace.operation = name;
  return answerStaticPage(pathname, page, parts);
}

/** The name in logs and metrics of a static page. */
function nameOf(pathname: string): string | undefined {
  return explorerPathName(pathname) ?? sitePathName(pathname);
}

function answerOperationsPage(
  pathname: string,
  { request, meta, trace }: PageRequest,
  parts: PageParts,
): ResponseOrPromise | undefined {
  if (!OPERATIONS_PAGES.has(pathname)) return undefined;
  trace.operation = pathname;
  if (pathname === "/healthz") return answerHealth();
  return pathname === "/readyz" ? answerReadiness(parts) : answerMetrics(request, meta, parts);
}

/** Static pages have a bound of their own, one for each address. */
function answerStaticPage(
  pathname: string,
  { request, meta, trace }: PageRequest,
  parts: PageParts,
): ResponseOrPromise {
  const { explorerFiles, pageRequests, pagesPerSecond, keylessTier, metrics, siteFiles } = parts;
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
  if (explorerPathName(pathname) !== undefined)
    return explorerFiles.answer(pathname, { request, meta });
  const origin = requestOrigin(request, parts.trustedProxies);
  return siteFiles.answer(pathname, { request, origin, meta });
}

function refuse(pagesPerSecond: number, retryAfter: number, meta: Meta): ServiceResponse {
  const text = `At most ${pagesPerSecond} pages a second from one address, retry in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}`;
  const response = answerError(new RestServiceError("RATE_LIMITED", text), meta);
  return { ...response, headers: { ...response.headers, "Retry-After": String(retryAfter) } };
}
