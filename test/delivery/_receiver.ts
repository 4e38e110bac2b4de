import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export const SECRET = `whsec_${Buffer.alloc(32, "first").toString("base64")}`;
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, "other").toString("base64")}`;

/** An event as a receiver reads it. */
export interface ReceivedEvent {
  readonly topic: string;
  readonly cursor: string;
  readonly data: { readonly hash?: string; readonly number?: number } | null;
  readonly reorg?: { readonly fromHeight: number };
}

/** A request that a receiver got, whatever it answered. */
export interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly events: readonly ReceivedEvent[];
}

/** What it answers: a status, headers, or nothing at all. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isSilent?: boolean;
  /** True if the body never ends. */
  readonly isOpen?: boolean;
}

/** A receiver on `node:http` that verifies each request with the library of the scheme. */
export class Receiver {
  readonly #server: Server;
  /** Every request, in order. */
  readonly requests: Received[] = [];
  /** Requests that were answered with 2xx. */
  readonly acknowledged: Received[] = [];
  readonly #waiters = new Set<() => void>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(
    answerTo: (received: Received, count: number) => Answer = () => ({}),
    secret = SECRET,
  ): Promise<Receiver> {
    const webhook = new Webhook(secret);
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        const headers = request.headers as Record<string, string>;
        const { data } = webhook.verify(body, headers) as { data: { events: ReceivedEvent[] } };
        const id = headers["webhook-id"] ?? "";
        const received = { id, body, headers: request.headers, events: data.events };
        receiver.requests.push(received);
        const answer = answerTo(received, receiver.requests.length);
        const { status = 204, isSilent = false } = answer;
        if (!isSilent && status < 300) receiver.acknowledged.push(received);
        for (const wake of receiver.#waiters) wake();
        if (isSilent) return;
        response.writeHead(status, answer.headers);
        if (answer.isOpen) response.write("more to come");
        else response.end();
      });
    });
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Events of the acknowledged requests, in order. */
  get events(): ReceivedEvent[] {
    return this.acknowledged.flatMap(({ events }) => events);
  }

  /** Resolves once something holds. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiters.delete(wake);
          resolve();
        };
        this.#waiters.add(wake);
      });
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
