import { disturbReplies, type Fault } from "../../devnet/control/mod.ts";
import { pause } from "../pause.ts";
import type { SocketLink } from "./socket_link.ts";

/** What makes the frames of a WebSocket fail on purpose. */
export interface FaultyLinkOptions {
  /** What hits the next frame, if anything does. */
  readonly hit: () => Fault | undefined;
  /** Ends what waits. */
  readonly closing: AbortSignal;
}

/** A link that sends each frame as the faults have it, in the order that they were handed over. */
export function faultyLink(link: SocketLink, { hit, closing }: FaultyLinkOptions): SocketLink {
  let waiting = 0;
  let waitingBytes = 0;
  let isStalled = false;
  let last: Promise<void> = Promise.resolve();

  function sendNow(frame: string | Uint8Array, sent: () => void, fault: Fault | undefined): void {
    if (fault?.kind === "stall") isStalled = true;
    if (isStalled) return queueMicrotask(sent);
    if (fault?.kind === "drop") return link.terminate();
    const isText = typeof frame === "string";
    link.send(fault && isText ? disturbReplies(frame, fault) : frame, sent);
  }
  return {
    get buffered() {
      return link.buffered + waitingBytes;
    },
    send(frame, sent) {
      const fault = hit();
      const delay = fault?.delayMs ?? 0;
      if (waiting === 0 && delay === 0) return sendNow(frame, sent, fault);
      waiting++;
      waitingBytes += frame.length;
      const due = pause(delay, closing);
      last = last
        .then(() => due)
        .then(() => {
          waiting--;
          waitingBytes -= frame.length;
          sendNow(frame, sent, fault);
        });
    },
    close: (code, reason) => link.close(code, reason),
    terminate: () => link.terminate(),
  };
}
