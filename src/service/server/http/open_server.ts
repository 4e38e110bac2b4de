import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { matchSocket } from "../routing/mod.ts";
import type { HttpHandler, ListenOptions } from "../port/mod.ts";
import { http } from "../../node_http.ts";
import { NodeRequest } from "./node_request.ts";
import { refuseMalformed } from "./refuse_malformed.ts";
import { respond } from "./respond.ts";
import { writeRawAnswer } from "./write_raw_answer.ts";

/** A server of `node:http` that answers by a handler. */
export interface HttpServer {
  readonly server: Server;
  /** Makes every further response the last of its connection. */
  readonly endKeepAlive: () => void;
  /** Ends the responses that injected faults left open. */
  readonly endStalled: () => void;
}

/** The defaults of the timeouts that a caller checks against each other. */
export const HEADERS_TIMEOUT = 10_000;
export const REQUEST_TIMEOUT = 30_000;

/** Opens a server that does not listen yet. */
export function openServer(handler: HttpHandler, options: ListenOptions): HttpServer {
  const stalled = new Set<ServerResponse>();
  let isStopping = false;
  const { maximumHeaderBytes = 16_384 } = options;
  const server = http.createServer({
    headersTimeout: options.headersTimeout ?? HEADERS_TIMEOUT,
    requestTimeout: options.requestTimeout ?? REQUEST_TIMEOUT,
    keepAliveTimeout: options.idleTimeout ?? 5_000,
    connectionsCheckingInterval: 1_000,
    // Requests that merely offer another protocol, as some clients always do, are answered as what they are.
    shouldUpgradeCallback: isForSocket,
    maxHeaderSize: maximumHeaderBytes,
    // Refused in the envelope instead.
    requireHostHeader: false,
    // The stream of a body that is not there is ended from the start, which makes a read 4 % cheaper.
    optimizeEmptyRequests: true,
  });
  const how = {
    compressFrom: options.compressFrom ?? 8_192,
    drainBytes: options.drainBytes ?? 128 * 1_024 * 1_024,
    drainTimeout: options.drainTimeout ?? 5_000,
    isStopping: () => isStopping,
    stalled,
  };
  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    void respond(handler, new NodeRequest(incoming), outgoing, how);
  }
  server.on("request", answer);
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void respond(handler, new NodeRequest(incoming, outgoing), outgoing, how);
  });
  // What else a client expects may be ignored.
  server.on("checkExpectation", answer);
  server.on("clientError", (error, socket) =>
    refuseMalformed(handler, error, socket, maximumHeaderBytes),
  );
  server.on("connect", (incoming, socket) => void refuseTunnel(handler, incoming, socket));
  server.setTimeout(options.silenceTimeout ?? 60_000);
  server.maxConnections = options.maximumConnections ?? 10_000;
  return {
    server,
    endKeepAlive() {
      isStopping = true;
    },
    endStalled() {
      for (const response of stalled) response.destroy();
    },
  };
}

/** Node ends a connection without a word where it is asked for a tunnel and nobody listens for that. */
async function refuseTunnel(
  handler: HttpHandler,
  incoming: IncomingMessage,
  socket: Duplex,
): Promise<void> {
  socket.on("error", () => undefined);
  const response = await handler.handle(new NodeRequest(incoming));
  if (response.broken) return void socket.destroy();
  socket.once("finish", () => socket.destroy());
  writeRawAnswer(socket, response);
}

function isForSocket({ headers, url = "" }: IncomingMessage): boolean {
  const [pathname = ""] = url.split("?");
  return headers.upgrade?.toLowerCase() === "websocket" && matchSocket(pathname) !== undefined;
}
