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
import { SubjectCounts } from "../subject_counts.ts";
import { type Backend, openBackend } from "./_backend.ts";
import type { Script } from "./data_folder/mod.ts";
import { chainEntry, errorEntry, type LogEntry, logErrors, requestEntry } from "./logs.ts";
import { type ServedSession, ServiceMetrics } from "./metrics/mod.ts";
import type { Access, Observability, ServiceParts } from "./parts.ts";
import type { Adapter } from "../request.ts";

/** The parts of a service, the promise of its open chains, and a function that closes its stores. */
interface OpenedParts {
  readonly parts: ServiceParts;
  readonly opened: Promise<void>;
  readonly closeBackend: Backend["close"];
}

type Settings = ServiceSettings & { readonly script: Script | undefined };

/** Opens the keys, and begins to open the chains. */
export async function openParts(options: Settings, closing: AbortSignal): Promise<OpenedParts> {
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
  const observability = observabilityOf(options, backend, { log, addressRoom: access.addressRoom });
  return {
    parts: {
      chains,
      settledAfter,
      access,
      devnet: { faults, controlGuard, closing },
      observability,
    },
    opened,
    async closeBackend() {
      await keyUses.write();
      await backend.close();
    },
  };
}

function accessOf(
  { script, trustedProxies, ...options }: Settings,
  { keys, limiter }: Backend,
  keyUses: KeyUses,
): Access {
  const { clock, addressesPerSubject: perSubject, maximumAddresses: perProcess } = options;
  return {
    keys,
    keyUses,
    findKey: (apiKey) => findKey(keys, apiKey, Math.floor(clock() / 1_000)),
    limiter,
    pacer: new Pacer(limiter),
    keylessTier: options.keylessTier,
    isLocalFree: options.isLocalFree,
    trustedProxies: new TrustedProxies(trustedProxies),
    keysPerDay: options.keysPerDay,
    keysPerAddress: options.keysPerAddress,
    nameAddress: createAddressNames(keys),
    secretOf: script?.secretOf,
    pagesPerSecond: options.pagesPerSecond,
    pageRequests: new Limiter(options),
    keyLookups: new Limiter(options),
    connectionsPerSubject: options.connectionsPerSubject,
    connections: new SubjectCounts(),
    addressRoom: new AddressRoom({ perSubject, perProcess }),
    eventQueue: options.eventQueue,
  };
}

function observabilityOf(
  options: Settings,
  { chains, limiter, fleet }: Backend,
  { log, addressRoom }: Pick<Observability, "log"> & Pick<Access, "addressRoom">,
): Observability {
  const { clock, logRequests = options.log !== undefined } = options;
  const metrics = new ServiceMetrics();
  const sessions = new Set<ServedSession>();
  const adapters = new Set<Adapter>();
  return {
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
  };
}
