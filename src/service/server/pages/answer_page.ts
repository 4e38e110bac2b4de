import type { Segment } from "../../../chains/mod.ts";
import {
  callerOfPeer,
  type Identification,
  isLocalRequest,
  requestOrigin,
} from "../../access/identity/mod.ts";
import type { Limiter } from "../../access/rate_limit/mod.ts";
import type {
  RequestTrace,
  ResponseOrPromise,
  ServiceRequest,
  ServiceResponse,
} from "../../request.ts";
import type { ChainContext, OpeningChain } from "../../api/context/mod.ts";
import { answerError, type Meta, RestServiceError } from "../../api/rest/mod.ts";
import type { FleetStatus, MetricsSources, ServiceMetrics } from "../metrics/mod.ts";
import { type ExplorerFiles, explorerPathName } from "./explorer_files.ts";
import { type SiteFiles, sitePathName } from "./site_files.ts";

/** A request for a page. */
interface PageRequest {
  readonly request: ServiceRequest;
  readonly meta: Meta;
  /** Filled in with the page and its caller. */
  readonly trace: RequestTrace;
}

/** Parts of a service that pages need. */
export interface PageParts
  extends Pick<Identification, "keylessTier" | "trustedProxies">, MetricsSources {
  /** Chains that are not open yet, each until it is. */
  readonly opening: ReadonlyMap<Segment, OpeningChain>;
  /** Counts requests for static pages by peer; they cost nothing of a tier. */
  readonly pageRequests: Limiter;
  /** Most requests for static pages a second from one peer. */
  readonly pagesPerSecond: number;
  readonly explorerFiles: ExplorerFiles;
  readonly siteFiles: SiteFiles;
  readonly metrics: ServiceMetrics;
  /** True if `/metrics` is open to everyone. */
  readonly isMetricsOpen: boolean;
  /** Changes while the service runs. */
  readonly state: { isStopping: boolean; areMetricsApart: boolean };
}

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

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } as const;
const METRICS = { ...PLAIN, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } as const;

/** Answers that the process is alive. */
function answerHealth(): ServiceResponse {
  return { status: 200, headers: PLAIN, body: "ok\n" };
}

/**
 * Answers whether requests should be sent here: every chain is open, every store answers, blocks come, and the service
 * does not stop. What works in part is told too, and is no reason to send requests elsewhere. A shared store is not
 * asked: whether it answers is known from following it, and this must not wait for it.
 */
async function answerReadiness({
  chains,
  opening,
  state,
  fleet,
}: Pick<PageParts, "chains" | "opening" | "state" | "fleet">): Promise<ServiceResponse> {
  const reasons = await Promise.all(
    [...chains].map(async ([segment, { store, source, shared }]) => {
      const asked = shared ? undefined : await store.head().then(() => undefined, reasonOf);
      const reason = asked ?? source.failure;
      return reason === undefined ? [] : [`${segment}: ${reason}`];
    }),
  );
  const unopened = [...opening].map(
    ([segment, { waitsFor }]) =>
      `${segment}: it is not open yet${waitsFor === undefined ? "" : `: ${waitsFor}`}`,
  );
  const all = [
    ...(state.isStopping ? ["the service is stopping"] : []),
    ...reasons.flat(),
    ...unopened,
  ];
  const parts = [...chains].flatMap(partOf).concat(fleet ? limitsOf(fleet) : []);
  const lines = [
    ...all.map((one) => `not ready: ${one}`),
    ...(all.length === 0 ? ["ready"] : []),
    ...parts,
  ];
  const body = lines.map((line) => `${line}\n`).join("");
  return { status: all.length === 0 ? 200 : 503, headers: PLAIN, body };
}

/** State of a chain shared with other processes. */
function partOf([segment, { shared }]: readonly [string, Pick<ChainContext, "shared">]): string[] {
  if (!shared) return [];
  const role = shared.term === undefined ? "reads" : `produces blocks in term ${shared.term}`;
  const ages = `read ${shared.age.toFixed(1)} s ago, newest block ${shared.headAge.toFixed(1)} s old`;
  return [`${segment}: ${role}, height ${shared.height}, ${ages}`];
}

/** State of the rate limits. */
function limitsOf({ gateways, limitsFailure }: FleetStatus): string[] {
  if (limitsFailure === undefined) return ["rate limits: shared"];
  return [`rate limits: one part of ${gateways} in each gateway: ${limitsFailure}`];
}

/** Answers the metrics to this machine alone, unless the service opens them to all. */
async function answerMetrics(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
  meta: Meta,
  parts: PageParts,
): Promise<ServiceResponse> {
  const { isMetricsOpen, state } = parts;
  if (state.areMetricsApart || (!isMetricsOpen && !isLocalRequest(request))) {
    const text = state.areMetricsApart
      ? "/metrics has an address of its own, another port"
      : "/metrics answers only programs on this machine, by a loopback host and without a proxy";
    return answerError(new RestServiceError("NOT_FOUND", text), meta);
  }
  return { status: 200, headers: METRICS, body: await parts.metrics.write(parts) };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
