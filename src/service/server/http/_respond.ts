import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import type { SentResponse, ServiceRequest, ServiceResponse } from "../../request.ts";
import type { HttpHandler } from "../port.ts";

/** A request of Node's server. */
interface ReceivedRequest extends ServiceRequest {
  /** True while the client waits for `100 Continue` before it sends its body. */
  readonly isAwaited: boolean;
}

/** Options of a response. */
interface RespondOptions {
  /** Bytes of the smallest body that is compressed. */
  readonly compressFrom: number;
  /** The most bytes of a refused body that are read, and the milliseconds that takes at most. */
  readonly drainBytes: number;
  readonly drainTimeout: number;
  /** True if the connection takes further requests. */
  readonly isStopping: () => boolean;
  /** Responses that an injected fault left unfinished. */
  readonly stalled: Set<ServerResponse>;
}

/** Answers a request of Node's server. */
export async function respond(
  handler: HttpHandler,
  request: ReceivedRequest,
  outgoing: ServerResponse,
  options: RespondOptions,
): Promise<void> {
  const { req: incoming } = outgoing;
  const waiting = waitForEarlierAnswers(outgoing);
  if (waiting) await waiting;
  const reason = reasonToRefuseHost(incoming);
  const response = reason ? handler.refuse(reason, request) : await handler.handle(request);
  if (response.broken) {
    options.stalled.add(outgoing);
    outgoing.once("close", () => options.stalled.delete(outgoing));
    return sendBroken(outgoing, response);
  }
  const encoding = compress(response, request, options.compressFrom);
  const encoded = encoding instanceof Promise ? await encoding : encoding;
  // The rest of a body that was not read to its end would be read as the next request.
  const isLast = !incoming.complete || options.isStopping();
  outgoing.writeHead(response.status, headOf(response, encoded, isLast));
  // A client that was not told to go on sends no body.
  if (incoming.complete || incoming.destroyed || request.isAwaited)
    return endWithBody(outgoing, encoded);
  outgoing.flushHeaders();
  const written = new Promise<void>((resolve) => sendBody(outgoing, encoded, resolve));
  const drained = new Promise<void>((resolve) => drain(incoming, options, resolve));
  await Promise.all([written, drained]);
  outgoing.end();
}

/** Sends the body and ends the answer. */
function endWithBody(outgoing: ServerResponse, { body, encoding }: EncodedBody): void {
  if (outgoing.req.method === "HEAD") outgoing.end();
  else if (typeof body === "string") outgoing.end(body, encoding);
  else writeBody(outgoing, body, (slice) => outgoing.end(slice));
}

/** Sends the body and leaves the answer open. */
function sendBody(
  outgoing: ServerResponse,
  { body, encoding }: EncodedBody,
  done: () => void,
): void {
  function finish(last: string | Uint8Array): void {
    outgoing.write(last, encoding);
    done();
  }
  if (typeof body === "string") finish(body);
  else writeBody(outgoing, body, finish);
}

/** Names and values in turn: the form of `writeHead` that costs Node least. */
function headOf(
  { status, headers }: SentResponse,
  encoded: EncodedBody,
  isLast: boolean,
): string[] {
  const head: string[] = [];
  for (const name in headers) head.push(name, headers[name] ?? "");
  for (const name in encoded.headers) head.push(name, encoded.headers[name] ?? "");
  if (status !== 204 && status !== 304) head.push("Content-Length", String(encoded.length));
  if (isLast) head.push("Connection", "close");
  return head;
}

/** HTTP/1.1 requires a `Host`, earlier versions do not; a proxy may read two of them in another way. */
function reasonToRefuseHost({
  headers,
  httpVersion,
  rawHeaders,
}: IncomingMessage): string | undefined {
  if (headers.host === undefined)
    return httpVersion === "1.1" ? "The request has no Host header" : undefined;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") count++;
  return count > 1 ? "The request has more than one Host header" : undefined;
}

/**
 * Reads what is still sent of a refused body, up to a bound. To end the connection with bytes unread resets it, and a
 * client that sends everything before it reads would never see the answer, which is out already.
 */
function drain(
  incoming: IncomingMessage,
  { drainBytes, drainTimeout }: Pick<RespondOptions, "drainBytes" | "drainTimeout">,
  end: () => void,
): void {
  let left = drainBytes;
  const deadline = setTimeout(finish, drainTimeout);
  function finish(): void {
    clearTimeout(deadline);
    incoming.off("data", count);
    end();
  }
  function count(chunk: Buffer): void {
    left -= chunk.length;
    if (left < 0) finish();
  }
  incoming.on("data", count).once("end", finish).once("close", finish);
  incoming.resume();
}

/** Most requests of a connection that wait, each of some 2 kB beside its bytes; one with more is ended. */
const MAX_WAITING = 100;

/** Pipelined requests that wait, by connection. */
const waiting = new WeakMap<Socket, number>();

/**
 * Resolves once all earlier requests of the connection are answered; undefined where they are already. Never settles
 * where the connection ends first.
 *
 * Some 2,000 pipelined requests arrive in one packet. Handled at once, they would delay every other connection, and
 * their answers would be held for a client that may never read them. So they wait, one of each connection is handled
 * per turn of the event loop, and nothing more is read from a connection as long as a request of it waits. The rest of
 * a body is read once its request is handled.
 */
function waitForEarlierAnswers(outgoing: ServerResponse): Promise<void> | undefined {
  // Node assigns the connection to one answer at a time.
  if (outgoing.socket !== null) return undefined;
  const { socket } = outgoing.req;
  pause(socket);
  if ((waiting.get(socket) ?? 0) > MAX_WAITING) socket.destroy();
  return new Promise((resolve) => {
    outgoing.once("socket", () => {
      setImmediate(() => {
        resume(socket);
        resolve();
      });
    });
  });
}

function pause(socket: Socket): void {
  const count = waiting.get(socket);
  waiting.set(socket, (count ?? 0) + 1);
  if (count === undefined) socket.on("resume", () => pauseAgain(socket));
  socket.pause();
}

/**
 * Node resumes a connection by itself, such as after each request. Its event comes late: where the connection was paused
 * meanwhile, Node reads on from a stream that counts as paused, which tells Node nothing when it is paused once more.
 */
function pauseAgain(socket: Socket): void {
  if (!waiting.get(socket)) return;
  if (socket.isPaused()) socket.emit("pause");
  else socket.pause();
}

function resume(socket: Socket): void {
  const left = (waiting.get(socket) ?? 1) - 1;
  waiting.set(socket, left);
  if (left === 0) socket.resume();
}

/** Bytes written at a time: as many as a socket buffers before it reports that it is full. */
const SLICE = 64 * 1_024;

/**
 * Writes a body at the pace of its reader: the next slice only once the last one has left the process. Other
 * connections are served between two slices.
 *
 * @param finish Called with the last slice, which it has to write; never called where the connection ends first.
 */
function writeBody(
  outgoing: ServerResponse,
  body: Uint8Array,
  finish: (slice: Uint8Array) => void,
): void {
  let written = 0;
  function writeSlice(): void {
    if (outgoing.destroyed) return;
    const slice = body.subarray(written, written + SLICE);
    written += slice.length;
    if (written === body.length) finish(slice);
    else outgoing.write(slice, () => setImmediate(writeSlice));
  }
  writeSlice();
}

/**
 * Sends a response that an injected fault breaks: the head and half of the body, or nothing where there is no body; then
 * the connection is closed, or stays open in silence until the client leaves.
 */
function sendBroken(
  outgoing: ServerResponse,
  { status, headers, body, broken }: ServiceResponse,
): void {
  const end = (): void => void (broken === "drop" && outgoing.destroy());
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (bytes.length === 0 || outgoing.req.method === "HEAD") return end();
  outgoing.writeHead(status, { ...headers, "Content-Length": bytes.length });
  outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), end);
}

/** Of encodings that a client accepts equally, the first is sent. */
const OFFERED = ["gzip", "identity"];

/** An older name of gzip that RFC 9110 treats as the same. */
const ALIAS = /\bx-gzip\b/gi;

/** Tells whether an `Accept-Encoding` prefers gzip to no encoding. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  const headers = { "accept-encoding": acceptEncoding.replace(ALIAS, "gzip") };
  return new Negotiator({ headers }).encoding(OFFERED) === "gzip";
}

/** Bytes above which a thread of the pool compresses, so that other requests do not wait. */
const HANDED_OVER = 64 * 1024;

/** The level that costs least; higher ones save another 5 % of the bytes for twice the time. */
const LEVEL = 1;

const compressElsewhere = promisify(gzip);

/** A response's body as it is sent, and the headers of its encoding. */
interface EncodedBody {
  /** A string of one byte a character is sent as Latin-1, which saves encoding it. */
  readonly body: string | Uint8Array;
  readonly encoding: "latin1" | "utf8";
  /** Bytes that are sent. */
  readonly length: number;
  readonly headers: Readonly<Record<string, string>>;
}

const NONE = {};
const VARY = { Vary: "Accept-Encoding" };

/**
 * Encodes a response's body, with gzip where it is large enough and the client accepts it. A body that is not compressed
 * is returned synchronously: most are small, and a microtask costs more than the rest of this function.
 *
 * @param from Bytes of the smallest body that is compressed.
 */
export function compress(
  { headers, body, bytes, gzipped }: Pick<SentResponse, "headers" | "body" | "bytes" | "gzipped">,
  request: Pick<ServiceRequest, "header">,
  from: number,
): EncodedBody | Promise<EncodedBody> {
  const encoding = bytes === body.length ? "latin1" : "utf8";
  const plain = { body, encoding, length: bytes } as const;
  if (bytes < from || headers["Content-Type"] === undefined) return { ...plain, headers: NONE };
  const varies = headers["Vary"] === undefined ? VARY : NONE;
  if (!acceptsGzip(request.header("accept-encoding"))) return { ...plain, headers: varies };
  const compressed =
    gzipped ?? gzipOf(typeof body === "string" ? Buffer.from(body, encoding) : body);
  if (compressed instanceof Promise) return compressed.then((done) => encodedBody(done, varies));
  return encodedBody(compressed, varies);
}

function encodedBody(body: Uint8Array, varies: EncodedBody["headers"]): EncodedBody {
  const headers = { ...varies, "Content-Encoding": "gzip" };
  return { body, encoding: "latin1", length: body.length, headers };
}

function gzipOf(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  const options = { level: LEVEL };
  return bytes.length > HANDED_OVER ? compressElsewhere(bytes, options) : gzipSync(bytes, options);
}
