import { LIMITS } from "../../generated/limits.gen.ts";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Service } from "./create_service.ts";
import { readNodeRequest } from "./read_node_request.ts";
import { matchSocket } from "./match_server.ts";
import { malformedAnswer, refuseMalformed } from "./refuse_malformed.ts";
import { Sockets } from "./sockets.ts";

/** Where to listen. */
export interface ListenOptions {
  /** 0 takes any free port. @default {8645} */
  readonly port?: number;
  /** @default {"127.0.0.1"} */
  readonly host?: string;
  /** Milliseconds a client may take to send a request's headers. @default {10_000} */
  readonly headersTimeout?: number;
  /** Milliseconds a client may take to send a whole request. @default {30_000} */
  readonly requestTimeout?: number;
  /** Milliseconds a connection may stay idle between requests. @default {5_000} */
  readonly idleTimeout?: number;
  /** Milliseconds between pings on a WebSocket. @default {30_000} */
  readonly pingInterval?: number;
  /** Milliseconds that running requests have left once the service is told to stop. @default {10_000} */
  readonly stopTimeout?: number;
}

/** A service that listens. */
export interface Listener {
  /** Origin it is reached at, such as `http://127.0.0.1:8645`. */
  readonly origin: string;
  /** Stops listening, lets running requests end, and closes the service. */
  close(): Promise<void>;
}

const STATES: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; choose another",
  EACCES: "the port needs rights this process does not have; choose one from 1024",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "the host is unknown",
};

/**
 * Serves over HTTP.
 *
 * @throws {Error} If the port cannot be listened on; the message says why.
 */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listener> {
  const { port = 8645, host = "127.0.0.1", stopTimeout = 10_000 } = options;
  const timeouts = {
    headersTimeout: options.headersTimeout ?? 10_000,
    requestTimeout: options.requestTimeout ?? 30_000,
    keepAliveTimeout: options.idleTimeout ?? 5_000,
    connectionsCheckingInterval: 1_000,
    // Node's own refusal has no envelope.
    requireHostHeader: false,
    // Requests that merely offer another protocol, as some clients always do, are answered as what they are.
    shouldUpgradeCallback: isForSocket,
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void =>
    void respond(service, request, response);
  const server = createServer(timeouts, answer);
  // Node's own refusal of an unknown expectation has no envelope; it may be ignored.
  server.on("checkExpectation", answer);
  server.on("clientError", refuseMalformed);
  const pingInterval = options.pingInterval ?? LIMITS.pingSeconds * 1_000;
  const sockets = new Sockets(server, service, { pingInterval });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = STATES[error.code ?? ""] ?? error.message;
      reject(new Error(`Cannot listen on ${host}:${port}: ${reason}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const deadline = setTimeout(() => {
        server.closeAllConnections();
        sockets.terminate();
      }, stopTimeout);
      await Promise.all([closed, sockets.close()]);
      clearTimeout(deadline);
      await service.close();
    },
  };
}

function isForSocket({ headers, url = "" }: IncomingMessage): boolean {
  const [pathname = ""] = url.split("?");
  return headers.upgrade?.toLowerCase() === "websocket" && matchSocket(pathname) !== undefined;
}

async function respond(
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const isWhole = incoming.headers.host !== undefined || incoming.httpVersion === "1.0";
  const { status, headers, body } = isWhole
    ? await service.handle(readNodeRequest(incoming))
    : malformedAnswer("The request has no header Host");
  const length = Buffer.byteLength(body);
  outgoing.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { "Content-Length": length }),
    // What is left of a body that was not read to its end would be taken for the next request.
    ...(incoming.complete ? {} : { Connection: "close" }),
  });
  // Text of one byte a character goes out without being encoded anew.
  outgoing.end(body, length === body.length ? "latin1" : "utf8");
}
