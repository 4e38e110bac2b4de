import { type Segment, SEGMENTS, selectChain } from "../../chains/mod.ts";
import { formatTime } from "../../units/mod.ts";
import type { Gateway, ServiceRequest, ServiceResponse } from "../gateway/mod.ts";
import {
  answerFault,
  handleKeys,
  handleRest,
  type Meta,
  type RestCall,
  RestFault,
} from "../rest/mod.ts";
import { handleRpc } from "../rpc/mod.ts";
import { type Devnet, openDevnet } from "../source/mod.ts";
import type { Store } from "../store/mod.ts";
import { matchServer } from "./match_server.ts";
import { openStore } from "./open_store.ts";
import { readDocsPage } from "./read_docs_page.ts";
import { requestOf } from "./request_of.ts";

/** Options of {@linkcode createService}. */
export interface ServiceOptions {
  /** Segments to serve. @default every segment of the documents */
  readonly segments?: readonly Segment[];
  /** What accounts, validators and traffic follow from, a whole number from 0. @default {0} */
  readonly seed?: number;
  /** Seconds from one block to the next. @default {2} */
  readonly blockTime?: number;
  /** Blocks of history that a new chain starts with. @default {300} */
  readonly history?: number;
  /** Whether seeded transfers go on while the service runs. @default {true} */
  readonly traffic?: boolean;
  /** Whether blocks come by themselves; if not, `produceBlock` makes them. @default {true} */
  readonly automatic?: boolean;
  /** Folder that keeps the chains, a file a segment; in memory if left out. */
  readonly data?: string;
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: () => number;
  /** Told what went wrong inside, with the id of the request that shows it. @default {console.error} */
  readonly onError?: (error: unknown, requestId?: string) => void;
}

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

interface Chain extends Gateway {
  readonly source: Devnet;
}

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers": "Authorization, Content-Type, X-API-Key",
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

async function openChains(
  segments: readonly Segment[],
  options: ServiceOptions,
  onError: (error: unknown) => void,
): Promise<ReadonlyMap<Segment, Chain>> {
  const opened = await Promise.allSettled(
    segments.map((segment) => openChain(segment, options, onError)),
  );
  const chains = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failed = opened.find((result) => result.status === "rejected");
  if (!failed) return new Map(chains.map((chain) => [chain.selection.segment, chain]));
  await Promise.all(chains.map(closeChain));
  throw failed.reason;
}

async function openChain(
  segment: Segment,
  { data, ...options }: ServiceOptions,
  onError: (error: unknown) => void,
): Promise<Chain> {
  const selection = selectChain(segment);
  const clock = options.clock ?? Date.now;
  const store = await openStore(segment, data);
  try {
    const source = await openDevnet({ ...options, segment, store, clock, onError });
    return {
      selection,
      store,
      source,
      blockTime: options.blockTime ?? 2,
      now: () => formatTime(new Date(clock())),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function closeChain({ source, store }: { source: Devnet; store: Store }): Promise<void> {
  await source.close();
  await store.close();
}

async function route(
  request: ServiceRequest,
  chains: ReadonlyMap<Segment, Chain>,
  meta: Meta,
  onError: (error: unknown) => void,
): Promise<ServiceResponse> {
  if (request.method === "OPTIONS") return { status: 204, headers: {}, body: "" };
  const [pathname, search] = splitTarget(request.target);
  const isGet = request.method === "GET" || request.method === "HEAD";
  if (isGet && pathname === "/docs") return readDocsPage();
  if (isGet && pathname === "/healthz")
    return { status: 200, headers: { "Content-Type": "text/plain" }, body: "ok\n" };
  const match = matchServer(pathname);
  const call: RestCall = {
    method: request.method,
    path: match?.path ?? pathname,
    query: new URLSearchParams(search),
    meta,
    onError,
  };
  if (match?.server === "keys") return handleKeys(call);
  const gateway = match && chains.get(match.segment);
  if (gateway && match.server === "rest") return handleRest(call, gateway);
  if (gateway && request.method === "POST") return handleRpc(request, gateway, onError);
  return answerFault(new RestFault("NOT_FOUND", `No ${request.method} ${pathname}`), meta);
}

function splitTarget(target: string): [pathname: string, search: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}
