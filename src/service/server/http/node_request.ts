import type { IncomingMessage, ServerResponse } from "node:http";
import { BodyCutShort, BodyTooLarge, type ServiceRequest } from "../../request.ts";

/** A request of Node's server as the service takes it. */
export class NodeRequest implements ServiceRequest {
  readonly method: string;
  readonly peer: string;
  readonly target: string;
  readonly #incoming: IncomingMessage;
  /** Host of a whole URL as the target, which stands in the place of the header (RFC 9112 3.2.2). */
  readonly #host: string | undefined;
  #awaited: ServerResponse | undefined;

  /** @param awaited Where the client waits for word before it sends its body. */
  constructor(incoming: IncomingMessage, awaited?: ServerResponse) {
    this.method = incoming.method ?? "GET";
    this.peer = incoming.socket.remoteAddress ?? "";
    const { target, host } = readTarget(incoming.url ?? "/");
    this.target = target;
    this.#host = host;
    this.#incoming = incoming;
    this.#awaited = awaited;
  }

  /** True while the client waits for `100 Continue` before it sends its body. */
  get isAwaited(): boolean {
    return this.#awaited !== undefined;
  }

  header(name: string): string | undefined {
    if (name === "host" && this.#host !== undefined) return this.#host;
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

/** Reads a body. It never ends the connection, so that a refusal can still be sent. */
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
    // Later events do nothing once the promise is settled; removing the listeners would cost more.
    const onClose = (): void => {
      if (!incoming.readableEnded) reject(new BodyCutShort());
    };
    incoming.on("data", onData);
    incoming.on("end", () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    );
    // Node emits it after an error too.
    incoming.on("close", onClose);
    if (incoming.destroyed) onClose();
  });
}

/** Path and query of a target; of a whole URL, as a proxy may send it, its host too. */
export function readTarget(target: string): {
  readonly target: string;
  readonly host: string | undefined;
} {
  const [origin, host] = target.startsWith("/") ? [] : (/^https?:\/\/([^/?]*)/i.exec(target) ?? []);
  if (origin === undefined) return { target, host };
  const rest = target.slice(origin.length);
  return { target: rest.startsWith("/") ? rest : `/${rest}`, host };
}
