import type { Segment } from "../../../chains/mod.ts";
import type { Identification } from "../../access/identity/mod.ts";
import type { Limiter } from "../../access/rate_limit/mod.ts";
import type { OpeningChain, RequestTrace, ServiceRequest } from "../../api/context/mod.ts";
import type { Meta } from "../../api/rest/mod.ts";
import type { MetricsSources, ServiceMetrics } from "../metrics/mod.ts";
import type { ExplorerFiles } from "./explorer_files.ts";
import type { SiteFiles } from "./site_files.ts";

/** A request for a page. */
export interface PageRequest {
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
