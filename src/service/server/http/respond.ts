import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { HttpHandler, SentResponse, ServiceRequest, ServiceResponse } from "../../request.ts";
import type { ListenSettings } from "../../options/mod.ts";
import { waitForEarlierAnswers } from "./connections.ts";
import { NodeRequest } from "./node_request.ts";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import Negotiator from "negotiator";

/** Options of every response. */
type RespondOptions = Pick<ListenSettings, "drainBytes" | "drainTimeout">;

/** The responses of a server. */
export interface Responses {
  /** Makes every further response the last of its connection. */
  readonly endKeepAlive: () => void;
  /** Ends the responses that injected faults left open. */
  readonly endStalled: () => void;
}

/** Answers the requests of a server by a handler. */
export function answerRequests(
  server: Server,
  handler: HttpHandler,
  options: RespondOptions,
): Responses {
  const state: ResponseState = { isStopping: false, stalled: new Set() };
  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    void respond(handler, new NodeRequest(incoming), outgoing, options, state);
  }
  server.on("request", answer);
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void respond(handler, new NodeRequest(incoming, outgoing), outgoing, options, state);
  });
  // Other expectations of a client may be ignored.
  server.on("checkExpectation", answer);
  return {
    endKeepAlive() {
      state.isStopping = true;
    },
    endStalled() {
      for (const response of state.stalled) response.destroy();
    },
  };
}

/** The state that the responses of a running server share. */
interface ResponseState {
  /** True if no connection takes further requests. */
  isStopping: boolean;
  /** Responses that an injected fault left unfinished. */
  readonly stalled: Set<ServerResponse>;
}

async function respond(
  handler: HttpHandler,
  request: NodeRequest,
  outgoing: ServerResponse,
  options: RespondOptions,
  state: ResponseState,
): Promise<void> {
  const { req: incoming } = outgoing;
  // Node assigns the connection to one answer at a time.
  if (outgoing.socket === null) await waitForEarlierAnswers(outgoing);
  const reason = reasonToRefuseHost(incoming);
  const response = reason ? handler.refuse(reason, request) : await handler.handle(request);
  if (response.broken) {
    state.stalled.add(outgoing);
    outgoing.once("close", () => state.stalled.delete(outgoing));
    return sendBroken(outgoing, response);
  }
  const encoded = await compress(response, request);
  // The rest of a body that was not read to its end would be read as the next request.
  const isLast = !incoming.complete || state.isStopping;
  outgoing.writeHead(response.status, headOf(response, encoded, isLast));
  // A client that was not told to go on sends no body.
  if (incoming.complete || incoming.destroyed || request.isAwaited)
    return writeBody(outgoing, encoded.body, (last) => outgoing.end(last, encoded.encoding));
  outgoing.flushHeaders();
  const written = new Promise<void>((resolve) => {
    writeBody(outgoing, encoded.body, (last) => {
      outgoing.write(last, encoded.encoding);
      resolve();
    });
  });
  const drained = new Promise<void>((resolve) => drain(incoming, options, resolve));
  await Promise.all([written, drained]);
  outgoing.end();
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
function reasonToRefuseHost(incoming: IncomingMessage): string | undefined {
  const { headers, httpVersion, rawHeaders } = incoming;
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
  { drainBytes, drainTimeout }: RespondOptions,
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

/** Bytes written at a time: as many as a socket buffers before it reports that it is full. */
const SLICE = 64 * 1_024;

/**
 * Writes a body, bytes at the pace of their reader: the next slice only once the last one has left the process. Other
 * connections are served between two slices.
 *
 * @param finish Called with the last slice, which it has to write; never called where the connection ends first.
 */
function writeBody(
  outgoing: ServerResponse,
  body: string | Uint8Array,
  finish: (last: string | Uint8Array) => void,
): void {
  if (outgoing.req.method === "HEAD") return finish("");
  if (typeof body === "string") return finish(body);
  const bytes = body;
  let written = 0;
  function writeSlice(): void {
    if (outgoing.destroyed) return;
    const slice = bytes.subarray(written, written + SLICE);
    written += slice.length;
    if (written === bytes.length) finish(slice);
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

/** Tells whether an `Accept-Encoding` prefers gzip to no encoding. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  // RFC 9110 treats an older name of gzip as the same.
  const headers = { "accept-encoding": acceptEncoding.replace(/\bx-gzip\b/gi, "gzip") };
  return new Negotiator({ headers }).encoding(OFFERED) === "gzip";
}

/** Bytes of the largest body that is compressed on this thread; a longer one would delay other requests. */
const MAX_COMPRESSED_HERE = 64 * 1024;

/** The level that costs least; higher ones save another 5 % of the bytes for twice the time. */
const LEVEL = { level: 1 } as const;

const compressOnPool = promisify(gzip);

/** A response's body as it is sent, and the headers of its encoding. */
export interface EncodedBody {
  /** A string of one byte a character is sent as Latin-1, which saves encoding it. */
  readonly body: string | Uint8Array;
  readonly encoding: "latin1" | "utf8";
  /** Bytes that are sent. */
  readonly length: number;
  readonly headers: Readonly<Record<string, string>>;
}

const NONE = {};
const VARY = { Vary: "Accept-Encoding" };

/** Bytes of the smallest body that is compressed. */
const COMPRESS_FROM = 8_192;

/** Encodes a response's body, with gzip where it is large enough and the client accepts it. */
export async function compress(
  { headers, body, bytes, gzipped }: Pick<SentResponse, "headers" | "body" | "bytes" | "gzipped">,
  request: Pick<ServiceRequest, "header">,
): Promise<EncodedBody> {
  // As many bytes as characters: all are ASCII, which is the same in both.
  const encoding = bytes === body.length ? "latin1" : "utf8";
  const plain = { body, encoding, length: bytes } as const;
  if (bytes < COMPRESS_FROM || headers["Content-Type"] === undefined)
    return { ...plain, headers: NONE };
  const varies = headers["Vary"] === undefined ? VARY : NONE;
  if (!acceptsGzip(request.header("accept-encoding"))) return { ...plain, headers: varies };
  const compressed =
    gzipped ?? (await gzipOf(typeof body === "string" ? Buffer.from(body, encoding) : body));
  const { length } = compressed;
  const encodedHeaders = { ...varies, "Content-Encoding": "gzip" };
  return { body: compressed, encoding: "latin1", length, headers: encodedHeaders };
}

async function gzipOf(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length <= MAX_COMPRESSED_HERE) return gzipSync(bytes, LEVEL);
  // Room for the whole result, so that Node joins no parts: incompressible bytes grow by five in 16 kB, and a header.
  return compressOnPool(bytes, {
    ...LEVEL,
    chunkSize: bytes.length + (bytes.length >> 10) + 1_024,
  });
}
