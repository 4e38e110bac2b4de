import type { IncomingMessage, ServerResponse } from "node:http";
import { breakOff } from "./break_off.ts";
import type { ServiceResponse } from "../gateway/mod.ts";
import type { Service } from "./create_service.ts";
import { compress } from "./compress.ts";
import { readNodeRequest } from "./read_node_request.ts";

/** How answers are sent. */
export interface RespondOptions {
  /** The fewest bytes of a body that are compressed. */
  readonly compressFrom: number;
  /** The most bytes of a refused body that are read, and the milliseconds that takes at most. */
  readonly drainBytes: number;
  readonly drainTimeout: number;
  /** Whether the client waits for word before it sends its body. */
  readonly isAwaited: boolean;
  /** Whether the connection takes further requests. */
  readonly isStopping: () => boolean;
  /** Answers that are left unfinished on purpose. */
  readonly stalled: Set<ServerResponse>;
}

/** Answers a request of Node's server. */
export async function respond(
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: RespondOptions,
): Promise<void> {
  let isAwaited = options.isAwaited;
  const request = readNodeRequest(incoming, () => {
    if (isAwaited) outgoing.writeContinue();
    isAwaited = false;
  });
  const fault = faultOfHost(incoming);
  const response = fault ? service.refuse(fault, request) : await service.handle(request);
  if (response.broken) {
    options.stalled.add(outgoing);
    outgoing.once("close", () => options.stalled.delete(outgoing));
    return breakOff(outgoing, response);
  }
  const { status } = response;
  const compressing = compress(response, request, options.compressFrom);
  const { body, encoding, length, headers } =
    compressing instanceof Promise ? await compressing : compressing;
  // What is left of a body that was not read to its end would be taken for the next request.
  const isLast = !incoming.complete || options.isStopping();
  const head: (string | number)[] = [];
  addHeaders(head, response.headers);
  addHeaders(head, headers);
  if (status !== 204 && status !== 304) head.push("Content-Length", length);
  if (isLast) head.push("Connection", "close");
  outgoing.writeHead(status, head);
  // A client that was not told to go on sends no body.
  if (incoming.complete || incoming.destroyed || isAwaited)
    return void outgoing.end(body, encoding);
  outgoing.flushHeaders();
  outgoing.write(body, encoding);
  drain(incoming, options, () => outgoing.end());
}

/** Names and values in turns are what Node takes in the least time. */
function addHeaders(head: (string | number)[], headers: ServiceResponse["headers"]): void {
  for (const name of Object.keys(headers)) head.push(name, headers[name] ?? "");
}

/** HTTP/1.1 wants a `Host`, which earlier versions need not have; two of them could be told apart otherwise elsewhere. */
function faultOfHost({ headers, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.host === undefined)
    return httpVersion === "1.1" ? "The request must name its Host" : undefined;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") count++;
  return count > 1 ? "The request must name one Host" : undefined;
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
