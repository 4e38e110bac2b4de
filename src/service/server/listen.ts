import type { AddressInfo } from "node:net";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { requireLoopback } from "../devnet/control/mod.ts";
import { type ListenOptions, readListenOptions } from "../options/mod.ts";
import type { Service } from "./create_service.ts";
import { Connections, openServer, watchServer } from "./http/mod.ts";
import { Sockets } from "./websocket.ts";

/** A service that listens. */
export interface Listener {
  /** Origin it is reached at, such as `http://127.0.0.1:8645`. */
  readonly origin: string;
  /** Origin of `/metrics` where that has a port of its own. */
  readonly metricsOrigin: string | undefined;
  /** Stops listening, lets running requests end, and closes the service. */
  close(): Promise<void>;
}

/** Advice by the code of a system error. */
const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; choose another",
  EACCES: "this process may not use the port; choose one from 1024",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "the host is unknown",
};

/** Milliseconds that idle connections stay open on close, for requests that are already on their way. */
const IDLE_GRACE = 50;

/** Milliseconds for accepting the connections that waited when the service began to stop. */
const ACCEPT_GRACE = 1_000;

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
  const settings = readListenOptions(options);
  const { port, host, metricsPort, pingInterval, stopDelay, stopTimeout } = settings;
  if (service.devToken !== undefined) requireLoopback(host);
  const { server, endKeepAlive, endStalled } = openServer(service, settings);
  const connections = new Connections(server, {
    maximumPerSubject: settings.maximumConnectionsPerAddress,
    subjectOf: (peer) => service.connectionSubject(peer),
  });
  service.addAdapter({ connections: () => connections.size });
  const sockets = new Sockets(server, service, { pingInterval });
  const metrics = metricsPort === undefined ? undefined : watchServer(service.separateMetrics());
  const metricsOrigin = metrics && (await bind(metrics, metricsPort, host));
  const origin = await bind(server, port, host).catch((error: unknown) => {
    metrics?.close();
    throw error;
  });
  return {
    origin,
    metricsOrigin,
    async close() {
      service.announceStop();
      if (stopDelay > 0) await new Promise((resolve) => setTimeout(resolve, stopDelay));
      endKeepAlive();
      await connections.acceptWaiting(ACCEPT_GRACE);
      // Unlike `close` of an HTTP server, this leaves idle connections open: requests may be on their way.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      endStalled();
      const deadline = setTimeout(() => {
        server.closeAllConnections();
        sockets.terminate();
      }, stopTimeout);
      const left = sockets.close();
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, IDLE_GRACE))]);
      // In a busy process the timer above runs before data that has arrived is read: one more turn reads it.
      await nextTurn();
      server.close();
      connections.closeSilent();
      await Promise.all([closed, left]);
      clearTimeout(deadline);
      metrics?.closeAllConnections();
      metrics?.close();
      await service.close();
    },
  };
}

/**
 * Tells of a port that cannot be listened on before chains are made for nothing.
 *
 * @throws {Error} As {@linkcode listen} does.
 */
export async function requirePort(options: ListenOptions): Promise<void> {
  const { port, host } = readListenOptions(options);
  const server = new NetServer();
  await bind(server, port, host);
  await new Promise((resolve) => server.close(resolve));
}

/** Begins to listen; returns the origin. */
async function bind(server: NetServer, port: number | undefined, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = LISTEN_ERRORS[error.code ?? ""] ?? error.message;
      reject(new Error(`Cannot listen on ${host}:${port}: ${reason}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${bound}`;
}
