import type { Segment } from "../../chains/mod.ts";
import { canonicalAddress, subjectOfAddress, TrustedProxies } from "../access/identity/mod.ts";
import { Limiter } from "../access/rate_limit/mod.ts";
import type { SentResponse, ServiceRequest } from "../request.ts";
import type { Announcement } from "../chain/block_source.ts";
import { ControlGuard, DevControl } from "../devnet/control/mod.ts";
import { exampleSecret } from "../devnet/example_chain.ts";
import { Faults } from "../devnet/faults.ts";
import {
  readServiceOptions,
  SERVICE_DEFAULTS,
  type ServiceOptions,
  type ServiceSettings,
} from "../options/mod.ts";
import type { ServedChain } from "./data_folder/mod.ts";
import { answerInProcess } from "./http/mod.ts";
import { chainEntry, errorEntry, logErrors, requestEntry } from "./logs.ts";
import { ServiceMetrics } from "./metrics/mod.ts";
import { type Backend, openBackend } from "./backend.ts";
import { ExplorerFiles, SiteFiles } from "./pages/mod.ts";
import type { Adapter, HttpHandler, SocketHandler } from "./port.ts";
import { handleRequest, refuseRequest, type RoutingParts } from "./routing/mod.ts";
import { admitSocket, type SocketParts } from "./websocket/mod.ts";

/** The parts of a running service. */
interface ServiceParts extends RoutingParts, SocketParts {
  readonly sessions: SocketParts["sessions"];
  readonly adapters: Set<Adapter>;
  readonly closeBackend: Backend["close"];
  readonly opened: Backend["opened"];
}

/** A running service, independent of any adapter: requests in, responses out. */
export interface Service extends HttpHandler, SocketHandler {
  /** Answers in process, as the runtime's own `fetch` would over a network, with the same arguments. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The segments that it serves. */
  readonly segments: readonly Segment[];
  /**
   * Resolves once every chain is open, or the service is closed before that.
   *
   * @throws {Error} If one could not be opened; the message says why.
   */
  readonly opened: Promise<void>;
  /** The subject that a peer's connections count for; undefined for a trusted proxy, which carries many clients. */
  connectionSubject(peer: string): string | undefined;
  /** Adds the connections of an adapter to those that `/metrics` shows. */
  addAdapter(adapter: Adapter): void;
  /** Takes `/metrics` off the paths that it answers; returns what writes the metrics, for an address of their own. */
  separateMetrics(): () => Promise<string>;
  /** Makes `/readyz` answer that the service stops, so that balancers send no further requests; `close` stops it. */
  announceStop(): void;
  /**
   * Control of a segment's devnet and of the service's injected faults, without a token.
   *
   * @throws {RangeError} If the segment is not served, or its chain is still being opened.
   */
  dev(segment: Segment): DevControl;
  /** The token that callers of `dev_*` methods send in `X-Dev-Token`; undefined where these are not served. */
  readonly devToken: string | undefined;
  /** Produces one block of the pending transactions at once. */
  produceBlock(segment: Segment): Promise<void>;
  /** Replaces the newest `depth` blocks of a segment by others, one more. */
  reorganise(segment: Segment, depth: number): Promise<void>;
  /**
   * Stops producing blocks and closes the stores. A second call does nothing.
   *
   * @throws {Error} If a store could not write what saves work at its next opening, as on a full disk. Everything is
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
  const settings = readServiceOptions(options);
  const { segments } = settings;
  const closing = new AbortController();
  const parts = await openParts(settings, closing.signal);
  await untilUsable(parts, settings);
  const { adapters, chains, closeBackend, controlGuard, faults, state, trustedProxies } = parts;
  const handle = (request: ServiceRequest): Promise<SentResponse> => handleRequest(request, parts);
  return {
    handle,
    refuse: (text, received) => refuseRequest(text, received, parts),
    connect: (request) => admitSocket(request, parts),
    fetch: (input, init) => answerInProcess(new Request(input, init), { handle }),
    segments,
    opened: parts.opened,
    connectionSubject: (peer) => subjectOfConnection(peer, trustedProxies),
    addAdapter: (adapter) => void adapters.add(adapter),
    separateMetrics() {
      state.areMetricsApart = true;
      return () => parts.metrics.write(parts);
    },
    announceStop: () => void (state.isStopping = true),
    dev: (segment) => new DevControl(chainOf(segment, parts), faults),
    devToken: controlGuard?.token,
    async produceBlock(segment) {
      await chains.get(segment)?.source.produceBlock();
    },
    async reorganise(segment, depth) {
      await chains.get(segment)?.source.reorganise(depth);
    },
    async close() {
      state.isStopping = true;
      closing.abort();
      await closeBackend();
    },
  };
}

/**
 * Waits until every chain is open. Where they are opened in the background it waits for one of them, or for none that
 * another process may have to make.
 */
async function untilUsable(
  { chains, opening, opened, closeBackend, log }: ServiceParts,
  { openInBackground, store }: ServiceOptions,
): Promise<void> {
  try {
    if (!openInBackground) await opened;
    else if (store === undefined && chains.size === 0)
      await Promise.race([...[...opening.values()].map((one) => one.opened), opened]);
  } catch (error) {
    // Why a chain could not be opened matters more than what closing the others meets, which is often the same.
    await closeBackend().catch((failure: unknown) => log(errorEntry(failure)));
    throw error;
  }
}

/** Opens the keys, and begins to open the chains. */
async function openParts(options: ServiceSettings, closing: AbortSignal): Promise<ServiceParts> {
  const { segments, clock, log = logErrors, logRequests = options.log !== undefined } = options;
  const faults = new Faults(options.seed ?? SERVICE_DEFAULTS.seed);
  // Before anything is opened that an unfit token would leave open.
  const controlGuard = options.dev && new ControlGuard(faults, options.dev.token);
  const onAnnounced = (segment: Segment, announced: Announcement): void => {
    const entry = chainEntry(segment, announced);
    if (entry) log(entry);
  };
  const backendOptions = { ...options, onAnnounced, signal: closing };
  const { close, ...backend } = await openBackend(backendOptions, (error) =>
    log(errorEntry(error)),
  );
  const opened = backend.opened.catch((error: unknown) => {
    if (!closing.aborted) throw error;
  });
  // Nobody may wait for it; whoever asks for a chain that is not there is told.
  opened.catch(() => undefined);
  return {
    ...backend,
    segments,
    opened,
    closeBackend: close,
    keylessTier: options.keylessTier,
    secretOf: options.exampleChain ? exampleSecret : undefined,
    keysPerDay: options.keysPerDay,
    pageRequests: new Limiter(options),
    pagesPerSecond: options.pagesPerSecond,
    explorerFiles: new ExplorerFiles(),
    siteFiles: new SiteFiles(),
    eventQueue: options.eventQueue,
    connectionsPerSubject: options.connectionsPerSubject,
    faults,
    controlGuard,
    closing,
    connections: new Map(),
    sessions: new Set(),
    adapters: new Set(),
    metrics: new ServiceMetrics(),
    isMetricsOpen: options.metricsOpen,
    state: { isStopping: false, areMetricsApart: false },
    trustedProxies: new TrustedProxies(options.trustedProxies),
    clock,
    log,
    logRequest: logRequests ? (...request) => log(requestEntry(...request)) : undefined,
  };
}

function subjectOfConnection(peer: string, trustedProxies: TrustedProxies): string | undefined {
  if (trustedProxies.has(canonicalAddress(peer))) return undefined;
  return subjectOfAddress({ address: peer, forwardedFor: undefined, trustedProxies });
}

function chainOf(
  segment: Segment,
  { chains, segments }: Pick<ServiceParts, "chains" | "segments">,
): ServedChain {
  const chain = chains.get(segment);
  if (chain) return chain;
  const reason = segments.includes(segment)
    ? "its chain is not open yet"
    : `it is not served, expected one of ${segments.join(", ")}`;
  throw new RangeError(`Cannot control ${segment}: ${reason}`);
}
