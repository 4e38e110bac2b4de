import { LIMITS } from "../../../generated/limits.gen.ts";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import type { Service } from "../create_service.ts";
import { checkOptions, type Checks, text, wholeNumber } from "../check_options.ts";
import { Connections } from "./connections.ts";
import { matchSocket } from "../routing/match_server.ts";
import { NodeRequest } from "./node_request.ts";
import { refuseMalformed } from "./refuse_malformed.ts";
import { respond } from "./respond.ts";
import { requireLoopback } from "../require_loopback.ts";
import { Sockets } from "../websocket/sockets.ts";
import { writeRawAnswer } from "./write_raw_answer.ts";

/** Where to listen. */
export interface ListenOptions {
  /** 0 takes any free port. @default {8645} */
  readonly port?: number;
  /** Name or address to listen on. @default {"127.0.0.1"} */
  readonly host?: string;
  /** Milliseconds a client may take to send a request's headers. @default {10_000} */
  readonly headersTimeout?: number;
  /** Milliseconds a client may take to send a whole request. @default {30_000} */
  readonly requestTimeout?: number;
  /** Milliseconds a connection may stay idle between requests. @default {5_000} */
  readonly idleTimeout?: number;
  /**
   * Milliseconds in which nothing moves on a connection until it is ended; at most twice as many where the client has
   * read a part of an answer. @default {60_000}
   */
  readonly silenceTimeout?: number;
  /** Milliseconds between pings on a WebSocket. @default {30_000} */
  readonly pingInterval?: number;
  /** Milliseconds in which `/readyz` says that the service stops while it still takes requests. @default {0} */
  readonly stopDelay?: number;
  /** Milliseconds that running requests have left once the service takes no more. @default {10_000} */
  readonly stopTimeout?: number;
  /** Most connections at a time, WebSockets among them; further ones are dropped. @default {10_000} */
  readonly maximumConnections?: number;
  /** Most of those of one address, IPv6 by /64; trusted proxies have no such bound. @default {1000} */
  readonly maximumConnectionsPerAddress?: number;
  /** Most bytes of a request's headers. @default {16_384} */
  readonly maximumHeaderBytes?: number;
  /** Fewest bytes of an answer that are compressed for who takes gzip. @default {8192} */
  readonly compressFrom?: number;
  /** Most bytes of a refused body that are read so that the client gets its answer. @default {128 MiB} */
  readonly drainBytes?: number;
  /** Milliseconds that this takes at most. @default {5_000} */
  readonly drainTimeout?: number;
}

/** A service that listens. */
export interface Listener {
  /** Origin it is reached at, such as `http://127.0.0.1:8645`. */
  readonly origin: string;
  /** Stops listening, lets running requests end, and closes the service, as that says. */
  close(): Promise<void>;
}

const STATES: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; choose another",
  EACCES: "the port needs rights this process does not have; choose one from 1024",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "the host is unknown",
};

const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;
/** Milliseconds in which connections that seem idle may still bring a request that was sent before they were told. */
const LAST_REQUESTS = 50;
const LONGEST = 2 ** 31 - 1;
const MILLISECONDS = wholeNumber(1, LONGEST);

const CHECKS: Checks<ListenOptions> = {
  port: wholeNumber(0, 65_535),
  host: text,
  headersTimeout: MILLISECONDS,
  requestTimeout: MILLISECONDS,
  idleTimeout: MILLISECONDS,
  silenceTimeout: MILLISECONDS,
  pingInterval: MILLISECONDS,
  stopDelay: wholeNumber(0, LONGEST),
  stopTimeout: MILLISECONDS,
  maximumConnections: wholeNumber(1, LONGEST),
  maximumConnectionsPerAddress: wholeNumber(1, LONGEST),
  maximumHeaderBytes: wholeNumber(1_024, 1_048_576),
  compressFrom: wholeNumber(1, LONGEST),
  drainBytes: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  drainTimeout: MILLISECONDS,
};

/**
 * Serves over HTTP.
 *
 * @throws {TypeError | RangeError} If an option is not what it must be, or the service has devnet control and the host
 *   is not this machine's own; the message names it.
 * @throws {Error} If the port cannot be listened on; the message says why.
 *
 * @example
 * ```ts
 * import { createService, listen } from "alphadelta/service";
 *
 * const service = await createService({ segments: ["delta"], history: 3 });
 * const listener = await listen(service, { port: 0 });
 * console.log((await fetch(`${listener.origin}/healthz`)).status);
 * await listener.close();
 * ```
 */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listener> {
  checkOptions("Cannot listen", options, CHECKS);
  const { headersTimeout = HEADERS_TIMEOUT, requestTimeout = REQUEST_TIMEOUT } = options;
  if (headersTimeout > requestTimeout) {
    throw new RangeError(
      `Cannot listen: headersTimeout must be at most requestTimeout, ${requestTimeout}, got ${headersTimeout}`,
    );
  }
  const { port = 8645, host = "127.0.0.1", stopDelay = 0, stopTimeout = 10_000 } = options;
  if (service.devToken !== undefined) requireLoopback(host);
  const stalled = new Set<ServerResponse>();
  const server = openServer(service, options, stalled);
  const connections = new Connections(server, {
    maximumPerSubject: options.maximumConnectionsPerAddress ?? 1_000,
    subjectOf: (peer) => service.connectionSubject(peer),
  });
  service.addCarrier({ connections: () => connections.size });
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
      service.announceStop();
      if (stopDelay > 0) await new Promise((resolve) => setTimeout(resolve, stopDelay));
      // Unlike that of HTTP, this leaves idle connections open: requests may be on their way there.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      for (const response of stalled) response.destroy();
      const deadline = setTimeout(() => {
        server.closeAllConnections();
        sockets.terminate();
      }, stopTimeout);
      const left = sockets.close();
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_REQUESTS))]);
      server.close();
      connections.endSilent();
      await Promise.all([closed, left]);
      clearTimeout(deadline);
      await service.close();
    },
  };
}

function openServer(
  service: Service,
  options: ListenOptions,
  stalled: Set<ServerResponse>,
): Server {
  const { maximumHeaderBytes = 16_384 } = options;
  const server = createServer({
    headersTimeout: options.headersTimeout ?? HEADERS_TIMEOUT,
    requestTimeout: options.requestTimeout ?? REQUEST_TIMEOUT,
    keepAliveTimeout: options.idleTimeout ?? 5_000,
    connectionsCheckingInterval: 1_000,
    // Requests that merely offer another protocol, as some clients always do, are answered as what they are.
    shouldUpgradeCallback: isForSocket,
    maxHeaderSize: maximumHeaderBytes,
    // Refused in the envelope instead.
    requireHostHeader: false,
  });
  const how = {
    compressFrom: options.compressFrom ?? 8_192,
    drainBytes: options.drainBytes ?? 128 * 1_024 * 1_024,
    drainTimeout: options.drainTimeout ?? 5_000,
    isStopping: () => !server.listening,
    stalled,
  };
  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    void respond(service, new NodeRequest(incoming), outgoing, how);
  }
  server.on("request", answer);
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void respond(service, new NodeRequest(incoming, outgoing), outgoing, how);
  });
  // What else a client expects may be ignored.
  server.on("checkExpectation", answer);
  server.on("clientError", (error, socket) =>
    refuseMalformed(service, error, socket, maximumHeaderBytes),
  );
  server.on("connect", (incoming, socket) => void refuseTunnel(service, incoming, socket));
  server.setTimeout(options.silenceTimeout ?? 60_000);
  server.maxConnections = options.maximumConnections ?? 10_000;
  return server;
}

/** Node ends a connection without a word where it is asked for a tunnel and nobody listens for that. */
async function refuseTunnel(
  service: Service,
  incoming: IncomingMessage,
  socket: Duplex,
): Promise<void> {
  socket.on("error", () => undefined);
  const response = await service.handle(new NodeRequest(incoming));
  if (response.broken) return void socket.destroy();
  socket.once("finish", () => socket.destroy());
  writeRawAnswer(socket, response);
}

function isForSocket({ headers, url = "" }: IncomingMessage): boolean {
  const [pathname = ""] = url.split("?");
  return headers.upgrade?.toLowerCase() === "websocket" && matchSocket(pathname) !== undefined;
}
