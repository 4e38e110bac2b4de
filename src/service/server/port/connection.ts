import type { SessionLink } from "../../api/events/mod.ts";
import type { ServiceResponse } from "../../api/context/mod.ts";

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

/** The outcome of a request for a WebSocket. */
export type Connection =
  | { readonly kind: "refused"; readonly response: ServiceResponse }
  /** The connection is to be opened and closed at once: a browser learns the reason in no other way. */
  | { readonly kind: "closed"; readonly code: number; readonly reason: string }
  /** An injected fault ends the connection. */
  | { readonly kind: "broken"; readonly broken: "stall" | "drop" }
  | {
      readonly kind: "open";
      readonly open: (link: SocketLink) => SocketSession;
      /** To be called once the connection is gone, or could not be opened. */
      readonly release: () => void;
    };
