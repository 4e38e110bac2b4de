import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { http } from "../../builtins.ts";
import {
  BodyCutShort,
  BodyTooLarge,
  type ServiceRequest,
  type ServiceResponse,
} from "../../request.ts";
import { isSocketPath } from "../pipeline/mod.ts";
import type { ListenSettings } from "../../options/mod.ts";
import type { HttpHandler } from "../port.ts";
import { respond } from "./_respond.ts";

/** A server of `node:http` that answers by a handler. */
interface HttpServer {
  readonly server: Server;
  /** Makes every further response the last of its connection. */
  readonly endKeepAlive: () => void;
  /** Ends the responses that injected faults left open. */
  readonly endStalled: () => void;
}

/** Opens a server that does not listen yet. */
export function openServer(handler: HttpHandler, options: ListenSettings): HttpServer {
  const stalled = new Set<ServerResponse>();
  let isStopping = false;
  const { maximumHeaderBytes } = options;
  const server = http.createServer({
    headersTimeout: options.headersTimeout,
    requestTimeout: options.requestTimeout,
    keepAliveTimeout: options.idleTimeout,
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
    compressFrom: options.compressFrom,
    drainBytes: options.drainBytes,
    drainTimeout: options.drainTimeout,
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
  server.setTimeout(options.silenceTimeout);
  server.maxConnections = options.maximumConnections;
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
  return headers.upgrade?.toLowerCase() === "websocket" && isSocketPath(pathname);
}

/** The answer that Node is sending on a connection, if there is one: what its own handler of these errors looks at. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
}

/** Answers bytes that are no HTTP request in the envelope too, and ends the connection. */
function refuseMalformed(
  handler: Pick<HttpHandler, "refuse">,
  error: NodeJS.ErrnoException,
  socket: Duplex,
  maximumHeaderBytes: number,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  // Browsers open connections ahead: an answer there would be read as that of the request they send later.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && (socket as Partial<Socket>).bytesRead === 0)
    return void socket.destroy();
  const { _httpMessage: message } = socket as Answering;
  // Behind a whole request, whose own answer comes first: that may say that a transaction was accepted.
  if (message?.req.complete && !message.headersSent) {
    message.once("finish", () => {
      if (socket.writable) refuseMalformed(handler, error, socket, maximumHeaderBytes);
    });
    return;
  }
  const texts: Readonly<Record<string, string>> = {
    ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive",
    HPE_INVALID_METHOD: "The request is not HTTP, or its method is unknown",
    HPE_HEADER_OVERFLOW: `The request's headers must be at most ${maximumHeaderBytes} bytes`,
  };
  const text = texts[error.code ?? ""] ?? "The request is not well-formed HTTP";
  const peer = (socket as Partial<Socket>).remoteAddress ?? "";
  const answer = handler.refuse(text, { method: "", target: "", peer });
  // In the middle of an answer, or right behind one, a second one would be read as part of it.
  if (message?.headersSent) socket.end();
  else writeRawAnswer(socket, answer);
}

/** Writes a response to a raw connection, outside of Node's server, and ends it. */
export function writeRawAnswer(socket: Duplex, { status, headers, body }: ServiceResponse): void {
  const lines = Object.entries({
    ...headers,
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  // Head and body leave in one packet.
  socket.cork();
  socket.write(`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ""}\r\n${head}\r\n`);
  socket.end(body);
}

const HEADERS = {
  "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  "Cache-Control": "no-store",
};

/** Most connections at a time: those of a few scrapers. */
const MAX_CONNECTIONS = 100;

/** A server that answers `/metrics` with the text of `write` and nothing else, to whoever reaches it. */
export function metricsServer(write: () => Promise<string>): Server {
  const server = http.createServer((request, response) => {
    const isAsked = request.method === "GET" && request.url?.split("?", 1)[0] === "/metrics";
    const text = isAsked ? write() : Promise.resolve("Only /metrics is here\n");
    text.then(
      (body) => response.writeHead(isAsked ? 200 : 404, HEADERS).end(body),
      () => response.writeHead(500, HEADERS).end("The metrics cannot be read now\n"),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/** A request of Node's server as the service takes it. */
export class NodeRequest implements ServiceRequest {
  readonly method: string;
  readonly peer: string;
  readonly target: string;
  readonly #incoming: IncomingMessage;
  #awaited: ServerResponse | undefined;

  /** @param awaited Where the client waits for word before it sends its body. */
  constructor(incoming: IncomingMessage, awaited?: ServerResponse) {
    this.method = incoming.method ?? "GET";
    this.peer = incoming.socket.remoteAddress ?? "";
    this.target = originForm(incoming.url ?? "/");
    this.#incoming = incoming;
    this.#awaited = awaited;
  }

  /** True while the client waits for `100 Continue` before it sends its body. */
  get isAwaited(): boolean {
    return this.#awaited !== undefined;
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  headerNames(): readonly string[] {
    return Object.keys(this.#incoming.headers);
  }

  // No async method: a promise of a promise takes three turns more, on every call there is.
  body(maximum: number): Promise<Uint8Array> {
    if (Number(this.#incoming.headers["content-length"] ?? 0) > maximum)
      return Promise.reject(new BodyTooLarge(maximum));
    this.#awaited?.writeContinue();
    this.#awaited = undefined;
    return readBody(this.#incoming, maximum);
  }
}

/** The connection stays as it is whatever comes of it, so that a refusal can still be sent on it. */
function readBody(incoming: IncomingMessage, maximum: number): Promise<Uint8Array> {
  // Node emits no event of a stream that is ended from the start, as that of a request without a body is.
  if (incoming.readableEnded) return Promise.resolve(new Uint8Array());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maximum) return;
      incoming.pause();
      incoming.off("data", onData);
      reject(new BodyTooLarge(maximum));
    };
    // Once it is settled, what else these tell is of no account: taking them off would cost more than they do.
    const onClose = (): void => {
      if (!incoming.readableEnded) reject(new BodyCutShort());
    };
    incoming.on("data", onData);
    incoming.on("end", () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    );
    // Node tells of an error in this way too.
    incoming.on("close", onClose);
    if (incoming.destroyed) onClose();
  });
}

/** A proxy may send the whole URL as the target. */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const rest = target.replace(/^https?:\/\/[^/?]*/i, "");
  return rest === "" || rest.startsWith("?") ? `/${rest}` : rest;
}
