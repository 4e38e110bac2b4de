import type { Server, ServerResponse } from "node:http";
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

/** Most requests of a connection that wait, each of some 2 kB beside its bytes; one with more is ended. */
const MAX_WAITING = 100;

/** Pipelined requests that wait, by connection. */
const waiting = new WeakMap<Socket, number>();

/**
 * Resolves once all earlier requests of the connection are answered. Never settles where the connection ends first.
 *
 * Some 2,000 pipelined requests arrive in one packet. Handled at once, they would delay every other connection, and
 * their answers would be held for a client that may never read them. So they wait, one of each connection is handled
 * per turn of the event loop, and nothing more is read from a connection as long as a request of it waits. The rest of
 * a body is read once its request is handled.
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
 * Node resumes a connection by itself, such as after each request. Its event comes late: where the connection was paused
 * meanwhile, Node reads on from a stream that counts as paused, which tells Node nothing when it is paused once more.
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
