import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A call as it came. */
export interface Asked {
  readonly socket: WebSocket;
  /** Number of the connection, from 0. */
  readonly connection: number;
  readonly id: number;
  readonly method: string;
  readonly params: readonly [topic?: string, filter?: { readonly after?: string }];
}

/** A server of WebSockets that answers as a test says. */
export class HostileServer {
  readonly asked: Asked[] = [];
  readonly closed: number[] = [];
  connections = 0;
  readonly #server: WebSocketServer;

  private constructor(server: WebSocketServer, react: (call: Asked) => void) {
    this.#server = server;
    server.on("connection", (socket) => {
      const connection = this.connections++;
      socket.on("error", () => undefined);
      socket.on("close", (code) => this.closed.push(code));
      socket.on("message", (data) => {
        const call = { socket, connection, ...(JSON.parse(String(data)) as object) } as Asked;
        this.asked.push(call);
        react(call);
      });
    });
  }

  static async open(react: (call: Asked) => void): Promise<HostileServer> {
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    await new Promise((resolve) => server.once("listening", resolve));
    return new HostileServer(server, react);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Takes a subscription. */
export function begin({ socket, id }: Asked, cursor?: string, further: object = {}): void {
  const result = { subscription: `s${id}`, cursor, ...further };
  socket.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

/** Answers a call that starts no subscription. */
export function answer({ socket, id }: Asked): void {
  socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: true }));
}

/** Refuses a call. */
export function refuse({ socket, id }: Asked, code: number): void {
  const error = { code, message: "Refused" };
  socket.send(JSON.stringify({ jsonrpc: "2.0", id, error }));
}

/** Sends a block as an event of the subscription that a call asked for. */
export function sendBlock({ socket, id }: Asked, number: number, cursor?: string): void {
  const result = { number, hash: "0x00", timestamp: 0, txCount: 0, validator: "dx1q" };
  const params = { subscription: `s${id}`, result, cursor };
  socket.send(JSON.stringify({ jsonrpc: "2.0", method: "chain_subscription", params }));
}
