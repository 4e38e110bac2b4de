import { type Segment, selectChain } from "../../chains/mod.ts";
import { openPostgresKeyStore } from "../access/keys/mod.ts";
import { Limiter, type RateLimiter, SharedLimiter } from "../access/rate_limit/mod.ts";
import { EventFeed } from "../api/events/mod.ts";
import { type Fleet, type FleetChain, openFleet } from "../fleet/mod.ts";
import { openRedis, type RedisConnection } from "../redis.ts";
import type { OpeningChain } from "../api/context/mod.ts";
import { renderOf, type ServedChain } from "./data_folder/mod.ts";
import type { Backend } from "./backend.ts";
import { limiterOptions } from "./limiter_options.ts";
import type { ServiceOptions } from "./service_options.ts";

/** Opens what the processes of a fleet share. */
export async function openFleetBackend(
  segments: readonly Segment[],
  options: ServiceOptions & { readonly store: string },
  onError: (error: unknown) => void,
): Promise<Backend> {
  const { databaseConnections: connections, redis: redisUrl } = options;
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl);
  try {
    const fleet = await openFleet({ ...options, connections, segments, renderOf, onError });
    return backendOf(fleet, redis, options, onError);
  } catch (error) {
    await redis?.close();
    throw error;
  }
}

function backendOf(
  fleet: Fleet,
  redis: RedisConnection | undefined,
  options: ServiceOptions,
  onError: (error: unknown) => void,
): Backend {
  const chains = new Map<Segment, ServedChain>();
  const opening = new Map<Segment, OpeningChain>();
  for (const chain of fleet.chains) opening.set(chain.segment, chain);
  const opened = Promise.all(
    fleet.chains.map(async (chain) => {
      await chain.opened;
      chains.set(chain.segment, serve(chain, onError));
      opening.delete(chain.segment);
    }),
  ).then(() => undefined);
  const keys = openPostgresKeyStore(fleet.database);
  return {
    chains,
    opening,
    opened,
    keys,
    limiter: limiterOf(fleet, redis, options),
    fleet: {
      get gateways() {
        return fleet.instance.gateways;
      },
      get connections() {
        return fleet.connections;
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
  options: ServiceOptions,
): RateLimiter {
  const { clock, maximumSubjects } = limiterOptions(options);
  return new SharedLimiter({
    evaluate: redis ? redis.evaluate : () => Promise.reject(new Error("Redis is not configured")),
    own: new Limiter({ clock, maximumSubjects }),
    gateways: () => fleet.instance.gateways,
    maximumSubjects,
  });
}

function serve(chain: FleetChain, onError: (error: unknown) => void): ServedChain {
  const { store } = chain;
  const feed = new EventFeed({ log: store.events, onError });
  let happenedAt = performance.now();
  chain.onChange(() => {
    happenedAt = performance.now();
    feed.wake();
  });
  return {
    selection: selectChain(chain.segment),
    store,
    source: chain,
    devnet: () => chain.devnet(),
    feed,
    shared: chain,
    eventAge: () => (performance.now() - happenedAt) / 1_000,
    headAge: () => chain.headAge,
    get blockTime() {
      return chain.blockTime;
    },
  };
}
