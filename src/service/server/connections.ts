import type { Server } from "node:http";
import type { Socket } from "node:net";

/** The connections of a server, WebSockets among them. */
export class Connections {
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Ends those on which nothing was ever sent; Node takes them for ones whose request is on its way. */
  endSilent(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}
