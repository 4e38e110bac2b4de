import { type KeyStore, openPostgresKeyStore } from "../access/keys/mod.ts";
import {
  limitAlone,
  Limiter,
  type RequestLimiter,
  SharedLimiter,
} from "../access/rate_limit/mod.ts";
import { PENDING, pendingEvent } from "../api/events/mod.ts";
import type { Fleet, FleetChain } from "../fleet/mod.ts";
import type { ServiceSettings } from "../options/mod.ts";
import { openRedis, type RedisConnection } from "../redis.ts";
import type { Upstream } from "../api/served_chain.ts";
import {
  Chains,
  dataFile,
  lockFolder,
  openChains,
  type OpenChainsOptions,
  openKeys,
  renderOf,
  type RunningChains,
  serveChain,
} from "./data_folder/mod.ts";
import type { FleetStatus } from "./metrics/mod.ts";

/** Chains, keys and limits that a service answers from. */
export interface Backend {
  readonly chains: Chains;
  readonly keys: KeyStore;
  readonly limiter: RequestLimiter;
  /** The processes that share all this; undefined where there is this one alone. */
  readonly fleet: FleetStatus | undefined;
  /**
   * Closes all of it.
   *
   * @throws {Error} If a store could not be closed as it should; everything else is closed then too.
   */
  readonly close: () => Promise<void>;
}

/** Options of a service, and a listener to its chains. */
type BackendOptions = ServiceSettings &
  Pick<OpenChainsOptions, "onAnnounced" | "script" | "signal">;

/**
 * Opens the keys and begins to open the chains: those of a fleet where a store is named, those of an upstream, else those
 * of a folder or of memory.
 */
export async function openBackend(
  options: BackendOptions,
  onError: (error: unknown) => void,
): Promise<Backend> {
  const { segments, store, upstream } = options;
  if (store !== undefined) return openFleetBackend({ ...options, store }, onError);
  const limiter = limitAlone(new Limiter(options));
  const lock = await lockFolder(options.data);
  let keys: KeyStore | undefined;
  const release = async (): Promise<void> => {
    await keys?.close();
    lock.release();
  };
  try {
    keys = await openKeys(options.data);
    const running = upstream
      ? await openUpstream(upstream, options, onError)
      : await openChains(segments, options, onError);
    return {
      ...{ chains: running.chains, keys, limiter, fleet: undefined },
      async close() {
        try {
          await running.close();
        } finally {
          await release();
        }
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Connects to an upstream, and begins to open the cache of each segment. */
async function openUpstream(
  upstream: Upstream,
  { segments, data, eventRetention, durability, clock }: BackendOptions,
  onError: (error: unknown) => void,
): Promise<RunningChains> {
  const fileAt = (name: string): Promise<string> => dataFile(data, name);
  const opened = await upstream.open({
    ...{ segments, fileAt, eventRetention, durability, now: clock, onError },
  });
  const chains = new Chains(segments);
  for (const [segment, opening] of opened.chains)
    chains.add(
      segment,
      opening.then((chain) => ({ chain })),
    );
  return { chains, close: () => opened.close() };
}

/** Opens the chains, keys and limits that the processes of a fleet share. */
async function openFleetBackend(
  options: ServiceSettings & { readonly store: string },
  onError: (error: unknown) => void,
): Promise<Backend> {
  const { openFleet } = await import("../fleet/mod.ts");
  const redis = options.redis === undefined ? undefined : await openRedis(options.redis);
  try {
    const fleet = await openFleet({ ...options, renderOf, onError });
    return backendOf(fleet, redis, options, onError);
  } catch (error) {
    await redis?.close();
    throw error;
  }
}

function backendOf(
  fleet: Fleet,
  redis: RedisConnection | undefined,
  options: ServiceSettings,
  onError: (error: unknown) => void,
): Backend {
  const chains = new Chains(options.segments);
  for (const chain of fleet.chains)
    chains.add(
      chain.segment,
      chain.opened.then(() => openedOf(chain, onError)),
      () => chain.waitsFor,
    );
  const keys = openPostgresKeyStore(fleet.database);
  return {
    chains,
    keys,
    limiter: limiterOf(fleet, redis, options),
    fleet: {
      isProducer: options.role !== "gateway",
      get gateways() {
        return fleet.instance.gateways;
      },
      get connections() {
        return fleet.database.connections;
      },
      get limitsFailure() {
        return redis ? redis.failure : "Redis is not configured";
      },
    },
    async close() {
      await Promise.all(fleet.chains.map((chain) => chain.close()));
      await Promise.all([keys.close(), redis?.close()]);
      await fleet.close();
    },
  };
}

/** Without Redis each gateway admits its part. */
function limiterOf(
  fleet: Fleet,
  redis: RedisConnection | undefined,
  { clock, maximumSubjects }: ServiceSettings,
): RequestLimiter {
  return new SharedLimiter({
    evaluate: redis ? redis.evaluate : () => Promise.reject(new Error("Redis is not configured")),
    own: new Limiter({ clock, maximumSubjects }),
    gateways: () => fleet.instance.gateways,
    maximumSubjects,
  });
}

function openedOf(
  source: FleetChain,
  onError: (error: unknown) => void,
): Awaited<Parameters<Chains["add"]>[1]> {
  const { segment, store } = source;
  const { chain, changed } = serveChain(segment, { store, source, shared: source }, onError);
  source.onChange = changed;
  const { feed, selection } = chain;
  source.follower.pendingListener = {
    isWatched: () => feed.isWatched(PENDING),
    send: (transaction) => feed.sendLive(PENDING, () => pendingEvent(transaction)),
  };
  return { chain, devnet: { selection, source, devnet: () => source.devnet() } };
}
