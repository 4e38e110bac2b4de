import { randomUUID } from "node:crypto";
import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { LIMITS } from "../../generated/limits.gen.ts";
import { KEYLESS_TIER } from "../../generated/tiers.gen.ts";
import { DevControl, DevDoor, Faults, type Recognised } from "../devnet/control/mod.ts";
import {
  type SentResponse,
  type ServiceRequest,
  type ServiceResponse,
  startTrace,
} from "../api/context/mod.ts";
import type { KeyStore } from "../access/keys/mod.ts";
import { canonical, subjectOfAddress } from "../access/identity/mod.ts";
import { Limiter } from "../access/rate_limit/mod.ts";
import { RequestMetrics } from "./metrics/mod.ts";
import { answerFault, COUNTED_LIMITS, RestFault } from "../api/rest/mod.ts";
import { admitSocket } from "./websocket/admit_socket.ts";
import { answerInProcess } from "./http/answer_in_process.ts";
import { answerWithFault } from "./routing/answer_with_fault.ts";
import { checkOptions } from "./check_options.ts";
import type { Connection } from "./websocket/connect.ts";
import { CORS } from "./http/cors.ts";
import { errorEntry, logErrors, requestEntry } from "./logs/log_entries.ts";
import { matchServer } from "./routing/match_server.ts";
import { closeChains, openChains, type ServedChain } from "./data_folder/open_chains.ts";
import { openKeys } from "./data_folder/open_keys.ts";
import { requestOf } from "./http/request_of.ts";
import { type Answering, route, type RoutedRequest } from "./routing/route.ts";
import { SERVICE_CHECKS } from "./service_checks.ts";
import type { ServiceOptions } from "./service_options.ts";
import type { Carrier, ServiceParts } from "./service_parts.ts";
import { SiteFiles } from "./pages/site_files.ts";
import { TrustedProxies } from "../access/identity/mod.ts";

/** A running service without a carrier: requests in, answers out. */
export interface Service {
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<SentResponse>;
  /** Admits a request for a WebSocket; never rejects. */
  connect(request: ServiceRequest): Promise<Connection>;
  /** Refuses what is no request of HTTP or WebSocket: `text` says why, and what is not known of it is empty. */
  refuse(text: string, asked: Pick<ServiceRequest, "method" | "target" | "peer">): SentResponse;
  /** Answers in process, as the runtime's own `fetch` would over a network; takes what that takes. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The segments that it serves. */
  readonly segments: readonly Segment[];
  /** Whom the connections of a peer count for; undefined for a trusted proxy, which carries those of many clients. */
  connectionSubject(peer: string): string | undefined;
  /** Adds what carries requests here to what `/metrics` tells of. */
  addCarrier(carrier: Carrier): void;
  /** Makes `/readyz` say that the service stops, so that nobody sends further requests; it goes on until `close`. */
  announceStop(): void;
  /**
   * Control of a segment's devnet and of the service's faults, without a token.
   *
   * @throws {RangeError} If the segment is not served.
   */
  dev(segment: Segment): DevControl;
  /** What the `dev_*` methods are to be shown in `X-Dev-Token`; undefined where they are not served. */
  readonly devToken: string | undefined;
  /** Makes one block of what is pending, at once. */
  produceBlock(segment: Segment): Promise<void>;
  /** Replaces the newest `depth` blocks of a segment by others, one more. */
  reorganise(segment: Segment, depth: number): Promise<void>;
  /**
   * Stops making blocks and closes the stores. A second call does nothing.
   *
   * @throws {Error} If a store could not write what spares its next opening some work, as on a full disk. Everything is
   *   closed then too, and no block is lost.
   */
  close(): Promise<void>;
}

/**
 * Opens a service on the embedded devnet: every segment with its ledger, history and blocks.
 *
 * @throws {TypeError | RangeError} If an option is not what it must be; the message names it.
 * @throws {Error} If the data folder cannot be used; the message names it.
 *
 * @example
 * ```ts
 * import { createService } from "alphadelta/service";
 *
 * const service = await createService({ segments: ["delta"], history: 3, mode: "manual" });
 * const answer = await service.fetch("http://service.test/v1/delta/chain/info");
 * console.log(answer.status);
 * await service.close();
 * ```
 */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  checkOptions("Cannot open service", options, SERVICE_CHECKS);
  const { eventQueue = 2_000, connectionsPerSubject = 100, maximumSubjects = 100_000 } = options;
  const log = options.log ?? logErrors;
  const clock = options.clock ?? Date.now;
  const segments = options.segments ?? (Object.keys(SEGMENTS) as Segment[]);
  const faults = new Faults(options.seed ?? 0);
  const door = options.dev && new DevDoor(faults, options.dev.token);
  const closing = new AbortController();
  const keys = await openKeys(options.data);
  const chains = await openChainsOrClose(segments, options, keys, (error) =>
    log(errorEntry(error)),
  );
  const parts: ServiceParts = {
    chains,
    keys,
    keylessTier: options.keylessTier ?? KEYLESS_TIER,
    limiter: new Limiter({ clock, maximumSubjects }),
    keysPerDay: options.keysPerDay ?? LIMITS[COUNTED_LIMITS.requestKey],
    pageRequests: new Limiter({ clock, maximumSubjects }),
    pagesPerSecond: options.pagesPerSecond ?? 20,
    siteFiles: new SiteFiles(),
    eventQueue,
    connectionsPerSubject,
    faults,
    door,
    closing: closing.signal,
    connections: new Map(),
    sessions: new Set(),
    carriers: new Set(),
    metrics: new RequestMetrics(),
    isMetricsOpen: options.metricsOpen ?? false,
    state: { isStopping: false },
    trustedProxies: new TrustedProxies(options.trustedProxies),
  };

  async function handle(asked: ServiceRequest): Promise<SentResponse> {
    const started = performance.now();
    const requestId = randomUUID();
    const meta = { timestamp: Math.floor(clock() / 1_000), requestId };
    const trace = startTrace();
    const onError = (error: unknown): void => log(errorEntry(error, requestId));
    const { request, isControl } = door
      ? await recognise(asked, door)
      : { request: asked, isControl: false };
    const routed: RoutedRequest = { request, isControl, meta, onError, trace, fault: undefined };
    let response: ServiceResponse;
    try {
      response = await answer(routed, parts);
    } catch (error) {
      response = hideError(error, routed);
    }
    const sent = toSend(response, requestId);
    const milliseconds = performance.now() - started;
    parts.metrics.countRequest(trace, sent.status, milliseconds / 1_000);
    log(requestEntry(request, sent, { trace, requestId, milliseconds, fault: routed.fault }));
    return sent;
  }
  return {
    handle,
    refuse(text, asked) {
      const requestId = randomUUID();
      const meta = { timestamp: Math.floor(clock() / 1_000), requestId };
      const sent = toSend(answerFault(new RestFault("INVALID_PARAM", text), meta), requestId);
      const trace = startTrace();
      parts.metrics.countRequest(trace, sent.status, 0);
      log(requestEntry(asked, sent, { trace, requestId, milliseconds: 0 }));
      return sent;
    },
    connect: (request) => admitSocket(request, parts, { clock, log, headers: CORS }),
    segments,
    connectionSubject: (peer) => subjectOfConnection(peer, parts.trustedProxies),
    addCarrier: (carrier) => void parts.carriers.add(carrier),
    announceStop: () => void (parts.state.isStopping = true),
    fetch(input, init) {
      const request = new Request(input, init);
      return answerInProcess(request, handle(requestOf(request)));
    },
    dev: (segment) => new DevControl(chainOf(segment, chains), faults),
    devToken: door?.token,
    async produceBlock(segment) {
      await chains.get(segment)?.source.produceBlock();
    },
    async reorganise(segment, depth) {
      await chains.get(segment)?.source.reorganise(depth);
    },
    async close() {
      parts.state.isStopping = true;
      closing.abort();
      try {
        await closeChains(chains.values());
      } finally {
        await keys.close();
      }
    },
  };
}

function subjectOfConnection(peer: string, trustedProxies: TrustedProxies): string | undefined {
  if (trustedProxies.has(canonical(peer))) return undefined;
  return subjectOfAddress({ address: peer, forwardedFor: undefined, trustedProxies });
}

/** Adds what every answer has: leave to read it for any web page, the request's name, and its size. */
function toSend(response: ServiceResponse, requestId: string): SentResponse {
  const headers = { ...CORS, "X-Request-Id": requestId, ...response.headers };
  return { ...response, headers, bytes: Buffer.byteLength(response.body) };
}

/** Answers a request, as a fault has it where one is set that hits it. */
function answer(routed: RoutedRequest, parts: ServiceParts): Answering {
  const { request, isControl, meta } = routed;
  const { faults, closing } = parts;
  const fault = isControl || faults.rules.length === 0 ? undefined : faults.hit(pathOf(request));
  if (!fault) return route(routed, parts);
  routed.fault = fault.kind;
  return answerWithFault({ request, meta, fault, closing }, () => answerSafely(routed, parts));
}

/** Answers whatever happens, so that a fault has an answer to spoil. */
async function answerSafely(routed: RoutedRequest, parts: ServiceParts): Promise<ServiceResponse> {
  try {
    return await route(routed, parts);
  } catch (error) {
    return hideError(error, routed);
  }
}

/** What is answered where something was thrown: that is logged, and the answer hides it. */
function hideError(
  error: unknown,
  { onError, meta }: Pick<RoutedRequest, "onError" | "meta">,
): ServiceResponse {
  onError(error);
  return answerFault(new RestFault("INTERNAL_ERROR", "Internal error"), meta);
}

/** Only what came to a JSON-RPC URL can be devnet control. */
async function recognise(request: ServiceRequest, door: DevDoor): Promise<Recognised> {
  const isCall = request.method === "POST" && matchServer(pathOf(request))?.kind === "rpc";
  return isCall ? door.recognise(request) : { request, isControl: false };
}

function pathOf({ target }: ServiceRequest): string {
  return target.split("?", 1)[0] ?? "";
}

function chainOf(segment: Segment, chains: ServiceParts["chains"]): ServedChain {
  const chain = chains.get(segment);
  if (chain) return chain;
  throw new RangeError(
    `Cannot control ${segment}: it is not served, served are ${[...chains.keys()].join(", ")}`,
  );
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
