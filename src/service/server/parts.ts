import type { Segment } from "../../chains/mod.ts";
import { notify } from "../../notify.ts";
import { TrustedProxies } from "../access/identity.ts";
import { createAddressNames, findKey, KeyUses } from "../access/keys/mod.ts";
import { Limiter, Pacer } from "../access/rate_limit/mod.ts";
import { AddressRoom } from "../api/events/mod.ts";
import type { Announcement } from "../chain/block_source.ts";
import { ControlGuard } from "../devnet/control/mod.ts";
import { Faults } from "../devnet/faults.ts";
import { SERVICE_DEFAULTS, type ServiceSettings } from "../options/mod.ts";
import type { Adapter } from "../request.ts";
import { SubjectCounts } from "../subject_counts.ts";
import { type Backend, openBackend } from "./backend.ts";
import type { ChainScript } from "./data_folder/mod.ts";
import {
  chainEntry,
  errorEntry,
  type LogEntry,
  logErrors,
  requestEntry,
  type RequestLog,
} from "./logs.ts";
import { type ServedSession, ServiceMetrics } from "./metrics/mod.ts";

/** The parts of a running service. */
export type ServiceParts = OpenedParts["parts"];

/** The keys and limits of callers. */
export type Access = ServiceParts["access"];

/** Log, metrics and readiness of the service. */
export type Observability = ServiceParts["observability"];

type OpenedParts = Awaited<ReturnType<typeof openParts>>;

type Settings = ServiceSettings & { readonly script: ChainScript | undefined };

/**
 * Opens the keys, and begins to open the chains.
 *
 * @returns The parts of a service, the promise of its open chains, and a function that closes its stores.
 */
export async function openParts(options: Settings, closing: AbortSignal) {
  const { log: write = logErrors, onHistory, settledAfter } = options;
  const log = (entry: LogEntry): void => notify(() => write(entry));
  const onError = (error: unknown): void => log(errorEntry(error));
  const faults = new Faults(options.seed ?? SERVICE_DEFAULTS.seed);
  // Before anything is opened that an unfit token would leave open.
  const controlGuard = options.dev && new ControlGuard(faults, options.dev.token);
  const listeners = {
    onHistory: (...made: Parameters<NonNullable<typeof onHistory>>): void =>
      notify(() => onHistory?.(...made)),
    onAnnounced(segment: Segment, announced: Announcement): void {
      const entry = chainEntry(segment, announced);
      if (entry) log(entry);
    },
  };
  const backend = await openBackend({ ...options, ...listeners, signal: closing }, onError);
  const { chains } = backend;
  const opened = chains.opened.catch((error: unknown) => {
    if (!closing.aborted) throw error;
  });
  // Perhaps nobody waits for it; a request for a chain that failed to open is refused anyway.
  opened.catch(() => undefined);
  const keyUses = new KeyUses(backend.keys, onError);
  const access = accessOf(options, backend, keyUses);
  const parts = {
    chains,
    access,
    devnet: {
      faults,
      /** The `dev_*` methods, where they are served. */
      controlGuard,
      /** Aborted once the service closes, which ends injected delays. */
      closing,
    },
    observability: observabilityOf(options, backend, { log, addressRoom: access.addressRoom }),
    /** Depth of blocks that no reorganisation is expected to remove; undefined where no answer is shared. */
    settledAfter,
  };
  return {
    parts,
    opened,
    closeBackend: async (): Promise<void> => {
      await keyUses.write();
      await backend.close();
    },
  };
}

function accessOf(
  { script, trustedProxies, ...options }: Settings,
  { keys, limiter }: Backend,
  keyUses: KeyUses,
) {
  const { clock, addressesPerSubject: perSubject, maximumAddresses: perProcess } = options;
  return {
    ...options,
    keys,
    /** Counts the requests of each key. */
    keyUses,
    findKey: (apiKey: string) => findKey(keys, apiKey, Math.floor(clock() / 1_000)),
    limiter,
    /** Makes replays wait for the rate of their subject. */
    pacer: new Pacer(limiter),
    trustedProxies: new TrustedProxies(trustedProxies),
    /** Names the subject of a peer for the store of keys. */
    nameAddress: createAddressNames(keys),
    /** The 32 bytes of the key of an email, where they are not random. */
    secretOf: script?.secretOf,
    /** Counts requests for static pages, which cost nothing of a tier. */
    pageRequests: new Limiter(options),
    /** Counts lookups of keys that nobody knows, by peer. */
    keyLookups: new Limiter(options),
    /** Open WebSockets, by subject. */
    connections: new SubjectCounts(),
    /** Counts the addresses in the filters of their subscriptions. */
    addressRoom: new AddressRoom({ perSubject, perProcess }),
  };
}

function observabilityOf(
  options: Settings,
  { chains, limiter, fleet }: Backend,
  { log, addressRoom }: { readonly log: (entry: LogEntry) => void; addressRoom: AddressRoom },
) {
  const { clock, metricsOpen: isMetricsOpen, logRequests = options.log !== undefined } = options;
  const metrics = new ServiceMetrics();
  /** Open WebSockets, one by one. */
  const sessions = new Set<ServedSession>();
  const adapters = new Set<Adapter>();
  const logRequest: RequestLog = (...request) => log(requestEntry(...request));
  return {
    clock,
    log,
    /** Undefined where requests are not logged, which saves making their entries. */
    logRequest: logRequests ? logRequest : undefined,
    metrics,
    writeMetrics: (): Promise<string> =>
      metrics.write({ chains: chains.open(), sessions, addressRoom, adapters, limiter, fleet }),
    isMetricsOpen,
    sessions,
    adapters,
    fleet,
    /** Changes while the service runs. */
    state: { isStopping: false, areMetricsApart: false },
  };
}
