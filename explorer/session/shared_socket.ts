import type { WebSocketConstructor } from "alphadelta/events";
import type { FromWorker, Hello } from "./socket_worker.ts";

/** True once the worker could not be started: from then on the tab has WebSockets of its own. */
let isBroken = false;

/**
 * WebSockets that the tabs of this browser share: one connection to each URL, in a worker.
 *
 * @returns Undefined where the browser has no shared workers, or the page no locks.
 */
export function sharedSockets(): WebSocketConstructor | undefined {
  if (!("SharedWorker" in globalThis) || !("locks" in navigator)) return undefined;
  function open(url: string): EventTarget {
    if (!isBroken) {
      try {
        return new SharedSocket(url);
      } catch {
        isBroken = true;
      }
    }
    return new WebSocket(url);
  }
  return open as unknown as WebSocketConstructor;
}

/** A user of the connection to a URL. */
class SharedSocket extends EventTarget {
  readonly #port: MessagePort;
  readonly #ended = Promise.withResolvers<void>();

  constructor(url: string) {
    super();
    const worker = new SharedWorker(new URL("./socket_worker.ts", import.meta.url), {
      type: "module",
      name: "alphadelta",
    });
    this.#port = worker.port;
    worker.addEventListener("error", () => {
      isBroken = true;
      this.dispatchEvent(new Event("error"));
    });
    worker.port.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      const { type, ...rest } = data;
      this.dispatchEvent(Object.assign(new Event(type), rest));
    });
    worker.port.start();
    const hello: Hello = { url, lock: `alphadelta.socket ${crypto.randomUUID()}` };
    void navigator.locks.request(hello.lock, () => {
      this.#tell(hello);
      return this.#ended.promise;
    });
  }

  send(data: string): void {
    this.#tell(data);
  }

  #tell(message: Hello | string): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other end but the worker
    this.#port.postMessage(message);
  }

  close(): void {
    this.#ended.resolve();
  }
}
