import type { Segment } from "../../chains/mod.ts";
import { notify } from "../../notify.ts";
import { isFromProxy, subjectOfAddress, TrustedProxies } from "../access/identity/mod.ts";
import { createAddressNames, findKey, KeyUses } from "../access/keys/mod.ts";
import { Limiter, Pacer } from "../access/rate_limit/mod.ts";
import { AddressRoom } from "../api/events/mod.ts";
import type { Announcement } from "../chain/block_source.ts";
import { ControlGuard, type DevChain, DevControl } from "../devnet/control/mod.ts";
import { Faults } from "../devnet/faults.ts";
import type { ServiceResponse } from "../request.ts";
import { SubjectCounts } from "../subject_counts.ts";
import {
  readServiceOptions,
  SERVICE_DEFAULTS,
  type ServiceOptions,
  type ServiceSettings,
} from "../options/mod.ts";
import type { Chains, Script } from "./data_folder/mod.ts";
import { answerInProcess } from "./http/mod.ts";
import { chainEntry, errorEntry, type LogEntry, logErrors, requestEntry } from "./logs.ts";
import { type ServedSession, ServiceMetrics } from "./metrics/mod.ts";
import { type Backend, openBackend } from "./_backend.ts";
import type { ServiceParts } from "./parts.ts";
import { answerOperationsPage } from "./pages/mod.ts";
import { createPipeline, refuseRequest } from "./pipeline/mod.ts";
import type { Adapter, HttpHandler, SocketHandler } from "./port.ts";

/** A running service, independent of any adapter: requests in, responses out. */
export interface Service {
  /** @internal */
  readonly handle: HttpHandler["handle"];
  /** @internal */
  readonly refuse: HttpHandler["refuse"];
  /** @internal */
  readonly connect: SocketHandler["connect"];
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
  /**
   * The subject that a peer's connections count for; undefined for a trusted proxy, which carries many clients.
   *
   * @internal
   */
  connectionSubject(peer: string): string | undefined;
  /** Adds the connections of an adapter to those that `/metrics` shows. @internal */
  addAdapter(adapter: Adapter): void;
  /**
   * Takes `/metrics` off the paths that it answers to requests; returns what answers it, `/readyz` and `/healthz` at an
   * address of their own.
   *
   * @internal
   */
  separateMetrics(): (pathname: string) => Promise<ServiceResponse>;
  /**
   * Makes `/readyz` answer that the service stops, so that balancers send no further requests; `close` stops it.
   *
   * @internal
   */
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
export function createService(options: ServiceOptions = {}): Promise<Service> {
  return openService(options);
}

/** Opens a service as `createService` does, on a reproducible chain if there is a script. */
export async function openService(options: ServiceOptions, script?: Script): Promise<Service> {
  const settings = readServiceOptions(options);
  const { segments } = settings;
  const closing = new AbortController();
  const { parts, opened, closeBackend } = await openParts({ ...settings, script }, closing.signal);
  const { chains, access, devnet, observability } = parts;
  const { state } = observability;
  await untilUsable({ chains, opened, options: settings }).catch(async (error: unknown) => {
    // Why a chain could not be opened matters more than what closing the others meets, which is often the same.
    await closeBackend().catch((failure: unknown) => observability.log(errorEntry(failure)));
    throw error;
  });
  const handle = createPipeline(parts);
  return {
    handle,
    refuse: (text, received) => refuseRequest(text, received, observability),
    connect: (request) => handle(request, true),
    fetch: (input, init) => answerInProcess(new Request(input, init), { handle }),
    segments,
    opened,
    connectionSubject: (peer) => subjectOfConnection(peer, access.trustedProxies),
    addAdapter: (adapter) => void observability.adapters.add(adapter),
    separateMetrics() {
      state.areMetricsApart = true;
      return (pathname) => answerOperationsPage(pathname, parts);
    },
    announceStop: () => void (state.isStopping = true),
    dev: (segment) => new DevControl(chainOf(segment, chains), devnet.faults),
    devToken: devnet.controlGuard?.token,
    async produceBlock(segment) {
      await chains.get(segment)?.devnet?.devnet().produceBlock();
    },
    async reorganise(segment, depth) {
      await chains.get(segment)?.devnet?.devnet().reorganise(depth);
    },
    async close() {
      state.isStopping = true;
      closing.abort();
      await closeBackend();
    },
  };
}

/** Chains that are being opened. */
interface Opening {
  readonly chains: Chains;
  readonly opened: Promise<void>;
  readonly options: Pick<ServiceSettings, "openInBackground" | "store">;
}

/**
 * Waits until every chain is open. Where they are opened in the background it waits for one of them, or for none that
 * another process may have to make.
 */
async function untilUsable({ chains, opened, options }: Opening): Promise<void> {
  if (!options.openInBackground) await opened;
  else if (options.store === undefined)
    await Promise.race([...[...chains].map((one) => one.opened), opened]);
}

/** The parts of a service, and what opens and closes its chains and stores. */
interface OpenedParts {
  readonly parts: ServiceParts;
  readonly opened: Promise<void>;
  readonly closeBackend: Backend["close"];
}

/** Opens the keys, and begins to open the chains. */
async function openParts(
  options: ServiceSettings & { readonly script: Script | undefined },
  closing: AbortSignal,
): Promise<OpenedParts> {
  const {
    clock,
    log: write = logErrors,
    onHistory,
    logRequests = options.log !== undefined,
  } = options;
  const log = (entry: LogEntry): void => notify(() => write(entry));
  const faults = new Faults(options.seed ?? SERVICE_DEFAULTS.seed);
  // Before anything is opened that an unfit token would leave open.
  const controlGuard = options.dev && new ControlGuard(faults, options.dev.token);
  const onAnnounced = (segment: Segment, announced: Announcement): void => {
    const entry = chainEntry(segment, announced);
    if (entry) log(entry);
  };
  const backendOptions = {
    ...options,
    onHistory: (...made: Parameters<NonNullable<typeof onHistory>>): void =>
      notify(() => onHistory?.(...made)),
    onAnnounced,
    signal: closing,
  };
  const backend = await openBackend(backendOptions, (error) => log(errorEntry(error)));
  const { chains, keys, limiter, fleet } = backend;
  const opened = chains.opened.catch((error: unknown) => {
    if (!closing.aborted) throw error;
  });
  // Nobody may wait for it; whoever asks for a chain that is not there is told.
  opened.catch(() => undefined);
  const keyUses = new KeyUses(keys, (error) => log(errorEntry(error)));
  const metrics = new ServiceMetrics();
  const addressRoom = new AddressRoom({
    perSubject: options.addressesPerSubject,
    perProcess: options.maximumAddresses,
  });
  const sessions = new Set<ServedSession>();
  const adapters = new Set<Adapter>();
  const parts: ServiceParts = {
    chains,
    access: {
      keys,
      keyUses,
      findKey: (apiKey) => findKey(keys, apiKey, Math.floor(clock() / 1_000)),
      limiter,
      pacer: new Pacer(limiter),
      keylessTier: options.keylessTier,
      isLocalFree: options.isLocalFree,
      trustedProxies: new TrustedProxies(options.trustedProxies),
      keysPerDay: options.keysPerDay,
      keysPerAddress: options.keysPerAddress,
      nameAddress: createAddressNames(keys),
      secretOf: options.script?.secretOf,
      pagesPerSecond: options.pagesPerSecond,
      pageRequests: new Limiter(options),
      keyLookups: new Limiter(options),
      connectionsPerSubject: options.connectionsPerSubject,
      connections: new SubjectCounts(),
      addressRoom,
      eventQueue: options.eventQueue,
    },
    devnet: { faults, controlGuard, closing },
    observability: {
      clock,
      log,
      logRequest: logRequests ? (...request) => log(requestEntry(...request)) : undefined,
      metrics,
      writeMetrics: () =>
        metrics.write({ chains: chains.open(), sessions, addressRoom, adapters, limiter, fleet }),
      isMetricsOpen: options.metricsOpen,
      sessions,
      adapters,
      fleet,
      state: { isStopping: false, areMetricsApart: false },
    },
  };
  async function closeBackend(): Promise<void> {
    await keyUses.write();
    await backend.close();
  }
  return { parts, opened, closeBackend };
}

function subjectOfConnection(peer: string, trustedProxies: TrustedProxies): string | undefined {
  if (isFromProxy({ peer }, trustedProxies)) return undefined;
  return subjectOfAddress({ address: peer, forwardedFor: undefined, trustedProxies });
}

function chainOf(segment: Segment, chains: Chains): DevChain {
  const served = chains.get(segment);
  if (served?.devnet) return served.devnet;
  const reason = served
    ? "its chain is not open yet"
    : `it is not served, expected one of ${chains.segments.join(", ")}`;
  throw new RangeError(`Cannot control ${segment}: ${reason}`);
}
