import { type Endpoints, resolveEndpoints } from "../chains/mod.ts";
import type { WebSocketConstructor } from "../events/mod.ts";
import { EXAMPLE_SEGMENT } from "../generated/segments.gen.ts";
import type { Tier } from "../generated/tiers.gen.ts";
import {
  bytes,
  callback,
  DEVNET_OPTIONS,
  type Resolved,
  resolveOptions,
  type Rows,
  tierName,
  trueOrFalse,
} from "../service/options/mod.ts";
import { SYSTEM_CLOCK } from "../transport/internal.ts";
import type { ApiKey, Clock, PlatformFetch } from "../transport/mod.ts";
import { objectWith } from "../validation/mod.ts";

/** Options of {@linkcode upstreamOf}. */
export interface UpstreamOptions {
  /** Where the upstream is; of several, each has the same chains, and another one answers where one fails. */
  readonly endpoints: Endpoints | readonly Endpoints[];
  /** Key for the upstream. Clients never see it: the service has keys of its own. */
  readonly apiKey?: ApiKey;
  /** Tier of the key at the upstream, which paces the requests. @default {"Public" without a key, "Registered" with one} */
  readonly tier?: Tier;
  /** Serves what is cached while no upstream answers, with `fwd=stale` in `Cache-Status`. @default {false} */
  readonly serveStale?: boolean;
  /** Clients of this tier and above alone use the last tenth of the upstream's quota of the day. @default {all clients} */
  readonly reserveFor?: Tier;
  /** Most bytes of cached answers: in the data folder, or in memory without one. @default {256 MiB} */
  readonly cacheBytes?: number;
  /** Sends requests. @default {globalThis.fetch} */
  readonly fetch?: PlatformFetch;
  /** Makes WebSockets. @default {globalThis.WebSocket} */
  readonly webSocket?: WebSocketConstructor;
  /** Time and timers of checks, retries and waits. @default {the runtime's own} */
  readonly clock?: Clock;
}

const MIB = 2 ** 20;
const [CLOCK, isClock] = objectWith("now", "setTimeout", "clearTimeout");

/** The options of an upstream, in the order of its messages. */
export const UPSTREAM_ROWS = {
  endpoints: {
    type: "upstreams",
    isSecret: true,
    expected: "one or more URLs http://… or https://…, or objects of URLs",
    isKind: (value) => typeof value === "string" || (typeof value === "object" && value !== null),
    isAllowed: (value) => [value].flat().length > 0,
    flag: "--upstream <url>",
    excludes: DEVNET_OPTIONS,
    help: "answer from this deployed service, not a devnet; repeat it for further ones",
  },
  apiKey: {
    type: "value of a program",
    isSecret: true,
    expected: "an API key, as a client takes it",
    isKind: (value) => value !== "" && value !== null,
    isAllowed: () => true,
  },
  tier: {
    ...tierName,
    defaultText: "Public without a key, Registered with one",
    flag: "--upstream-tier <tier>",
    isRare: true,
    help: "tier of the key at the upstream",
  },
  serveStale: {
    ...trueOrFalse,
    default: false,
    flag: "--serve-stale",
    isRare: true,
    help: "serve what is cached while no upstream answers",
  },
  reserveFor: {
    ...tierName,
    defaultText: "all clients",
    flag: "--reserve-for <tier>",
    isRare: true,
    help: "keep the last tenth of the upstream's quota of the day for clients of this tier and above",
  },
  cacheBytes: {
    ...bytes(MIB, 2 ** 40),
    default: 256 * MIB,
    flag: "--cache-size <bytes>",
    isRare: true,
    help: "maximum size of the cached answers of an upstream",
  },
  fetch: callback<PlatformFetch>(),
  webSocket: callback<WebSocketConstructor>(),
  clock: {
    type: "value of a program",
    expected: CLOCK,
    isKind: isClock,
    isAllowed: () => true,
    default: SYSTEM_CLOCK,
  },
} as const satisfies Rows<UpstreamOptions>;

/** Options of an upstream with every default filled in. */
export interface UpstreamSettings extends Resolved<UpstreamOptions, typeof UPSTREAM_ROWS> {
  readonly endpoints: readonly Endpoints[];
}

/**
 * Checks the options of an upstream, and fills in the defaults.
 *
 * @throws {TypeError | RangeError} If one is not what it must be; the message names it, and never shows an URL or a key.
 */
export function readUpstreamOptions(options: UpstreamOptions): UpstreamSettings {
  const action = "Cannot use upstream";
  const settings = resolveOptions<UpstreamOptions, typeof UPSTREAM_ROWS>(
    action,
    options,
    UPSTREAM_ROWS,
  );
  if (settings.endpoints === undefined)
    throw new TypeError(`${action}: endpoints must be ${UPSTREAM_ROWS.endpoints.expected}`);
  const endpoints = [settings.endpoints].flat() as readonly Endpoints[];
  const addresses = endpoints.map((one) => resolveEndpoints(EXAMPLE_SEGMENT, one).rest);
  const place = addresses.findIndex((one, index) => addresses.indexOf(one) < index);
  if (place > 0)
    throw new RangeError(`${action}: endpoints must differ, number ${place + 1} is there already`);
  return { ...settings, endpoints };
}
