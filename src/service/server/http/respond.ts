import type { IncomingMessage, ServerResponse } from "node:http";
import { sendBroken } from "./send_broken.ts";
import type { SentResponse } from "../../api/context/mod.ts";
import type { HttpHandler } from "../port/mod.ts";
import { compress, type EncodedBody } from "./compress.ts";
import type { NodeRequest } from "./node_request.ts";
import { waitForEarlierAnswers } from "./wait_for_earlier_answers.ts";
import { writeBody } from "./write_body.ts";

/** Options of a response. */
export interface RespondOptions {
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
  request: NodeRequest,
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
