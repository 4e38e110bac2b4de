import type { SessionLink } from "../../api/events/mod.ts";

/** A WebSocket as what talks over it sees it. */
export interface SocketLink extends SessionLink {
  /** Ends the connection without a word. */
  terminate(): void;
}
