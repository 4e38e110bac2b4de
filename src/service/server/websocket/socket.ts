import type { Duplex } from "node:stream";
import type { RawData, WebSocket } from "ws";
import { LIMITS } from "../../../generated/limits.gen.ts";
import { CLOSE } from "../../../generated/topics.gen.ts";
import type { SocketLink, SocketSession } from "./connection.ts";

/** Messages that wait beyond which no more is read from the connection. */
const MAX_BACKLOG = 16;

/** One open WebSocket: its messages are answered one after the other, and what cannot be read fast waits with the peer. */
export class Socket {
  readonly #webSocket: WebSocket;
  readonly #raw: Duplex;
  readonly #session: SocketSession;
  #backlog: Uint8Array[] = [];
  #work: Promise<void> | undefined;
  #missedPongs = 0;
  #isLeaving = false;
  #isGathering = false;

  /** @param raw The connection below the WebSocket. */
  constructor(webSocket: WebSocket, raw: Duplex, open: (link: SocketLink) => SocketSession) {
    this.#webSocket = webSocket;
    this.#raw = raw;
    this.#session = open({
      get buffered() {
        return webSocket.bufferedAmount;
      },
      send: (frame, sent) => {
        this.#gather();
        webSocket.send(frame, { binary: false }, sent);
      },
      close: (code, reason) => webSocket.close(code, reason),
      terminate: () => webSocket.terminate(),
    });
    webSocket.on("message", (data, isBinary) => this.#take(data, isBinary));
    webSocket.on("pong", () => (this.#missedPongs = 0));
    webSocket.once("close", () => this.#end());
  }

  /** Asks the peer whether it is there; one that has not answered too often is gone. */
  ping(): void {
    if (this.#missedPongs >= LIMITS.missedPongs) return this.terminate();
    this.#missedPongs++;
    void this.#session.review();
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#webSocket.ping();
  }

  /** Answers what was asked, then closes. */
  async goAway(): Promise<void> {
    this.#isLeaving = true;
    await this.#work;
    this.#webSocket.close(CLOSE.GoingAway, "The service stops");
  }

  /** Ends the connection without a word. */
  terminate(): void {
    this.#webSocket.terminate();
  }

  /** What is sent in one go, as a block with its transactions, goes out in one write: each costs more than its bytes. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#raw.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.#raw.uncork();
    });
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#isLeaving || this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    if (isBinary || !(data instanceof Uint8Array)) {
      this.#session.end();
      return this.#webSocket.close(CLOSE.UnsupportedData, "Messages are text");
    }
    this.#backlog.push(data);
    if (this.#backlog.length >= MAX_BACKLOG) this.#webSocket.pause();
    this.#work ??= this.#answerAll();
  }

  async #answerAll(): Promise<void> {
    for (;;) {
      const message = this.#backlog.shift();
      if (!message) break;
      await this.#session.receive(message);
      if (this.#webSocket.isPaused && this.#backlog.length < MAX_BACKLOG) this.#webSocket.resume();
    }
    this.#work = undefined;
  }

  #end(): void {
    this.#backlog = [];
    this.#session.end();
  }
}
