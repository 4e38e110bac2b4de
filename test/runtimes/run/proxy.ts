import {
  createServer,
  type IncomingMessage,
  request as send,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Command } from "../suite/world.ts";

/** Below this path the proxy answers itself. */
const OWN = "/runtimes/";
const CORS = { "Access-Control-Allow-Origin": "*" };

/** Commands of the suite to the proxy. */
export interface Traffic {
  readonly requests: number;
  /** Preflights of GET requests without a key, with the headers that they ask for. */
  readonly preflights: readonly string[];
}

/** Does what the suite asks for and the proxy cannot. */
export type OnCommand = (name: Exclude<Command, "drop">) => Promise<void>;

/** Stands before the service: counts requests, drops WebSockets when asked, and knows troubles of its own. */
export class Proxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #onCommand: OnCommand;
  readonly #sockets = new Set<Duplex>();
  #requests = 0;
  #preflights: string[] = [];

  private constructor(target: string, onCommand: OnCommand) {
    this.#target = new URL(target);
    this.#onCommand = onCommand;
    this.#server = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing));
    this.#server.on("upgrade", (incoming, socket: Socket, head: Buffer) =>
      this.#tunnel(incoming, socket, head),
    );
  }

  /** Listens on a free port before the service at `target`. */
  static async open(target: string, onCommand: OnCommand): Promise<Proxy> {
    const proxy = new Proxy(target, onCommand);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Requests since the last call. */
  takeTraffic(): Traffic {
    const traffic = { requests: this.#requests, preflights: this.#preflights };
    this.#requests = 0;
    this.#preflights = [];
    return traffic;
  }

  async close(): Promise<void> {
    this.#drop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.#count(incoming);
    const { url = "" } = incoming;
    if (!url.startsWith(OWN)) return this.#forward(incoming, outgoing);
    const [name = ""] = url.slice(OWN.length).split(/[/?]/, 1);
    if (incoming.method === "OPTIONS") {
      const headers = { ...CORS, "Access-Control-Allow-Headers": "*" };
      return void outgoing.writeHead(204, headers).end();
    }
    if (name === "stall") return;
    if (name === "reset") return void incoming.socket.destroy();
    if (name === "garbage") return reply(outgoing, 200, '{"success":true,"data":{"number":"x"}}');
    await this.#obey(name, outgoing);
  }

  async #obey(name: string, outgoing: ServerResponse): Promise<void> {
    try {
      if (name === "drop") this.#drop();
      else await this.#onCommand(name as "mine");
      reply(outgoing, 200, "{}");
    } catch (error) {
      reply(outgoing, 500, JSON.stringify({ error: String(error) }));
    }
  }

  #count({ method, url, headers }: IncomingMessage): void {
    this.#requests += 1;
    const asked = headers["access-control-request-headers"] ?? "";
    const isOfGet = method === "OPTIONS" && headers["access-control-request-method"] === "GET";
    if (isOfGet && !asked.includes("x-api-key")) this.#preflights.push(`${url} (${asked})`);
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url, headers } = incoming;
    const { hostname, port, host } = this.#target;
    const options = { hostname, port, method, path: url, headers: { ...headers, host } };
    const outbound = send(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outbound.on("error", () => outgoing.destroy());
    outgoing.on("close", () => outbound.destroy());
    incoming.pipe(outbound);
  }

  #tunnel(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const { method, url, rawHeaders } = incoming;
    const target = connect(Number(this.#target.port), this.#target.hostname, () => {
      const lines = rawHeaders.map((text, index) => text + (index % 2 === 0 ? ": " : "\r\n"));
      target.write(`${method} ${url} HTTP/1.1\r\n${lines.join("")}\r\n`);
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    for (const [end, other] of [[socket, target] as const, [target, socket] as const]) {
      this.#sockets.add(end);
      end.on("error", () => end.destroy());
      end.on("close", () => {
        this.#sockets.delete(end);
        other.destroy();
      });
    }
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function reply(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, { ...CORS, "Content-Type": "application/json" }).end(body);
}
