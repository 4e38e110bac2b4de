import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createService,
  listen,
  type Listener,
  type ListenOptions,
  type LogEntry,
  type Service,
} from "../../../../src/service/mod.ts";

const MIB = 1_024 * 1_024;
/** Larger than what the system buffers for a connection. */
const LARGE = new Uint8Array(64 * MIB).fill(0x61);
/** Bytes of a body that are written at a time. */
const SLICE = 64 * 1_024;

let listener: Listener;
let client: Socket;
let entries: LogEntry[] = [];
/** Server's side of the connection, once it has taken a request. */
let begun: PromiseWithResolvers<{ readonly response: ServerResponse; readonly socket: Socket }>;

function collect(message: unknown): void {
  begun.resolve(message as Awaited<typeof begun.promise>);
}

beforeEach(() => {
  entries = [];
  begun = Promise.withResolvers();
  subscribe("http.server.request.start", collect);
});
afterEach(async () => {
  unsubscribe("http.server.request.start", collect);
  client.destroy();
  await listener.close();
});

/** Starts a service that has a large body at `/docs`. */
async function start(history = 1, options: ListenOptions = {}): Promise<void> {
  const service = await createService({
    segments: ["delta"],
    history,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
    log: (entry) => entries.push(entry),
  });
  const large: Service = {
    ...service,
    async handle(request) {
      const response = await service.handle(request);
      if (request.target !== "/docs") return response;
      const headers = { "Content-Type": "text/html" };
      return { status: 200, headers, body: LARGE, bytes: LARGE.length };
    },
  };
  listener = await listen(large, { port: 0, ...options });
}

/** Opens a connection, sends requests and does not read; the last answer ends the connection. */
async function send(
  requests: readonly (readonly [method: string, target: string])[],
): Promise<void> {
  const { hostname, port } = new URL(listener.origin);
  client = connect(Number(port), hostname);
  client.pause();
  await once(client, "connect");
  const heads = requests.map(([method, target]) => `${method} ${target} HTTP/1.1\r\nHost: a\r\n`);
  client.write(`${heads.join("\r\n")}Connection: close\r\n\r\n`);
}

/** Bytes that wait in the server once the system takes no more for the client. */
async function untilFull(): Promise<number> {
  const { socket } = await begun.promise;
  await expect.poll(() => socket.writableLength, { interval: 5 }).toBeGreaterThan(0);
  return socket.writableLength;
}

describe("a large body", () => {
  test("waits in slices for a client that does not read, and comes whole once it reads", async () => {
    await start();
    await send([["GET", "/docs"]]);
    expect(await untilFull()).toBeLessThanOrEqual(SLICE);
    const read = await buffer(client);
    const at = read.indexOf("\r\n\r\n") + 4;
    expect(read.toString("latin1", 0, at)).toContain(`Content-Length: ${LARGE.length}\r\n`);
    expect(read.subarray(at).equals(LARGE)).toBe(true);
  });

  test("answers HEAD with its length, and the connection stays open", async () => {
    await start();
    await send([
      ["HEAD", "/docs"],
      ["GET", "/healthz"],
    ]);
    const [head = "", , body = ""] = (await buffer(client)).toString().split("\r\n\r\n");
    expect(head).toContain(`Content-Length: ${LARGE.length}`);
    expect(body).toBe("ok\n");
  });

  test("that is not read ends the connection after the time for silence", async () => {
    await start(1, { silenceTimeout: 300 });
    await send([["GET", "/docs"]]);
    const { response, socket } = await begun.promise;
    await once(socket, "close");
    expect(response.writableFinished).toBe(false);
  });
});

describe("pipelined reads", () => {
  test("are handled as fast as the client reads their answers, and answered in order", async () => {
    await start(100);
    const requests = Array.from(
      { length: 600 },
      () => ["GET", "/v1/delta/blocks?limit=100"] as const,
    );
    await send(requests);
    await untilFull();
    expect(entries.length).toBeLessThan(requests.length);
    const text = (await buffer(client)).toString();
    const answered = Array.from(text.matchAll(/^X-Request-Id: (\S+)/gm), ([, id]) => id);
    const handled = entries.flatMap((entry) => (entry.level === "chain" ? [] : [entry.requestId]));
    expect(answered).toEqual(handled.filter((id) => answered.includes(id)));
    expect(answered.length).toBe(requests.length);
  });

  test("behind a call are handled after it", async () => {
    await start();
    const body = '{"jsonrpc":"2.0","id":1,"method":"chain_getInfo"}';
    const { hostname, port } = new URL(listener.origin);
    client = connect(Number(port), hostname);
    const call = ["POST /rpc/delta HTTP/1.1", "Host: a", "Content-Type: application/json"];
    const read = ["GET /healthz HTTP/1.1", "Host: a", "Connection: close", "", ""];
    client.write(
      [...call, `Content-Length: ${body.length}`, "", body + read.join("\r\n")].join("\r\n"),
    );
    const text = (await buffer(client)).toString();
    expect(text.match(/HTTP\S+ \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
    expect(text).toMatch(/ok\n$/);
  });
});
