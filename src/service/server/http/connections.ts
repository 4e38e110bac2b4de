import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SubjectCounts } from "../../subject_counts.ts";

/** Bounds of a server's connections. */
interface ConnectionsOptions {
  /** Most of one subject at a time. */
  readonly maximumPerSubject: number;
  /** The subject that a peer's connections count for; undefined where they are not bounded. */
  readonly subjectOf: (peer: string) => string | undefined;
}

/** The connections of a server, WebSockets among them: those above a subject's bound are dropped. */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #bySubject = new SubjectCounts();
  readonly #options: ConnectionsOptions;
  #accepted = 0;

  constructor(server: Server, options: ConnectionsOptions) {
    this.#options = options;
    server.on("connection", (socket: Socket) => {
      this.#accepted++;
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
      this.#count(socket);
    });
  }

  /** Number of open connections. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Accepts the connections that wait in the system's queue, for `milliseconds` at most. Closing the server resets them,
   * and a turn of the event loop accepts one.
   */
  async acceptWaiting(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds;
    let before;
    // This turn may have accepted already.
    await nextTurn();
    do {
      before = this.#accepted;
      await nextTurn();
    } while (this.#accepted > before && performance.now() < end);
  }

  /** Ends connections on which nothing was ever sent; Node counts them as busy. */
  endSilent(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }

  #count(socket: Socket): void {
    const { maximumPerSubject, subjectOf } = this.#options;
    const subject = subjectOf(socket.remoteAddress ?? "");
    if (subject === undefined) return;
    const release = this.#bySubject.take(subject, maximumPerSubject);
    if (release) socket.once("close", release);
    else socket.destroy();
  }
}
