import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SubjectCounts } from "../../subject_counts.ts";

/** Limits of a server's connections. */
interface ConnectionsOptions {
  /** Maximum number of open connections of a subject. */
  readonly maximumPerSubject: number;
  /** The subject to which a peer's address belongs; undefined if the peer has no limit. */
  readonly subjectOf: (address: string) => string | undefined;
}

/** The open connections of a server, WebSockets included. A new connection beyond the limit of its subject is closed. */
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
   * Accepts the connections in the queue of the operating system, which resets them when the server closes. A turn of the
   * event loop accepts one connection.
   *
   * @param timeout Milliseconds after which the rest of the queue is left.
   */
  async acceptWaiting(timeout: number): Promise<void> {
    const deadline = performance.now() + timeout;
    let accepted;
    // The connection of the present turn may be counted already.
    await nextTurn();
    do {
      accepted = this.#accepted;
      await nextTurn();
    } while (this.#accepted > accepted && performance.now() < deadline);
  }

  /** Closes the connections without any request data, which Node considers busy. */
  closeSilent(): void {
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

/**
 * Maximum number of waiting requests of a connection; a connection with more is closed. A waiting request takes about 2 kB
 * beside its bytes.
 */
const MAX_WAITING = 100;

/** Number of waiting pipelined requests by connection. */
const waiting = new WeakMap<Socket, number>();

/**
 * Resolves once all earlier requests of the connection are answered. Never settles if the connection closes first.
 *
 * One packet can have some 2,000 pipelined requests. Handling them at once would delay every other connection, and would
 * hold their answers for a client that may never read them. So each connection has one request handled per turn of the
 * event loop, and is not read while a request waits. The rest of a body is read once its request is handled.
 */
export function waitForEarlierAnswers(outgoing: ServerResponse): Promise<void> {
  const { socket } = outgoing.req;
  pause(socket);
  if ((waiting.get(socket) ?? 0) > MAX_WAITING) socket.destroy();
  return new Promise((resolve) => {
    outgoing.once("socket", () => {
      setImmediate(() => {
        resume(socket);
        resolve();
      });
    });
  });
}

function pause(socket: Socket): void {
  const count = waiting.get(socket);
  waiting.set(socket, (count ?? 0) + 1);
  if (count === undefined) socket.on("resume", () => pauseAgain(socket));
  socket.pause();
}

/**
 * Node resumes a connection by itself, after each request for example, and emits `resume` later. If the connection was
 * paused in between, Node reads although the stream is marked as paused, and a second `pause()` would have no effect: the
 * `pause` event alone stops Node.
 */
function pauseAgain(socket: Socket): void {
  if (!waiting.get(socket)) return;
  if (socket.isPaused()) socket.emit("pause");
  else socket.pause();
}

function resume(socket: Socket): void {
  const left = (waiting.get(socket) ?? 1) - 1;
  waiting.set(socket, left);
  if (left === 0) socket.resume();
}
