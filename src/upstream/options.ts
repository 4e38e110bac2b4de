import { type Endpoints, resolveEndpoints } from "../chains/mod.ts";
import type { WebSocketConstructor } from "../events/mod.ts";
import { EXAMPLE_SEGMENT } from "../generated/segments.gen.ts";
import {
  bytes,
  callback,
  DEVNET_OPTIONS,
  type OptionsOf,
  type OptionTable,
  type Resolved,
  resolveOptions,
  tierName,
  trueOrFalse,
  type Values,
} from "../service/options/mod.ts";
import { SYSTEM_CLOCK } from "../transport/internal.ts";
import type { ApiKey, Clock, PlatformFetch } from "../transport/mod.ts";
import { objectWith } from "../validation/mod.ts";

const MIB = 2 ** 20;
const [CLOCK, isClock] = objectWith("now", "setTimeout", "clearTimeout");

const upstreamUrls: Values<Endpoints | readonly Endpoints[]> = {
  type: "upstreams",
  isSecret: true,
  expected: "one or more URLs http://… or https://…, or objects of URLs",
  isKind: (value) => typeof value === "string" || (typeof value === "object" && value !== null),
  isAllowed: (value) => [value].flat().length > 0,
};

const apiKey: Values<ApiKey> = {
  type: "value of a program",
  isSecret: true,
  expected: "an API key, as a client takes it",
  isKind: (value) => value !== "" && value !== null,
  isAllowed: () => true,
};

const clock: Values<Clock> = {
  type: "value of a program",
  expected: CLOCK,
  isKind: isClock,
  isAllowed: () => true,
};

/** The options of an upstream, in the order of its messages. */
export const UPSTREAM_ROWS = {
  endpoints: {
    ...upstreamUrls,
    flag: "--upstream <url>",
    excludes: DEVNET_OPTIONS,
    help: "answer from this deployed service, not a devnet; repeat it for further ones",
  },
  /** Key for the upstream. Clients never see it: the service has keys of its own. */
  apiKey,
  /** Tier of the key at the upstream, which paces the requests. @default {"Public" without a key, "Registered" with one} */
  tier: {
    ...tierName,
    defaultText: "Public without a key, Registered with one",
    flag: "--upstream-tier <tier>",
    isRare: true,
    help: "tier of the key at the upstream",
  },
  /** Serves what is cached while no upstream answers, with `fwd=stale` in `Cache-Status`. @default {false} */
  serveStale: {
    ...trueOrFalse,
    default: false,
    flag: "--serve-stale",
    isRare: true,
    help: "serve what is cached while no upstream answers",
  },
  /** Clients of this tier and above alone use the last tenth of the upstream's quota of the day. @default {all clients} */
  reserveFor: {
    ...tierName,
    defaultText: "all clients",
    flag: "--reserve-for <tier>",
    isRare: true,
    help: "keep the last tenth of the upstream's quota of the day for clients of this tier and above",
  },
  /** Most bytes of cached answers: in the data folder, or in memory without one. @default {256 MiB} */
  cacheBytes: {
    ...bytes(MIB, 2 ** 40),
    default: 256 * MIB,
    flag: "--cache-size <bytes>",
    isRare: true,
    help: "maximum size of the cached answers of an upstream",
  },
  /** Sends requests. @default {globalThis.fetch} */
  fetch: callback<PlatformFetch>(),
  /** Makes WebSockets. @default {globalThis.WebSocket} */
  webSocket: callback<WebSocketConstructor>(),
  /** Time and timers of checks, retries and waits. @default {the runtime's own} */
  clock: { ...clock, default: SYSTEM_CLOCK },
} as const satisfies OptionTable;

/** Options of {@linkcode upstreamOf}. */
export interface UpstreamOptions extends OptionsOf<typeof UPSTREAM_ROWS> {
  /** Where the upstream is; of several, each has the same chains, and another one answers where one fails. */
  readonly endpoints: Endpoints | readonly Endpoints[];
}

/** Options of an upstream with every default filled in. */
export interface UpstreamSettings extends Resolved<typeof UPSTREAM_ROWS> {
  readonly endpoints: readonly Endpoints[];
}

/**
 * Checks the options of an upstream, and fills in the defaults.
 *
 * @throws {TypeError | RangeError} If one is not what it must be; the message names it, and never shows an URL or a key.
 */
export function readUpstreamOptions(options: UpstreamOptions): UpstreamSettings {
  const action = "Cannot use upstream";
  const settings = resolveOptions(action, options, UPSTREAM_ROWS);
  if (settings.endpoints === undefined)
    throw new TypeError(`${action}: endpoints must be ${UPSTREAM_ROWS.endpoints.expected}`);
  const endpoints = [settings.endpoints].flat() as readonly Endpoints[];
  const addresses = endpoints.map((one) => resolveEndpoints(EXAMPLE_SEGMENT, one).rest);
  const place = addresses.findIndex((one, index) => addresses.indexOf(one) < index);
  if (place > 0)
    throw new RangeError(`${action}: endpoints must differ, number ${place + 1} is there already`);
  return { ...settings, endpoints };
}
