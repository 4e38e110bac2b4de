import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { LIMITS } from "../../generated/limits.gen.ts";
import { NodeRequest, writeRawAnswer } from "./http/mod.ts";
import type { Connection, SocketHandler, SocketLink, SocketSession } from "../request.ts";
import { CLOSE } from "../../generated/topics.gen.ts";
import { isTurnOver, nextTurn } from "../turns.ts";

interface SocketsOptions {
  /** Milliseconds between pings. */
  readonly pingInterval: number;
}

/** The WebSockets of a server; handles its upgrade requests. */
export class Sockets {
  readonly #handler: SocketHandler;
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LIMITS.bodyBytes,
  });
  readonly #open = new Set<Socket>();
  readonly #stalled = new Set<Duplex>();
  readonly #pings: NodeJS.Timeout;
  #isStopping = false;
  #onAllClosed: () => void = () => undefined;

  constructor(httpServer: Server, handler: SocketHandler, { pingInterval }: SocketsOptions) {
    this.#handler = handler;
    this.#server.on("wsClientError", ({ message }, raw, request) => {
      raw.once("finish", () => raw.destroy());
      writeRawAnswer(raw, handler.refuse(message, new NodeRequest(request)));
    });
    httpServer.on("upgrade", (request: IncomingMessage, raw: Duplex, head: Buffer) => {
      void this.#upgrade(request, raw, head);
    });
    this.#pings = setInterval(() => {
      for (const socket of this.#open) socket.ping();
    }, pingInterval);
    this.#pings.unref();
  }

  /** Answers the messages received so far and closes every connection; resolves once all are closed. */
  async close(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#pings);
    for (const raw of this.#stalled) raw.destroy();
    if (this.#open.size === 0) return;
    const closed = new Promise<void>((resolve) => (this.#onAllClosed = resolve));
    for (const socket of this.#open) void socket.goAway();
    await closed;
  }

  /** Terminates the remaining connections. */
  terminate(): void {
    for (const webSocket of this.#server.clients) webSocket.terminate();
  }

  async #upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> {
    const ignore = (): void => undefined;
    raw.on("error", ignore);
    const connection = await this.#handler.connect(new NodeRequest(request));
    if (connection.broken) return this.#break(raw, connection.broken);
    const { socket } = connection;
    if (!socket) {
      // The timeouts of the server do not apply to upgraded connections.
      raw.once("finish", () => raw.destroy());
      return writeRawAnswer(raw, connection);
    }
    if ("open" in socket) {
      if (raw.destroyed || this.#isStopping) {
        socket.release();
        return void raw.destroy();
      }
      raw.once("close", socket.release);
    }
    raw.off("error", ignore);
    this.#server.handleUpgrade(request, raw, head, (webSocket) =>
      this.#accept(webSocket, raw, socket),
    );
  }

  /** Injects a fault: drops the connection, or stalls it until the client disconnects or the service stops. */
  #break(raw: Duplex, broken: "stall" | "drop"): void {
    if (broken === "drop" || this.#isStopping) return void raw.destroy();
    this.#stalled.add(raw);
    raw.once("end", () => raw.destroy());
    raw.once("close", () => this.#stalled.delete(raw));
    raw.resume();
  }

  #accept(webSocket: WebSocket, raw: Duplex, admitted: NonNullable<Connection["socket"]>): void {
    // A client that breaks the protocol is disconnected by `ws` itself.
    webSocket.on("error", () => undefined);
    if (!("open" in admitted)) return webSocket.close(admitted.code, admitted.reason);
    const socket = new Socket(webSocket, raw, admitted.open);
    this.#open.add(socket);
    webSocket.once("close", () => {
      this.#open.delete(socket);
      if (this.#isStopping && this.#open.size === 0) this.#onAllClosed();
    });
  }
}

/** Number and bytes of waiting messages at which reading from the connection pauses. */
const MAX_BACKLOG = 16;
const MAX_BACKLOG_BYTES = 64 * 1_024;

/** An open WebSocket. Messages are answered one at a time, and a full backlog pauses reading. */
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

  /** Pings the peer and reviews its key, or terminates the connection after too many missed pongs. */
  ping(): void {
    if (this.#missedPongs >= LIMITS.missedPongs) return this.terminate();
    this.#missedPongs++;
    if (!this.#isReviewing) void this.#reviewKey();
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#webSocket.ping();
  }

  /** Reviews run one at a time, so that they do not pile up if the store of keys hangs. */
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

  /** Sends the frames of one turn, such as a block with its transactions, in one write, which saves much of their cost. */
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
      // A packet may have a thousand messages.
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
