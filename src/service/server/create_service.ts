import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { API_KEY_HEADER, LIMITS } from "../../generated/limits.gen.ts";
import { formatTime } from "../../units/mod.ts";
import { type ServiceRequest, type ServiceResponse, startTrace } from "../gateway/mod.ts";
import type { KeyStore } from "../keys/mod.ts";
import { canonical, Limiter } from "../limits/mod.ts";
import { RequestMetrics } from "../metrics/mod.ts";
import { answerFault, RestFault } from "../rest/mod.ts";
import { admitSocket } from "./admit_socket.ts";
import { checkOptions } from "./check_options.ts";
import type { Connection } from "./connect.ts";
import { errorEntry, logErrors, requestEntry } from "./log_entries.ts";
import { closeChain, openChains } from "./open_chains.ts";
import { openKeys } from "./open_keys.ts";
import { requestOf } from "./request_of.ts";
import { route } from "./route.ts";
import { SERVICE_CHECKS } from "./service_checks.ts";
import type { ServiceOptions } from "./service_options.ts";
import type { Carrier, ServiceParts } from "./service_parts.ts";

/** A running service without a carrier: requests in, answers out. */
export interface Service {
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
  /** Admits a request for a WebSocket; never rejects. */
  connect(request: ServiceRequest): Promise<Connection>;
  /** Answers a `Request` in process, as `fetch` would over a network. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly segments: readonly Segment[];
  /** Adds what carries requests here to what `/metrics` tells of. */
  addCarrier(carrier: Carrier): void;
  /** Makes `/readyz` say that the service stops, so that nobody sends further requests; it goes on until `close`. */
  announceStop(): void;
  /** Makes one block of what is pending, at once. */
  produceBlock(segment: Segment): Promise<void>;
  /** Replaces the newest `depth` blocks of a segment by others, one more. */
  reorganise(segment: Segment, depth: number): Promise<void>;
  /** Stops making blocks and closes the stores. A second call does nothing. */
  close(): Promise<void>;
}

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers": `Authorization, Content-Type, If-None-Match, ${API_KEY_HEADER}`,
  "Access-Control-Expose-Headers": "ETag, RateLimit, RateLimit-Policy, Retry-After",
  "Access-Control-Max-Age": "86400",
} as const;

/**
 * Opens a service on the embedded devnet: every segment with its ledger, history and blocks.
 *
 * @throws {TypeError | RangeError} If an option is not what it must be; the message names it.
 * @throws {Error} If the data folder cannot be used; the message names it.
 */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  checkOptions("Cannot open service", options, SERVICE_CHECKS);
  const { eventQueue = 2_000, connectionsPerSubject = 100, maximumSubjects = 100_000 } = options;
  const log = options.log ?? logErrors;
  const clock = options.clock ?? Date.now;
  const segments = options.segments ?? (Object.keys(SEGMENTS) as Segment[]);
  const keys = await openKeys(options.data);
  const chains = await openChainsOrClose(segments, options, keys, (error) =>
    log(errorEntry(error)),
  );
  const parts: ServiceParts = {
    chains,
    keys,
    keylessTier: options.keylessTier ?? "Public",
    limiter: new Limiter({ clock, maximumSubjects }),
    keyRequests: new Limiter({ clock, maximumSubjects }),
    keysPerDay: options.keysPerDay ?? LIMITS.keyRequestsPerDay,
    eventQueue,
    connectionsPerSubject,
    connections: new Map(),
    sessions: new Set(),
    carriers: new Set(),
    metrics: new RequestMetrics(),
    isMetricsOpen: options.metricsOpen ?? false,
    state: { isStopping: false },
    trustedProxies: new Set(options.trustedProxies?.map(canonical)),
  };

  async function handle(request: ServiceRequest): Promise<ServiceResponse> {
    const started = performance.now();
    const requestId = crypto.randomUUID();
    const meta = { timestamp: formatTime(new Date(clock())), requestId };
    const trace = startTrace();
    const onError = (error: unknown): void => log(errorEntry(error, requestId));
    const response = await route({ request, meta, onError, trace }, parts).catch(
      (error: unknown) => {
        onError(error);
        return answerFault(new RestFault("INTERNAL_ERROR", "Internal error"), meta);
      },
    );
    const milliseconds = performance.now() - started;
    parts.metrics.countRequest(trace, response.status, milliseconds / 1_000);
    log(requestEntry(request, response, { trace, requestId, milliseconds }));
    return { ...response, headers: { ...CORS, ...response.headers } };
  }
  return {
    handle,
    connect: (request) => admitSocket(request, parts, { clock, log, headers: CORS }),
    segments,
    addCarrier: (carrier) => void parts.carriers.add(carrier),
    announceStop: () => void (parts.state.isStopping = true),
    async fetch(request) {
      const { status, headers, body } = await handle(requestOf(request));
      const isEmpty = status === 204 || status === 304 || request.method === "HEAD";
      return new Response(isEmpty ? null : body, {
        status,
        headers,
      });
    },
    async produceBlock(segment) {
      await chains.get(segment)?.source.produceBlock();
    },
    async reorganise(segment, depth) {
      await chains.get(segment)?.source.reorganise(depth);
    },
    async close() {
      parts.state.isStopping = true;
      await Promise.all([...chains.values()].map(closeChain));
      await keys.close();
    },
  };
}

async function openChainsOrClose(
  segments: readonly Segment[],
  options: ServiceOptions,
  keys: KeyStore,
  onError: (error: unknown) => void,
): ReturnType<typeof openChains> {
  try {
    return await openChains(segments, options, onError);
  } catch (error) {
    await keys.close();
    throw error;
  }
}
