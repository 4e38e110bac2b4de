import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createService,
  listen,
  type Listener,
  type ListenOptions,
  type LogEntry,
  type Service,
} from "../../../../src/service/mod.ts";
import { IS_WHOLE } from "../../../_suites.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const MIB = 1_024 * 1_024;
/** Larger than what the system buffers for a connection. */
const LARGE = new Uint8Array((IS_WHOLE ? 32 : 16) * MIB).fill(0x61);
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
  begun = Promise.withResolvers();
  subscribe("http.server.request.start", collect);
});
afterEach(async () => {
  unsubscribe("http.server.request.start", collect);
  client.destroy();
  await listener.close();
});

/** Starts a service that has a large body at `/docs`. */
async function start(history = 1, options: ListenOptions = {}, traffic = false): Promise<void> {
  // A service of an earlier test may still log a request whose client has left.
  const own: LogEntry[] = (entries = []);
  const service = await createService({
    segments: ["delta"],
    history,
    mode: "manual",
    traffic,
    keylessTier: "Enterprise",
    log: (entry) => own.push(entry),
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

/** Paths of the handled requests. */
function handledPaths(): string[] {
  return entries.flatMap((entry) => ("path" in entry ? [entry.path] : []));
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
    // As long as those of browsers: of shorter ones too many arrive in one packet.
    const target = `/v1/delta/blocks?limit=100&unknown=${"x".repeat(1_000)}`;
    const requests = Array.from({ length: 600 }, () => ["GET", target] as const);
    await send(requests);
    await untilFull();
    expect(entries.length).toBeLessThan(requests.length);
    const text = (await buffer(client)).toString();
    const answered = Array.from(text.matchAll(/^X-Request-Id: (\S+)/gm), ([, id]) => id);
    const handled = entries.flatMap((entry) => (entry.level === "chain" ? [] : [entry.requestId]));
    expect(answered).toEqual(handled.filter((id) => answered.includes(id)));
    expect(answered.length).toBe(requests.length);
  });

  test("end their connection where more than 100 wait", async () => {
    await start();
    await send([
      ["GET", "/docs"],
      ...Array.from({ length: 101 }, () => ["GET", "/healthz"] as const),
    ]);
    const { socket } = await begun.promise;
    await once(socket, "close");
    expect(handledPaths()).not.toContain("/healthz");
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

test("pipelined calls are handled one after the other, as fast as the client reads", async () => {
  await start(1, {}, false);
  const body = '{"jsonrpc":"2.0","id":1,"method":"chain_getInfo"}'.padEnd(2_000);
  const head = ["POST /rpc/delta HTTP/1.1", "Host: a", "Content-Type: application/json"];
  const calls = Array.from({ length: 90 }, () =>
    [...head, `Content-Length: ${body.length}`, "", body].join("\r\n"),
  );
  const { hostname, port } = new URL(listener.origin);
  client = connect(Number(port), hostname);
  client.write(
    `GET /docs HTTP/1.1\r\nHost: a\r\n\r\n${calls.join("")}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  client.pause();
  await untilFull();
  expect(handledPaths()).toEqual(["/docs"]);
  const text = (await buffer(client)).toString("latin1");
  expect(text.match(/HTTP\S+ \d+/g)).toEqual(Array.from({ length: 92 }, () => "HTTP/1.1 200"));
  expect(text).toMatch(/ok\n$/);
});

describe("a client that sends and never reads", () => {
  const CLIENTS = IS_WHOLE ? 3 : 2;
  /** Bytes that one such connection may hold; the guide says of what. */
  const MOST = 3 * MIB;
  /** A batch whose response has `calls` times 90 kB: this block funds the accounts of the traffic. */
  const batchOf = (calls: number): string => {
    const call = `{"jsonrpc":"2.0","id":1,"method":"chain_getBlockByNumber","params":[100,true]}`;
    return `[${Array.from({ length: calls }, () => call)}]`;
  };
  const clients: Socket[] = [];
  afterEach(() => {
    for (const socket of clients.splice(0)) socket.destroy();
  });

  /** Bytes that the process holds, once that changes no more. */
  async function heldBytes(): Promise<number> {
    for (let before = Infinity; ;) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      const bytes = heapUsed + external;
      if (Math.abs(bytes - before) < MIB / 10) return bytes;
      before = bytes;
    }
  }

  const reads = Buffer.from("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(50_000));
  const body = batchOf(4).padEnd(1_200);
  const call = ["POST /rpc/delta HTTP/1.1", "Host: a", "Content-Type: application/json"];
  const calls = [...call, `Content-Length: ${body.length}`, "", body].join("\r\n").repeat(500);
  const upgrade = [
    ...["GET /ws/delta HTTP/1.1", "Host: a", "Connection: Upgrade", "Upgrade: websocket"],
    ...["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==", "", ""],
  ];
  const messages = [
    ...Array.from({ length: 12 }, () => maskedFrame(batchOf(10))),
    ...Array.from({ length: IS_WHOLE ? 20 : 10 }, () => maskedFrame(batchOf(1).padEnd(1_000_000))),
  ];
  const ways: Readonly<Record<string, Buffer>> = {
    "small reads": reads,
    "calls with large responses": Buffer.from(calls),
    "large messages": Buffer.concat([Buffer.from(upgrade.join("\r\n")), ...messages]),
  };
  // Messages by themselves where not all tests run: the tests above see that requests wait.
  const tried = IS_WHOLE ? Object.keys(ways) : ["large messages"];
  test.each(tried)("holds at most 3 MiB of the service by %s", async (way) => {
    await start(100, {}, true);
    const { hostname, port } = new URL(listener.origin);
    const before = await heldBytes();
    for (let count = 0; count < CLIENTS; count++) {
      client = connect(Number(port), hostname).pause();
      client.on("error", () => undefined);
      clients.push(client);
      client.write(ways[way] ?? "");
    }
    // On a busy machine a service that still works looks like one that has come to rest.
    await expect
      .poll(async () => ((await heldBytes()) - before) / CLIENTS, { timeout: 20_000 })
      .toBeLessThan(MOST);
  });
});

/** A frame as a client sends it, masked by zeros. */
function maskedFrame(text: string): Buffer {
  const head = Buffer.alloc(14);
  head.writeUInt16BE(0x81_ff);
  head.writeBigUInt64BE(BigInt(text.length), 2);
  return Buffer.concat([head, Buffer.from(text)]);
}
