/** A connection, whatever carries it. */
export interface SessionLink {
  /** Bytes handed over and not sent yet. */
  readonly buffered: number;
  /** Hands a text over; `sent` is called once it is out, or never will be. */
  send(frame: string | Uint8Array, sent: () => void): void;
  /** Ends the connection with a close code. */
  close(code: number, reason: string): void;
}
