import type { IncomingMessage } from "node:http";
import { BodyCutShort, BodyTooLarge, type ServiceRequest } from "../gateway/mod.ts";

/**
 * A request of Node's server as the service takes it.
 *
 * @param onRead Called before the body is read, once.
 */
export function readNodeRequest(
  incoming: IncomingMessage,
  onRead: () => void = () => undefined,
): ServiceRequest {
  return {
    method: incoming.method ?? "GET",
    peer: incoming.socket.remoteAddress ?? "",
    target: originForm(incoming.url ?? "/"),
    header(name) {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    headerNames: () => Object.keys(incoming.headers),
    // No async function: a promise of a promise takes three turns more, on every call there is.
    body(maximum) {
      if (Number(incoming.headers["content-length"] ?? 0) > maximum)
        return Promise.reject(new BodyTooLarge(maximum));
      onRead();
      return readBody(incoming, maximum);
    },
  };
}

/** The connection stays as it is whatever comes of it, so that a refusal can still be sent on it. */
function readBody(incoming: IncomingMessage, maximum: number): Promise<Uint8Array> {
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
