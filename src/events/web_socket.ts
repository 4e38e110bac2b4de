/** What of a WebSocket is used: the runtime's own has it, and so has that of the package `ws`. */
export interface WebSocketLike {
  /** Sends a text frame. */
  send(text: string): void;
  /** Closes the connection. */
  close(code?: number, reason?: string): void;
  /** Tells when it is open, or has failed. */
  addEventListener(type: "open" | "error", listener: () => void): void;
  /** Tells of each message. */
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  /** Tells that it is closed, with the close code. */
  addEventListener(
    type: "close",
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
}

/** Makes a WebSocket: the runtime's `WebSocket`, or another of the same shape. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;
