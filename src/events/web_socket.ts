/** What of a WebSocket is used: the runtime's own has it, and so has that of the package `ws`. */
export interface WebSocketLike {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: "close",
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
}

/** Makes a WebSocket: the runtime's `WebSocket`, or another of the same shape. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;
