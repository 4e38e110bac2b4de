/** Address to listen on, and the bounds of connections. */
export interface ListenOptions {
  /** 0 takes any free port. @default {8645} */
  readonly port?: number;
  /** Name or address to listen on. @default {"127.0.0.1"} */
  readonly host?: string;
  /**
   * Port of the same host at which `/metrics` alone is, for whoever reaches it, and not at the other then; 0 takes any
   * free one. @default none
   */
  readonly metricsPort?: number;
  /** Milliseconds a client may take to send a request's headers. @default {10_000} */
  readonly headersTimeout?: number;
  /** Milliseconds a client may take to send a whole request. @default {30_000} */
  readonly requestTimeout?: number;
  /** Milliseconds a connection may stay idle between requests. @default {5_000} */
  readonly idleTimeout?: number;
  /**
   * Milliseconds in which nothing moves on a connection until it is ended; at most twice as many where the client has
   * read a part of an answer. @default {60_000}
   */
  readonly silenceTimeout?: number;
  /** Most connections at a time, WebSockets among them; further ones are dropped. @default {10_000} */
  readonly maximumConnections?: number;
  /** Most bytes of a request's headers. @default {16_384} */
  readonly maximumHeaderBytes?: number;
  /** Bytes of the smallest response that is compressed with gzip. @default {8192} */
  readonly compressFrom?: number;
  /** Most bytes of a refused body that are read so that the client gets its answer. @default {128 MiB} */
  readonly drainBytes?: number;
  /** Milliseconds that this takes at most. @default {5_000} */
  readonly drainTimeout?: number;
  /** Milliseconds between pings on a WebSocket. @default {30_000} */
  readonly pingInterval?: number;
  /** Milliseconds in which `/readyz` says that the service stops while it still takes requests. @default {0} */
  readonly stopDelay?: number;
  /** Milliseconds that running requests have left once the service takes no more. @default {10_000} */
  readonly stopTimeout?: number;
  /** Most connections of one address, IPv6 by /64; trusted proxies have no such bound. @default {1000} */
  readonly maximumConnectionsPerAddress?: number;
}
