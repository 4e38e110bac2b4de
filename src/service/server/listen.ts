import { LIMITS } from "../../generated/limits.gen.ts";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { breakOff } from "./break_off.ts";
import type { Service } from "./create_service.ts";
import { readNodeRequest } from "./read_node_request.ts";
import { matchSocket } from "./match_server.ts";
import { refuseMalformed } from "./refuse_malformed.ts";
import { requireLoopback } from "./require_loopback.ts";
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
 * @throws {RangeError} If the service has devnet control and the host is not this machine's own.
 * @throws {Error} If the port cannot be listened on; the message says why.
 */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listener> {
  const { port = 8645, host = "127.0.0.1", stopTimeout = 10_000 } = options;
  if (service.devToken !== undefined) requireLoopback(host);
  const stalled = new Set<ServerResponse>();
  const timeouts = {
    headersTimeout: options.headersTimeout ?? 10_000,
    requestTimeout: options.requestTimeout ?? 30_000,
    keepAliveTimeout: options.idleTimeout ?? 5_000,
    connectionsCheckingInterval: 1_000,
    // Requests that merely offer another protocol, as some clients always do, are answered as what they are.
    shouldUpgradeCallback: isForSocket,
  };
  const server = createServer(
    timeouts,
    (request, response) => void respond(service, request, response, stalled),
  );
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
      for (const response of stalled) response.destroy();
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
  stalled: Set<ServerResponse>,
): Promise<void> {
  const response = await service.handle(readNodeRequest(incoming));
  if (response.broken) {
    stalled.add(outgoing);
    outgoing.once("close", () => stalled.delete(outgoing));
    return breakOff(outgoing, response);
  }
  const { status, headers, body } = response;
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { "Content-Length": bytes.length }),
    // What is left of a body that was not read to its end would be taken for the next request.
    ...(incoming.complete ? {} : { Connection: "close" }),
  });
  outgoing.end(bytes);
}
