import type { Segment } from "../../chains/mod.ts";
import { type KeyStore, openPostgresKeyStore } from "../access/keys/mod.ts";
import { limitAlone, Limiter, type RateLimiter, SharedLimiter } from "../access/rate_limit/mod.ts";
import type { OpeningChain } from "../api/context/mod.ts";
import { PENDING, pendingEvent } from "../api/events/mod.ts";
import type { ServedChain } from "../api/served_chain.ts";
import type { DevChain } from "../devnet/control/mod.ts";
import type { Fleet, FleetChain } from "../fleet/mod.ts";
import type { ServiceSettings } from "../options/mod.ts";
import { openRedis, type RedisConnection } from "../redis.ts";
import type { Upstream } from "../upstream.ts";
import {
  dataFile,
  lockFolder,
  openChains,
  type OpenChainsOptions,
  type OpeningChains,
  openKeys,
  renderOf,
  serveChain,
} from "./data_folder/mod.ts";
import type { FleetStatus } from "./metrics/mod.ts";

/** Chains, keys and limits that a service answers from. */
export interface Backend {
  readonly chains: OpeningChains;
  readonly keys: KeyStore;
  readonly limiter: RateLimiter;
  /** The processes that share all this; undefined where there is this one alone. */
  readonly fleet: FleetStatus | undefined;
  /**
   * Closes all of it.
   *
   * @throws {Error} If a store could not be closed as it should; everything else is closed then too.
   */
  readonly close: () => Promise<void>;
}

/** Options of a service, and what hears of its chains. */
type BackendOptions = ServiceSettings &
  Pick<OpenChainsOptions, "onAnnounced"> & { readonly signal: AbortSignal };

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
    const chains = upstream
      ? await openUpstream(upstream, options, onError)
      : await openChains(segments, options, onError);
    return {
      ...{ chains, keys, limiter, fleet: undefined },
      async close() {
        try {
          await chains.close();
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

/** Connects to an upstream, and begins to open what its segments are served from. */
async function openUpstream(
  upstream: Upstream,
  { segments, data, eventRetention, durability, clock, signal }: BackendOptions,
  onError: (error: unknown) => void,
): Promise<OpeningChains> {
  const fileAt = (name: string): Promise<string> => dataFile(data, name);
  const opened = await upstream.open({
    ...{ segments, fileAt, eventRetention, durability, now: clock, signal, onError },
  });
  const open = new Map<Segment, ServedChain>();
  const opening = new Map<Segment, OpeningChain>();
  const served = [...opened.chains].map(([segment, chain]) => {
    const here = chain.then((one) => {
      open.set(segment, one);
      opening.delete(segment);
    });
    opening.set(segment, { opened: here, waitsFor: undefined });
    return here;
  });
  const all = Promise.all(served).then(() => undefined);
  const close = (): Promise<void> => opened.close();
  return { segments, open, opening, devnets: new Map(), opened: all, close };
}

/** Opens what the processes of a fleet share. */
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
  const open = new Map<Segment, ServedChain>();
  const opening = new Map<Segment, OpeningChain>();
  const devnets = new Map<Segment, DevChain>();
  for (const chain of fleet.chains) opening.set(chain.segment, chain);
  const opened = Promise.all(
    fleet.chains.map(async (chain) => {
      await chain.opened;
      const served = serve(chain, onError);
      const { selection } = served;
      devnets.set(chain.segment, { selection, source: chain, devnet: () => chain.devnet() });
      open.set(chain.segment, served);
      opening.delete(chain.segment);
    }),
  ).then(() => undefined);
  const keys = openPostgresKeyStore(fleet.database);
  const chains = {
    ...{ segments: options.segments, open, opening, devnets, opened },
    close: async () => void (await Promise.all(fleet.chains.map((chain) => chain.close()))),
  };
  return {
    chains,
    keys,
    limiter: limiterOf(fleet, redis, options),
    fleet: {
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
      await chains.close();
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
): RateLimiter {
  return new SharedLimiter({
    evaluate: redis ? redis.evaluate : () => Promise.reject(new Error("Redis is not configured")),
    own: new Limiter({ clock, maximumSubjects }),
    gateways: () => fleet.instance.gateways,
    maximumSubjects,
  });
}

function serve(chain: FleetChain, onError: (error: unknown) => void): ServedChain {
  const parts = {
    ...{ store: chain.store, source: chain, shared: chain },
    headAge: () => chain.headAge,
  };
  const served = serveChain(chain.segment, parts, onError);
  chain.onChange(served.changed);
  const { feed } = served.chain;
  chain.followPending({
    isWatched: () => feed.isWatched(PENDING),
    tell: (transaction) => feed.tellLive(PENDING, () => pendingEvent(transaction)),
  });
  return served.chain;
}
