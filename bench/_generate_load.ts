import { connect, type Socket } from "node:net";
import { cpuTime, type Pinned } from "./_pinned.ts";

/** A load: whole requests, as bytes, that every connection sends one at a time. */
export interface Load {
  readonly origin: string;
  /** Requests that all connections send in turns, or the requests of a connection, each sent once. */
  readonly requests: readonly Buffer[] | ((connection: number) => Iterable<Buffer>);
  readonly connections: number;
  readonly milliseconds: number;
}

const END_OF_HEAD = Buffer.from("\r\n\r\n");
const LENGTHS = ["Content-Length: ", "content-length: "].map((name) => Buffer.from(name));
const LENGTH_NAME = "Content-Length: ".length;
const OK = "200";
const NOTHING = Buffer.alloc(0);

/** A request as it goes over the wire. */
export function requestBytes(method: string, path: string, body?: string): Buffer {
  const type = "Content-Type: application/json\r\n";
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  if (body === undefined) return Buffer.from(`${head}\r\n`);
  return Buffer.from(`${head}${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/**
 * Requests per second that a server answers. It reads of an answer what it must to find its end: whatever a full client
 * does beside would be time that the server waits.
 *
 * @throws {Error} If an answer is not 200, or a connection has no request left.
 */
export async function generateLoad(load: Load): Promise<number> {
  const { hostname, port } = new URL(load.origin);
  let answers = 0;
  const started = performance.now();
  const end = started + load.milliseconds;
  const rest = stayAwake();
  await Promise.all(
    Array.from({ length: load.connections }, (_, index) =>
      runConnection(connect(Number(port), hostname), requestsOf(load, index), () => {
        answers++;
        return performance.now() < end;
      }),
    ),
  );
  rest();
  return (answers * 1000) / (performance.now() - started);
}

/** A server under load: answers a second, and microseconds of its processor for each. */
export interface LoadFigures {
  readonly rate: number;
  readonly cost: number;
}

/** Loads a server, and tells what it answered and what that took. */
export async function measureLoad(
  server: Pinned,
  load: Omit<Load, "origin">,
): Promise<LoadFigures> {
  const [started, before] = [performance.now(), cpuTime(server)];
  const rate = await generateLoad({ ...load, origin: server.origin });
  const answers = (rate * (performance.now() - started)) / 1_000;
  return { rate, cost: ((cpuTime(server) - before) * 1_000_000) / answers };
}

/**
 * Keeps this process from sleeping until what it returns is called. To wake it would be the server's work, a good part
 * of a request on a virtual machine, and more often that of a slow server than of a fast one.
 */
function stayAwake(): () => void {
  let turn = setImmediate(goOn);
  function goOn(): void {
    turn = setImmediate(goOn);
  }
  return () => clearImmediate(turn);
}

function* requestsOf({ requests }: Load, connection: number): Generator<Buffer> {
  if (typeof requests === "function") return yield* requests(connection);
  for (let turn = connection * 7; ; turn++) yield requests[turn % requests.length] ?? NOTHING;
}

/** Sends one request after the other, until `goesOn` says no after an answer. */
function runConnection(
  socket: Socket,
  requests: Iterator<Buffer>,
  goesOn: () => boolean,
): Promise<void> {
  let received: Buffer | undefined;
  return new Promise((resolve, reject) => {
    const send = (): void => {
      const { value, done } = requests.next();
      if (!done) socket.write(value);
      else socket.destroy(new Error("A connection has no request left"));
    };
    socket.setNoDelay(true);
    socket.once("connect", send);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The server closed the connection")));
    socket.on("data", (chunk) => {
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const size = sizeOfAnswer(received);
      if (size === undefined || received.length < size) return;
      const status = received.toString("latin1", 9, 12);
      if (status !== OK) return void socket.destroy(new Error(`Answered ${received.toString()}`));
      received = undefined;
      if (goesOn()) return send();
      socket.destroy();
      resolve();
    });
  });
}

/** Bytes of an answer with its head; undefined while the head is not all there. */
function sizeOfAnswer(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const [head] = LENGTHS.map((name) => bytes.indexOf(name)).filter((at) => at >= 0 && at < end);
  if (head === undefined) throw new Error("An answer does not tell its length");
  const at = head + LENGTH_NAME;
  return end + END_OF_HEAD.length + Number.parseInt(bytes.toString("latin1", at, at + 10), 10);
}
