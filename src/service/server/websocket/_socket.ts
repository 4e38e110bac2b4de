import type { Duplex } from "node:stream";
import type { RawData, WebSocket } from "ws";
import { LIMITS } from "../../../generated/limits.gen.ts";
import { CLOSE } from "../../../generated/topics.gen.ts";
import { isTurnOver, nextTurn } from "../../turns.ts";
import type { SocketLink, SocketSession } from "../port.ts";

/** Waiting messages, and their bytes, at which reading from the connection pauses. */
const MAX_BACKLOG = 16;
const MAX_BACKLOG_BYTES = 64 * 1_024;

/** One open WebSocket: messages are answered one at a time, and a full backlog pauses the peer. */
export class Socket {
  readonly #webSocket: WebSocket;
  readonly #raw: Duplex;
  readonly #session: SocketSession;
  #backlog: Uint8Array[] = [];
  #backlogBytes = 0;
  #work: Promise<void> | undefined;
  #isReviewing = false;
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

  /** Pings the peer and looks at its key, or ends the connection after too many missed pongs. */
  ping(): void {
    if (this.#missedPongs >= LIMITS.missedPongs) return this.terminate();
    this.#missedPongs++;
    if (!this.#isReviewing) void this.#reviewKey();
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#webSocket.ping();
  }

  /** One at a time: where the store of keys hangs, nothing piles up. */
  async #reviewKey(): Promise<void> {
    this.#isReviewing = true;
    await this.#session.review().finally(() => (this.#isReviewing = false));
  }

  /** Answers the messages received so far, then closes. */
  async goAway(): Promise<void> {
    this.#isLeaving = true;
    await this.#work;
    this.#webSocket.close(CLOSE.GoingAway, "The service is stopping");
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.#webSocket.terminate();
  }

  /** Frames of one turn, such as a block with its transactions, leave in one write: a write costs more than its bytes. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#raw.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.#raw.uncork();
    });
  }

  get #isBacklogFull(): boolean {
    return this.#backlog.length >= MAX_BACKLOG || this.#backlogBytes >= MAX_BACKLOG_BYTES;
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#isLeaving || this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    if (isBinary || !(data instanceof Uint8Array)) {
      this.#session.end();
      return this.#webSocket.close(CLOSE.UnsupportedData, "Messages must be text frames");
    }
    this.#backlog.push(data);
    this.#backlogBytes += data.length;
    if (this.#isBacklogFull) this.#webSocket.pause();
    this.#work ??= this.#answerAll();
  }

  async #answerAll(): Promise<void> {
    for (;;) {
      const message = this.#backlog.shift();
      if (!message) break;
      // One packet has a thousand messages.
      if (isTurnOver()) await nextTurn();
      this.#backlogBytes -= message.length;
      await this.#session.receive(message);
      if (this.#webSocket.isPaused && !this.#isBacklogFull) this.#webSocket.resume();
    }
    this.#work = undefined;
  }

  #end(): void {
    this.#backlog = [];
    this.#session.end();
  }
}
