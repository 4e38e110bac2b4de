import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BodyTooLarge, type ServiceRequest } from "../gateway/mod.ts";
import type { Service } from "./create_service.ts";

/** Where to listen. */
export interface ListenOptions {
  /** 0 takes any free port. @default {8645} */
  readonly port?: number;
  /** @default {"127.0.0.1"} */
  readonly host?: string;
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
  const { port = 8645, host = "127.0.0.1" } = options;
  const server = createServer((request, response) => void respond(service, request, response));
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
      await closed;
      await service.close();
    },
  };
}

async function respond(
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await service.handle(requestOf(incoming));
  const bytes = Buffer.from(body);
  outgoing.writeHead(
    status,
    status === 204 ? headers : { ...headers, "Content-Length": bytes.length },
  );
  outgoing.end(bytes);
}

function requestOf(incoming: IncomingMessage): ServiceRequest {
  return {
    method: incoming.method ?? "GET",
    peer: incoming.socket.remoteAddress ?? "",
    target: incoming.url ?? "/",
    header(name) {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: (maximum) => readBody(incoming, maximum),
  };
}

async function readBody(incoming: IncomingMessage, maximum: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maximum) throw new BodyTooLarge(maximum);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
