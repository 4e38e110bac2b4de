import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { API_KEY_HEADER, LIMITS } from "../../generated/limits.gen.ts";
import { formatTime } from "../../units/mod.ts";
import type { ServiceRequest, ServiceResponse } from "../gateway/mod.ts";
import type { KeyStore } from "../keys/mod.ts";
import { canonical, Limiter } from "../limits/mod.ts";
import { answerFault, RestFault } from "../rest/mod.ts";
import { admitSocket } from "./admit_socket.ts";
import type { Connection } from "./connect.ts";
import { errorEntry, logErrors, requestEntry } from "./log_entries.ts";
import { closeChain, openChains } from "./open_chains.ts";
import { openKeys } from "./open_keys.ts";
import { requestOf } from "./request_of.ts";
import { route } from "./route.ts";
import type { ServiceOptions } from "./service_options.ts";
import type { ServiceParts } from "./service_parts.ts";

/** A running service without a carrier: requests in, answers out. */
export interface Service {
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
  /** Admits a request for a WebSocket; never rejects. */
  connect(request: ServiceRequest): Promise<Connection>;
  /** Answers in process, as the runtime's own `fetch` would over a network; takes what that takes. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly segments: readonly Segment[];
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
  "Access-Control-Allow-Headers": `Authorization, Content-Type, ${API_KEY_HEADER}`,
  "Access-Control-Expose-Headers": "RateLimit, RateLimit-Policy, Retry-After",
  "Access-Control-Max-Age": "86400",
} as const;

/**
 * Opens a service on the embedded devnet: every segment with its ledger, history and blocks.
 *
 * @throws {RangeError} If an option is out of range.
 * @throws {Error} If the data folder cannot be used; the message names it.
 */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const { eventQueue = 2_000, connectionsPerSubject = 100 } = options;
  checkBound("eventQueue", eventQueue);
  checkBound("connectionsPerSubject", connectionsPerSubject);
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
    limiter: new Limiter({ clock }),
    keyRequests: new Limiter({ clock }),
    keysPerDay: options.keysPerDay ?? LIMITS.keyRequestsPerDay,
    eventQueue,
    connectionsPerSubject,
    connections: new Map(),
    trustedProxies: new Set(options.trustedProxies?.map(canonical)),
  };

  async function handle(request: ServiceRequest): Promise<ServiceResponse> {
    const started = performance.now();
    const requestId = crypto.randomUUID();
    const meta = { timestamp: formatTime(new Date(clock())), requestId };
    const onError = (error: unknown): void => log(errorEntry(error, requestId));
    const response = await route({ request, meta, onError }, parts).catch((error: unknown) => {
      onError(error);
      return answerFault(new RestFault("INTERNAL_ERROR", "Internal error"), meta);
    });
    log(requestEntry(request, response, requestId, performance.now() - started));
    return { ...response, headers: { ...CORS, ...response.headers } };
  }
  return {
    handle,
    connect: (request) => admitSocket(request, parts, { clock, log, headers: CORS }),
    segments,
    async fetch(input, init) {
      const request = new Request(input, init);
      const { status, headers, body } = await handle(requestOf(request));
      return new Response(status === 204 || request.method === "HEAD" ? null : body, {
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
      await Promise.all([...chains.values()].map(closeChain));
      await keys.close();
    },
  };
}

function checkBound(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new RangeError(`Cannot open service: ${name} must be a whole number from 1, got ${value}`);
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
