import { escapeControls } from "../../../units/internal.ts";
import { callerOfPeer, isLocalRequest, requestBase } from "../../access/identity.ts";
import { RestServiceError } from "../../api/context/mod.ts";
import { answerError } from "../../api/rest/mod.ts";
import type { Exchange, Meta, ServiceRequest, ServiceResponse } from "../../request.ts";
import type { ChainStatus } from "../../api/served_chain.ts";
import type { FleetStatus } from "../metrics/mod.ts";
import type { Observability, ServiceParts } from "../parts.ts";
import { ExplorerFiles, explorerPathName } from "./_explorer_files.ts";
import { SiteFiles, sitePathName } from "./_site_files.ts";

/** A request for a page. The caller of a static page is set here. */
type PageRequest = Pick<Exchange, "request" | "pathname" | "meta" | "caller">;

/** Burst of page requests, in seconds of the rate: a browser loads a page with its files, in several tabs. */
const BURST_SECONDS = 10;

/** Paths for operators. */
const OPERATIONS_PAGES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** The name of a page in logs and metrics; undefined for other paths. Pages accept only GET. */
export function pageAt(pathname: string): string | undefined {
  if (OPERATIONS_PAGES.has(pathname)) return pathname;
  return explorerPathName(pathname) ?? sitePathName(pathname);
}

/** Answers the paths outside the interface, which do not count for the limits of a tier. */
export function answerPages(parts: ServiceParts): (page: PageRequest) => Promise<ServiceResponse> {
  const { observability } = parts;
  const answerStatic = answerStaticPages(parts);
  return async (page) => {
    const { pathname, request, meta } = page;
    if (!OPERATIONS_PAGES.has(pathname)) return answerStatic(page);
    const refusal = pathname === "/metrics" && whyNoMetrics(request, observability);
    if (refusal) return answerError(new RestServiceError("NOT_FOUND", refusal), meta);
    return answerOperationsPage(pathname, parts, request.header("accept"));
  };
}

/** Answers a path for operators, without a check of the caller; any other path is not found. */
export async function answerOperationsPage(
  pathname: string,
  { chains, observability }: ServiceParts,
  accept = "",
): Promise<ServiceResponse> {
  if (pathname === "/healthz") return { status: 200, headers: PLAIN, body: "ok\n" };
  if (pathname === "/readyz") return answerReadiness(accept, chains, observability);
  if (pathname === "/metrics")
    return { status: 200, headers: METRICS, body: await observability.writeMetrics() };
  const only = `Only ${[...OPERATIONS_PAGES].join(", ")} are here\n`;
  return { status: 404, headers: PLAIN, body: only };
}

/** Answers static pages, which have a rate limit of their own for each address. */
function answerStaticPages({
  access,
  chains,
  observability,
}: ServiceParts): (page: PageRequest) => Promise<ServiceResponse> {
  const { pageRequests, pagesPerSecond, keylessTier, trustedProxies } = access;
  const explorerFiles = new ExplorerFiles();
  const siteFiles = new SiteFiles();
  const limits = {
    requestsPerSecond: pagesPerSecond,
    requestsPerDay: Infinity,
    burst: pagesPerSecond * BURST_SECONDS,
  };
  return async (page) => {
    const { pathname, request, meta } = page;
    const caller = (page.caller = callerOfPeer(request, access));
    const { isAdmitted, retryAfter } = pageRequests.admit(caller.subject, limits);
    if (!isAdmitted) {
      observability.metrics.countRefusal(keylessTier, "pages");
      return refuse(pagesPerSecond, retryAfter, meta);
    }
    const segments = chains.segments.toSorted();
    const staticRequest = { request, base: requestBase(request, trustedProxies), segments, meta };
    return explorerPathName(pathname) === undefined
      ? siteFiles.answer(pathname, staticRequest)
      : explorerFiles.answer(pathname, staticRequest);
  };
}

function refuse(pagesPerSecond: number, retryAfter: number, meta: Meta): ServiceResponse {
  const text = `At most ${pagesPerSecond} pages a second from one address, retry in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}`;
  const response = answerError(new RestServiceError("RATE_LIMITED", text), meta);
  return { ...response, headers: { ...response.headers, "Retry-After": String(retryAfter) } };
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } as const;
const JSON_TYPE = { ...PLAIN, "Content-Type": "application/json" } as const;
const METRICS = { ...PLAIN, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } as const;

/**
 * Answers whether a load balancer should send requests here: every chain is open and usable, and the service is not
 * stopping. Partial failures are reported too, but do not change the status. Responds with text, or with JSON on request.
 */
async function answerReadiness(
  accept: string,
  served: ServiceParts["chains"],
  { state, fleet }: Observability,
): Promise<ServiceResponse> {
  const chains = await Promise.all(
    served
      .open()
      .map(async (chain) => ({ segment: chain.selection.segment, ...(await chain.status()) })),
  );
  const unusable = chains.flatMap(({ segment, failure }) =>
    failure === undefined ? [] : [`${segment}: ${failure}`],
  );
  const unopened = served.list().flatMap(({ segment, chain, waitsFor }) => {
    const reason = waitsFor();
    return chain
      ? []
      : [`${segment}: it is not open yet${reason === undefined ? "" : `: ${reason}`}`];
  });
  const stopping = state.isStopping ? ["the service is stopping"] : [];
  const reasons = [...stopping, ...unusable, ...unopened];
  const status = reasons.length === 0 ? 200 : 503;
  if (accept.includes("application/json"))
    return { status, headers: JSON_TYPE, body: readinessJson(reasons, chains) };
  const verdict =
    reasons.length === 0 ? ["ready"] : reasons.map((reason) => `not ready: ${reason}`);
  const noteLines = chains.flatMap(({ segment, notes }) =>
    notes.map((note) => `${segment}: ${note}`),
  );
  const lines = [...verdict, ...noteLines, ...(fleet ? limitsOf(fleet) : [])];
  return {
    status,
    headers: PLAIN,
    body: lines.map((line) => `${escapeControls(line)}\n`).join(""),
  };
}

/** Readiness as JSON for programs. The failures of upstreams are left out: their messages are for operators. */
function readinessJson(
  reasons: readonly string[],
  chains: readonly (ChainStatus & { readonly segment: string })[],
): string {
  const segments = chains.map(({ segment, failure, height, headAge, gateway }) => {
    const upstreams = gateway?.upstreams.map((one) => {
      return {
        url: one.url,
        isUsed: one.isUsed,
        isWorking: one.failure === undefined,
        height: one.head,
      };
    });
    const shown = gateway && { height, headAge, events: gateway.events, upstreams };
    return [segment, { isReady: failure === undefined, gateway: shown }] as const;
  });
  const isReady = reasons.length === 0;
  return JSON.stringify({ isReady, reasons, segments: Object.fromEntries(segments) });
}

/** The state of the rate limits, as lines of the report. */
function limitsOf({ gateways, limitsFailure }: FleetStatus): string[] {
  if (limitsFailure === undefined) return ["rate limits: shared"];
  return [`rate limits: one part of ${gateways} in each gateway: ${limitsFailure}`];
}

/** The reason to refuse metrics: only programs on this machine may read them, unless the service opens them to all. */
function whyNoMetrics(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
  { isMetricsOpen, state }: Observability,
): string | undefined {
  if (state.areMetricsApart) return "/metrics has an address of its own, another port";
  if (isMetricsOpen || isLocalRequest(request)) return undefined;
  return "/metrics answers only programs on this machine, by a loopback host and without a proxy";
}
