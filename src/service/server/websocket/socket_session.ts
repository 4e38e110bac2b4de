/** The service's side of an open WebSocket. */
export interface SocketSession {
  /** Answers a message; resolves when the next one may come. One at a time. Never rejects. */
  receive(bytes: Uint8Array): Promise<void>;
  /** Closes the connection if its key was revoked meanwhile. Never rejects. */
  review(): Promise<void>;
  /** The connection is gone. */
  end(): void;
}
