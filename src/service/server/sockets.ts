import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { LIMITS } from "../../generated/limits.gen.ts";
import type { Connection } from "./connect.ts";
import type { Service } from "./create_service.ts";
import { readNodeRequest } from "./read_node_request.ts";
import { Socket } from "./socket.ts";
import { writeRawAnswer } from "./write_raw_answer.ts";

/** How the WebSockets of a server are kept. */
export interface SocketsOptions {
  /** Milliseconds between pings. */
  readonly pingInterval: number;
}

/** The WebSockets of a server. */
export interface Sockets {
  /** Answers what runs and closes every connection with 1001; resolves when all are gone. */
  close(): Promise<void>;
  /** Ends every connection that is left at once. */
  terminate(): void;
}

/** Takes over the requests of a server for a WebSocket. */
export function attachSockets(
  server: Server,
  service: Service,
  { pingInterval }: SocketsOptions,
): Sockets {
  const carrier = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    perMessageDeflate: false,
    maxPayload: LIMITS.bodyBytes,
  });
  const open = new Set<Socket>();
  let isStopping = false;
  let allGone: () => void = () => undefined;

  function accept(webSocket: WebSocket, connection: Connection): void {
    if (connection.kind === "refused") return webSocket.terminate();
    // Whoever breaks the protocol is disconnected by the carrier itself.
    webSocket.on("error", () => undefined);
    if (connection.kind === "closed") return webSocket.close(connection.code, connection.reason);
    const socket = new Socket(webSocket, connection.open);
    open.add(socket);
    webSocket.once("close", () => {
      open.delete(socket);
      if (isStopping && open.size === 0) allGone();
    });
    if (isStopping) void socket.goAway();
  }

  async function upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> {
    const ignore = (): void => undefined;
    raw.on("error", ignore);
    const connection = await service.connect(readNodeRequest(request));
    if (connection.kind === "refused") {
      // No timeout of the server's ends a connection that it has given away.
      raw.once("finish", () => raw.destroy());
      return writeRawAnswer(raw, connection.response);
    }
    if (connection.kind === "open") {
      if (raw.destroyed || isStopping) {
        connection.release();
        return void raw.destroy();
      }
      raw.once("close", connection.release);
    }
    raw.off("error", ignore);
    carrier.handleUpgrade(request, raw, head, (webSocket) => accept(webSocket, connection));
  }

  server.on("upgrade", (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    void upgrade(request, raw, head);
  });
  const pings = setInterval(() => {
    for (const socket of open) socket.ping();
  }, pingInterval);
  pings.unref();

  return {
    async close() {
      isStopping = true;
      clearInterval(pings);
      if (open.size === 0) return;
      const gone = new Promise<void>((resolve) => (allGone = resolve));
      for (const socket of open) void socket.goAway();
      await gone;
    },
    terminate() {
      for (const webSocket of carrier.clients) webSocket.terminate();
    },
  };
}
