import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { API_KEY_HEADER } from "../../generated/limits.gen.ts";
import { formatTime } from "../../units/mod.ts";
import type { ServiceRequest, ServiceResponse } from "../gateway/mod.ts";
import { closeChain, openChains } from "./open_chains.ts";
import { requestOf } from "./request_of.ts";
import { route } from "./route.ts";
import type { ServiceOptions } from "./service_options.ts";

/** A running service without a carrier: requests in, answers out. */
export interface Service {
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
  /** Answers a `Request` in process, as `fetch` would over a network. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly segments: readonly Segment[];
  /** Makes one block of what is pending, at once. */
  produceBlock(segment: Segment): Promise<void>;
  /** Stops making blocks and closes the stores. A second call does nothing. */
  close(): Promise<void>;
}

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers": `Authorization, Content-Type, ${API_KEY_HEADER}`,
  "Access-Control-Max-Age": "86400",
} as const;

/**
 * Opens a service on the embedded devnet: every segment with its ledger, history and blocks.
 *
 * @throws {RangeError} If an option is out of range.
 * @throws {Error} If the data folder cannot be used; the message names it.
 */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const onError = options.onError ?? ((error) => console.error(error));
  const clock = options.clock ?? Date.now;
  const segments = options.segments ?? (Object.keys(SEGMENTS) as Segment[]);
  const chains = await openChains(segments, options, (error) => onError(error));

  async function handle(request: ServiceRequest): Promise<ServiceResponse> {
    const requestId = crypto.randomUUID();
    const meta = { timestamp: formatTime(new Date(clock())), requestId };
    const response = await route(request, chains, meta, (error) => onError(error, requestId));
    return { ...response, headers: { ...CORS, ...response.headers } };
  }
  return {
    handle,
    segments,
    async fetch(request) {
      const { status, headers, body } = await handle(requestOf(request));
      return new Response(status === 204 || request.method === "HEAD" ? null : body, {
        status,
        headers,
      });
    },
    async produceBlock(segment) {
      await chains.get(segment)?.source.produceBlock();
    },
    async close() {
      await Promise.all([...chains.values()].map(closeChain));
    },
  };
}
