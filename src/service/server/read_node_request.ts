import type { IncomingMessage } from "node:http";
import { BodyCutShort, BodyTooLarge, type ServiceRequest } from "../gateway/mod.ts";

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
    body: (maximum) => readBody(incoming, maximum),
  };
}

function readBody(incoming: IncomingMessage, maximum: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maximum) {
        // What is left stays with the peer.
        incoming.pause();
        reject(new BodyTooLarge(maximum));
      } else chunks.push(chunk);
    });
    incoming.once("end", () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    );
    incoming.once("error", (cause) => reject(new BodyCutShort({ cause })));
    incoming.once("close", () => {
      if (!incoming.complete) reject(new BodyCutShort());
    });
  });
}

/** A proxy may send the whole URL as the target. */
function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "") || "/";
}
