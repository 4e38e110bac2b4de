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
    async body(maximum) {
      if (Number(incoming.headers["content-length"] ?? 0) > maximum)
        throw new BodyTooLarge(maximum);
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
    const end = (settle: () => void): void => {
      incoming.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maximum) return;
      incoming.pause();
      end(() => reject(new BodyTooLarge(maximum)));
    };
    const onEnd = (): void => end(() => resolve(Buffer.concat(chunks)));
    const onClose = (): void => end(() => reject(new BodyCutShort()));
    incoming.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
    if (incoming.destroyed && !incoming.readableEnded) onClose();
  });
}

/** A proxy may send the whole URL as the target. */
function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "") || "/";
}
