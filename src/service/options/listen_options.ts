import { LIMITS } from "../../generated/limits.gen.ts";
import {
  defaultsOf,
  type OptionsOf,
  type Resolved,
  resolveOptions,
  type OptionTable,
} from "./rows.ts";
import { bytes, MAXIMUM, milliseconds, text, wholeNumber } from "./values.ts";

/** The options of `listen`, in the order of its messages. */
export const LISTEN_ROWS = {
  /** Port to listen on; 0 takes any free one. @default {8645} */
  port: {
    ...wholeNumber(0, 65_535),
    default: 8645,
    flag: "--port <number>",
    help: "port to listen on; 0 for a free one",
  },
  /** Name or address to listen on. @default {"127.0.0.1"} */
  host: {
    ...text,
    default: "127.0.0.1",
    flag: "--host <address>",
    help: "address to listen on",
  },
  /**
   * Port of the same host that serves `/metrics` to everyone, in place of the other port; `/readyz` and `/healthz` are at
   * both. 0 takes any free one. @default none
   */
  metricsPort: {
    ...wholeNumber(0, 65_535),
    flag: "--metrics-port <number>",
    isRare: true,
    help: "serve `/metrics` at this port of the host alone, to everyone, and `/readyz` there too; 0 for a free one",
  },
  /** Most connections at a time, WebSockets among them; further ones are dropped. @default {10_000} */
  maximumConnections: {
    ...wholeNumber(1, MAXIMUM),
    default: 10_000,
    flag: "--max-connections <number>",
    flagBounds: [1, 1_000_000],
    isRare: true,
    help: "maximum number of concurrent connections, including WebSockets; further ones are dropped",
  },
  /** Most connections of one address, IPv6 by /64; trusted proxies have no such bound. @default {1000} */
  maximumConnectionsPerAddress: {
    ...wholeNumber(1, MAXIMUM),
    default: 1_000,
    flag: "--max-connections-per-address <number>",
    flagBounds: [1, 1_000_000],
    isRare: true,
    help: "maximum number of concurrent connections of one address; trusted proxies are exempt",
  },
  /** Milliseconds a client may take to send a request's headers. @default {10_000} */
  headersTimeout: {
    ...milliseconds(1),
    default: 10_000,
    flag: "--headers-timeout <seconds>",
    isRare: true,
    help: "time to send the headers of a request",
  },
  /** Milliseconds a client may take to send a whole request. @default {30_000} */
  requestTimeout: {
    ...milliseconds(1),
    default: 30_000,
    flag: "--request-timeout <seconds>",
    isRare: true,
    help: "time to send a whole request",
  },
  /** Milliseconds a connection may stay idle between requests. @default {5_000} */
  idleTimeout: {
    ...milliseconds(1),
    default: 5_000,
    flag: "--idle-timeout <seconds>",
    isRare: true,
    help: "time between the requests of a connection",
  },
  /** Milliseconds in which `/readyz` says that the service stops while it still takes requests. @default {0} */
  stopDelay: {
    ...milliseconds(0),
    default: 0,
    flag: "--stop-delay <seconds>",
    isRare: true,
    help: "time after a stop signal in which new requests are still accepted and `/readyz` reports the stop",
  },
  /** Milliseconds that running requests have left once the service takes no more. @default {10_000} */
  stopTimeout: {
    ...milliseconds(1),
    default: 10_000,
    flag: "--stop-timeout <seconds>",
    isRare: true,
    help: "time after that for running requests to finish",
  },
  /**
   * Milliseconds in which nothing moves on a connection until it is ended; at most twice as many where the client has
   * read a part of an answer. @default {60_000}
   */
  silenceTimeout: {
    ...milliseconds(1),
    default: 60_000,
    help: "time without any progress on a connection; a client that took part of a response has at most twice that",
  },
  /** Milliseconds between pings on a WebSocket. @default {30_000} */
  pingInterval: {
    ...milliseconds(1),
    default: LIMITS.pingSeconds * 1_000,
    help: "time between WebSocket pings; the second missed pong closes",
  },
  /** Most bytes of a refused body that are read so that the client gets its answer. @default {128 MiB} */
  drainBytes: {
    ...bytes(0, Number.MAX_SAFE_INTEGER),
    default: 128 * 1_024 * 1_024,
    help: "maximum part of a refused body that is read, so that the client gets its 413",
  },
  /** Milliseconds that this takes at most. @default {5_000} */
  drainTimeout: {
    ...milliseconds(1),
    default: 5_000,
    help: "maximum time for reading a refused body",
  },
} as const satisfies OptionTable;

/** Address to listen on, and the bounds of connections. */
export interface ListenOptions extends OptionsOf<typeof LISTEN_ROWS> {}

/** The default of each option of `listen` that has one. */
export const LISTEN_DEFAULTS = defaultsOf(LISTEN_ROWS);

/** Options of `listen` with every default filled in. */
export type ListenSettings = Resolved<typeof LISTEN_ROWS>;

/**
 * Checks the options of `listen`, and fills in the defaults.
 *
 * @throws {TypeError | RangeError} If one is not what it must be; the message names it.
 */
export function readListenOptions(options: ListenOptions): ListenSettings {
  const settings = resolveOptions("Cannot listen", options, LISTEN_ROWS);
  const { headersTimeout, requestTimeout } = settings;
  if (headersTimeout <= requestTimeout) return settings;
  throw new RangeError(
    `Cannot listen: headersTimeout must be at most requestTimeout, ${requestTimeout}, got ${headersTimeout}`,
  );
}
