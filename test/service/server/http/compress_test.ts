import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptsGzip, compress } from "../../../../src/service/server/http/respond.ts";
import { createService, listen, type Listener } from "../../../../src/service/mod.ts";

describe("acceptsGzip()", () => {
  test.each([
    ["gzip", true],
    ["GZIP", true],
    ["gzip, deflate, br", true],
    ["br;q=1, gzip;q=0.1", true],
    ["*", true],
    ["x-gzip", true],
    ["gzip;q=0.5, identity;q=0.5", true],
    ["gzip;q=0.5, identity", false],
    ["identity;q=0.5, gzip;q=0.4", false],
    ["*;q=0.5", true],
    ["gzip;q=0", false],
    ["gzip; q=0.000", false],
    ["*, gzip;q=0", false],
    ["gzip;q=0, *", false],
    ["identity", false],
    ["br", false],
    ["", false],
    ["gzip;q=nonsense", false],
    [undefined, false],
  ])("%j", (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected);
  });
});

describe("compress()", () => {
  const asking = (value: string) => ({ header: () => value });
  const json = { "Content-Type": "application/json" };

  test("leaves small bodies as they are and says nothing of it", async () => {
    const body = "x".repeat(8_191);
    const small = await compress({ headers: json, body, bytes: 8_191 }, asking("gzip"));
    expect(small.headers).toEqual({});
    expect(small.body).toBe(body);
    expect(small.length).toBe(8_191);
  });

  test.each([8_192, 70_000])("compresses %i bytes and says so", async (bytes) => {
    const body = "ä".repeat(bytes / 2);
    const small = await compress({ headers: json, body, bytes }, asking("gzip"));
    const { headers } = small;
    expect(headers).toEqual({ Vary: "Accept-Encoding", "Content-Encoding": "gzip" });
    expect(gunzipSync(small.body).toString()).toBe(body);
    expect(small.length).toBe(small.body.length);
    const plain = await compress({ headers: json, body, bytes }, asking("gzip;q=0"));
    expect(plain.headers).toEqual({ Vary: "Accept-Encoding" });
    expect(plain).toMatchObject({ body, length: bytes, encoding: "utf8" });
  });

  test("takes the compressed copy from memory", async () => {
    const gzipped = new Uint8Array([1, 2]);
    const answer = { headers: json, body: "x".repeat(9_000), bytes: 9_000, gzipped };
    const kept = await compress(answer, asking("gzip"));
    expect(kept.body).toBe(gzipped);
  });
});

describe("a page over HTTP", () => {
  let listener: Listener;
  beforeAll(async () => {
    const service = await createService({
      segments: ["delta"],
      history: 60,
      mode: "manual",
      keylessTier: "Enterprise",
    });
    listener = await listen(service, { port: 0 });
  });
  afterAll(() => listener.close());

  test("is sent compressed to a client that accepts it, with the compressed length", async () => {
    const target = "/v1/delta/blocks?limit=60";
    const plain = await raw(target, "identity");
    const small = await raw(target, "gzip");
    expect(plain.head).not.toContain("Content-Encoding");
    expect(plain.head).toContain("Vary: Accept-Encoding");
    expect(small.head).toContain("Content-Encoding: gzip");
    expect(small.head).toContain(`Content-Length: ${small.body.length}`);
    expect(small.body.length).toBeLessThan(plain.body.length / 2);
    const dataOf = (text: string): unknown => (JSON.parse(text) as { data: unknown }).data;
    expect(dataOf(gunzipSync(small.body).toString())).toEqual(dataOf(plain.body.toString()));
  });

  test("is not compressed where it is one record", async () => {
    const { head } = await raw("/v1/delta/blocks/1", "gzip");
    expect(head).not.toContain("Content-Encoding");
  });

  test("varies by the encoding whatever its size, and says so once", async () => {
    for (const target of ["/v1/delta/blocks/1", "/v1/delta/blocks?limit=60"]) {
      const { head } = await raw(target, "gzip");
      expect(head.match(/^Vary: .*$/gm)).toEqual(["Vary: Accept-Encoding"]);
    }
  });

  /** Bytes as sent, before any client decodes them. */
  function raw(target: string, encoding: string): Promise<{ head: string; body: Buffer }> {
    const { hostname, port } = new URL(listener.origin);
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect(Number(port), hostname);
      socket.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      socket.on("end", () => {
        const all = Buffer.concat(chunks);
        const at = all.indexOf("\r\n\r\n");
        resolve({ head: all.subarray(0, at).toString(), body: all.subarray(at + 4) });
      });
      const lines = [`GET ${target} HTTP/1.1`, "Host: a", "Connection: close"];
      socket.write([...lines, `Accept-Encoding: ${encoding}`, "", ""].join("\r\n"));
    });
  }
});
