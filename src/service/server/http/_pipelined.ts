import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

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
