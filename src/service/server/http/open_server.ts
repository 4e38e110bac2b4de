import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { http } from "../../builtins.ts";
import type { HttpHandler, ServiceResponse } from "../../request.ts";
import { isSocketPath } from "../pipeline/mod.ts";
import type { ListenSettings } from "../../options/mod.ts";
import { NodeRequest, readTarget } from "./node_request.ts";
import { answerRequests, type Responses } from "./respond.ts";

/** Most bytes of the headers of a request. */
const MAXIMUM_HEADER_BYTES = 16_384;

/** Opens a server that does not listen yet. */
export function openServer(
  handler: HttpHandler,
  options: ListenSettings,
): Responses & { readonly server: Server } {
  const server = http.createServer({
    headersTimeout: options.headersTimeout,
    requestTimeout: options.requestTimeout,
    keepAliveTimeout: options.idleTimeout,
    connectionsCheckingInterval: 1_000,
    // Requests that merely offer another protocol, as some clients always do, are answered as what they are.
    shouldUpgradeCallback: isForSocket,
    maxHeaderSize: MAXIMUM_HEADER_BYTES,
    // Refused in the envelope instead.
    requireHostHeader: false,
    // The stream of a body that is not there is ended from the start, which makes a read 4 % cheaper.
    optimizeEmptyRequests: true,
  });
  const responses = answerRequests(server, handler, options);
  server.on("clientError", (error, socket) => refuseMalformed(handler, error, socket));
  server.on("connect", (incoming, socket) => void refuseTunnel(handler, incoming, socket));
  server.setTimeout(options.silenceTimeout);
  server.maxConnections = options.maximumConnections;
  return { server, ...responses };
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
  const [pathname = ""] = readTarget(url).target.split("?");
  return headers.upgrade?.toLowerCase() === "websocket" && isSocketPath(pathname);
}

/** The response that Node is sending on a connection, if there is one; Node's own error handler reads it too. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
}

/** Answers bytes that are no HTTP request in the envelope too, and ends the connection. */
function refuseMalformed(
  handler: Pick<HttpHandler, "refuse">,
  error: NodeJS.ErrnoException,
  socket: Duplex,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  // Browsers open connections ahead: an answer there would be read as that of the request they send later.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && (socket as Partial<Socket>).bytesRead === 0)
    return void socket.destroy();
  const { _httpMessage: message } = socket as Answering;
  // Behind a whole request, whose own answer comes first: that may say that a transaction was accepted.
  if (message?.req.complete && !message.headersSent) {
    message.once("finish", () => {
      if (socket.writable) refuseMalformed(handler, error, socket);
    });
    return;
  }
  const texts: Readonly<Record<string, string>> = {
    ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive",
    HPE_INVALID_METHOD: "The request is not HTTP, or its method is unknown",
    HPE_HEADER_OVERFLOW: `The request's headers must be at most ${MAXIMUM_HEADER_BYTES} bytes`,
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

/** Most connections at a time; monitoring needs few. */
const MAX_CONNECTIONS = 100;

/** A server for monitoring: it answers GET by `answer`, without any limit on who may ask. */
export function watchServer(answer: (pathname: string) => Promise<ServiceResponse>): Server {
  const server = http.createServer(({ method, url = "" }, response) => {
    const [pathname = ""] = url.split("?", 1);
    answer(method === "GET" ? pathname : "").then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.writeHead(500, { "Cache-Control": "no-store" }).end("It cannot be read now\n"),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
