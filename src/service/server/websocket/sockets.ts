import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { LIMITS } from "../../../generated/limits.gen.ts";
import { NodeRequest, writeRawAnswer } from "../http/mod.ts";
import type { Connection, SocketHandler } from "../port.ts";
import { Socket } from "./_socket.ts";

/** Options of the WebSockets of a server. */
interface SocketsOptions {
  /** Milliseconds between pings. */
  readonly pingInterval: number;
}

/** The WebSockets of a server, which take over its upgrade requests. */
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
  #allGone: () => void = () => undefined;

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

  /** Answers the running messages and closes every connection; resolves when all are gone. */
  async close(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#pings);
    for (const raw of this.#stalled) raw.destroy();
    if (this.#open.size === 0) return;
    const gone = new Promise<void>((resolve) => (this.#allGone = resolve));
    for (const socket of this.#open) void socket.goAway();
    await gone;
  }

  /** Ends every connection that is left at once. */
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
      // No timeout of the server's ends a connection that it has given away.
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

  /** A stalled connection stays as it is until its client leaves, or the service stops. */
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
      if (this.#isStopping && this.#open.size === 0) this.#allGone();
    });
  }
}
