import type { SentResponse, ServiceRequest } from "../request.ts";
import type { SessionLink } from "../api/events/mod.ts";

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

/** A server that carries requests to a service. */
export interface Adapter {
  /** Connections that are open. */
  connections(): number;
}

/** Answers HTTP requests, whatever adapter received them. */
export interface HttpHandler {
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<SentResponse>;
  /** Refuses bytes that are not a request; `text` says why, and unknown parts of `received` are empty. */
  refuse(text: string, received: Pick<ServiceRequest, "method" | "target" | "peer">): SentResponse;
}

/** A WebSocket, as the service writes to it. */
export interface SocketLink extends SessionLink {
  /** Ends the connection without a close frame. */
  terminate(): void;
}

/** The service's side of an open WebSocket. */
export interface SocketSession {
  /** Answers a message; resolves when the next one may come. One at a time. Never rejects. */
  receive(bytes: Uint8Array): Promise<void>;
  /** Closes the connection if its key was revoked meanwhile. Never rejects. */
  review(): Promise<void>;
  /** To be called once the connection is gone. */
  end(): void;
}

/** The answer to a request, which may be one for a WebSocket. */
export interface Connection extends SentResponse {
  /** Set where a request for a WebSocket is admitted: it is to be opened, and not answered by this response. */
  readonly socket?:
    | {
        readonly open: (link: SocketLink) => SocketSession;
        /** To be called once the connection is gone, or could not be opened. */
        readonly release: () => void;
      }
    /** The connection is to be closed as soon as it is open: a browser learns the reason in no other way. */
    | { readonly code: number; readonly reason: string };
}

/** Admits WebSockets, whatever adapter received their requests. */
export interface SocketHandler extends Pick<HttpHandler, "refuse"> {
  /** Admits a request for a WebSocket; never rejects. */
  connect(request: ServiceRequest): Promise<Connection>;
}

/**
 * The port between a service and its adapters. It names no type of Node's, so that programs without those compile.
 *
 * @module
 */
