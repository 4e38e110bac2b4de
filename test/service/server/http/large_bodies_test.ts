import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createService,
  listen,
  type Listener,
  type LogEntry,
} from "../../../../src/service/mod.ts";

const MIB = 1_024 * 1_024;
const PIECE = Buffer.alloc(64 * 1_024, 0x20);

let listener: Listener;
/** The same service for clients that it is soon to give up. */
let impatient: Listener;
const errors: LogEntry[] = [];
beforeAll(async () => {
  const service = await createService({
    segments: ["delta"],
    history: 1,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
    log: (entry) => void (entry.level === "error" && errors.push(entry)),
  });
  listener = await listen(service, { port: 0, drainBytes: 110 * MIB, drainTimeout: 60_000 });
  impatient = await listen(service, { port: 0, drainTimeout: 100 });
});
afterAll(async () => {
  await Promise.all([listener.close(), impatient.close()]);
  expect(errors).toEqual([]);
});

/** Result of an upload: response, bytes sent, and whether the connection ended in order. */
interface Upload {
  readonly answer: string;
  readonly sent: number;
  readonly error: string | undefined;
}

/** Sends a head, then `bytes` of a body, as a client that reads only when it has sent everything. */
async function upload(
  head: readonly string[],
  bytes: number,
  { isChunked = false, to = listener } = {},
): Promise<Upload> {
  const socket = await open(to);
  let error: string | undefined;
  const ended = new Promise<void>((resolve) => {
    socket.on("error", ({ message }) => (error = message));
    socket.on("close", () => resolve());
  });
  socket.pause();
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  let sent = 0;
  while (sent < bytes && !socket.destroyed) {
    const piece = isChunked
      ? Buffer.concat([Buffer.from("10000\r\n"), PIECE, Buffer.from("\r\n")])
      : PIECE;
    if (!socket.write(piece)) await once(socket);
    sent += PIECE.length;
  }
  if (isChunked) socket.write("0\r\n\r\n");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.resume();
  await ended;
  return { answer, sent, error };
}

function open(to = listener): Promise<Socket> {
  const { hostname, port } = new URL(to.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once("error", reject);
  });
}

function once(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      socket.off("drain", settle).off("close", settle);
      resolve();
    };
    socket.on("drain", settle).on("close", settle);
  });
}

const HEAD = ["POST /rpc/delta HTTP/1.1", "Host: a", "Content-Type: application/json"];

describe("a body above the bound", () => {
  test.each([8, 100])("of %i MiB with its length in the headers gets its 413", async (size) => {
    const head = [...HEAD, `Content-Length: ${size * MIB}`];
    const { answer, sent, error } = await upload(head, size * MIB);
    expect(error).toBeUndefined();
    expect(sent).toBe(size * MIB);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain("Connection: close");
    expect(answer).toContain('"data":"Body must be at most 1048576 bytes"');
  });

  test("of 8 MiB in chunks without Content-Length gets a 413", async () => {
    const head = [...HEAD, "Transfer-Encoding: chunked"];
    const { answer, error } = await upload(head, 8 * MIB, { isChunked: true });
    expect(error).toBeUndefined();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("gets its 413 from fetch", async () => {
    const headers = { "Content-Type": "application/json" };
    const body = new Uint8Array(8 * MIB).fill(0x20);
    const response = await fetch(`${listener.origin}/rpc/delta`, { method: "POST", headers, body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: -32600 } });
  });

  test("of no end is cut off", async () => {
    const { answer, sent } = await upload([...HEAD, `Content-Length: ${2 ** 40}`], 400 * MIB);
    expect(sent).toBeLessThan(400 * MIB);
    // What was reset may be lost to this reader; an answer that it got is whole.
    expect(answer === "" || answer.startsWith("HTTP/1.1 413 ")).toBe(true);
  });

  test("of a client that stops sending is given up in a bounded time", async () => {
    const started = performance.now();
    const { answer } = await upload([...HEAD, `Content-Length: ${8 * MIB}`], MIB, {
      to: impatient,
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(performance.now() - started).toBeLessThan(6_000);
  });

  test("is 400 for a key request, and read for a path that there is not", async () => {
    const told = ["Host: a", "Content-Type: application/json", `Content-Length: ${8 * MIB}`];
    const keys = await upload(["POST /v1/keys HTTP/1.1", ...told], 8 * MIB);
    expect(keys.answer).toMatch(/^HTTP\/1\.1 400 /);
    const nowhere = await upload(["POST /nowhere HTTP/1.1", ...told], 8 * MIB);
    expect(nowhere.answer).toMatch(/^HTTP\/1\.1 404 /);
    expect([keys.error, nowhere.error]).toEqual([undefined, undefined]);
  });
});

describe("Expect: 100-continue", () => {
  test("is answered 413 at once where the body is too large, and nothing is sent", async () => {
    const head = [...HEAD, `Content-Length: ${8 * MIB}`, "Expect: 100-continue"];
    const { answer } = await upload(head, 0);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("gets a 100 Continue if its body is read", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"chain_getInfo"}';
    const head = [...HEAD, `Content-Length: ${body.length}`, "Expect: 100-continue"];
    const socket = await open();
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text === "HTTP/1.1 100 Continue\r\n\r\n") socket.write(body);
      if (text.endsWith("}")) socket.end();
    });
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    await new Promise((resolve) => socket.once("close", resolve));
    expect(text).toContain("HTTP/1.1 200 OK");
    expect(text).toContain('"networkId":"delta"');
  });
});

describe("a body that is cut short", () => {
  test("is nothing to log, and does not run what came of it", async () => {
    const socket = await open();
    const body = '{"jsonrpc":"2.0","id":1,"method":"chain_getInfo"}';
    socket.write(`${[...HEAD, "Content-Length: 99"].join("\r\n")}\r\n\r\n${body}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const metrics = await (await fetch(`${listener.origin}/metrics`)).text();
    expect(metrics).not.toContain('method="chain_getInfo",code="0"} 2');
    expect((await fetch(`${listener.origin}/healthz`)).status).toBe(200);
  });
});
