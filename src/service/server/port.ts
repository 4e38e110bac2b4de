import type { SentResponse, ServiceRequest } from "../request.ts";
import type { SessionLink } from "../api/events/mod.ts";

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
