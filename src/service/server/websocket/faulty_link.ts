import { applyReplyFault, delay, type Fault } from "../../devnet/faults.ts";
import type { SocketLink } from "../port.ts";

/** Injects faults into the frames of a WebSocket. */
interface FaultyLinkOptions {
  /** The fault of the next frame, if a rule hits it. */
  readonly hit: () => Fault | undefined;
  /** Ends delays once aborted. */
  readonly closing: AbortSignal;
}

/** A link that applies injected faults to each frame and keeps the order of the frames. */
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
    link.send(fault && isText ? applyReplyFault(frame, fault) : frame, sent);
  }
  return {
    get buffered() {
      return link.buffered + waitingBytes;
    },
    send(frame, sent) {
      const fault = hit();
      const milliseconds = fault?.delayMs ?? 0;
      if (waiting === 0 && milliseconds === 0) return sendNow(frame, sent, fault);
      waiting++;
      waitingBytes += frame.length;
      const due = delay(milliseconds, closing);
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
