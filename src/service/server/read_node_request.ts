import type { IncomingMessage } from "node:http";
import { BodyTooLarge, type ServiceRequest } from "../gateway/mod.ts";

/** A request of Node's server as the service takes it. */
export function readNodeRequest(incoming: IncomingMessage): ServiceRequest {
  return {
    method: incoming.method ?? "GET",
    peer: incoming.socket.remoteAddress ?? "",
    target: originForm(incoming.url ?? "/"),
    header(name) {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    headerNames: () => Object.keys(incoming.headers),
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

/** A proxy may send the whole URL as the target. */
function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "") || "/";
}
