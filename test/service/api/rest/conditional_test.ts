import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createService, listen, type Listener, type Service } from "../../../../src/service/mod.ts";
import { contentTag, matchesTag } from "../../../../src/service/api/rest/mod.ts";

let service: Service;
let listener: Listener;
beforeAll(async () => {
  service = await createService({
    segments: ["delta"],
    history: 5,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
  });
  listener = await listen(service, { port: 0 });
});
afterAll(() => listener.close());

function ask(path: string, tag?: string, init: RequestInit = {}): Promise<Response> {
  const headers: Record<string, string> = tag === undefined ? {} : { "If-None-Match": tag };
  return fetch(`${listener.origin}${path}`, { ...init, headers });
}

async function tagOf(path: string): Promise<string> {
  const response = await ask(path);
  expect(response.status).toBe(200);
  return response.headers.get("etag") ?? "";
}

const LISTS = [
  "/v1/delta/blocks",
  "/v1/delta/chain/info",
  "/v1/delta/chain/stats",
  "/v1/delta/transactions",
  "/v1/delta/validators",
  "/v1/delta/governance/proposals",
];

describe("If-None-Match", () => {
  test.each(LISTS)("%s is 304 until the next block", async (path) => {
    const tag = await tagOf(path);
    expect(tag).toMatch(/^W\/"/);
    const same = await ask(path, tag);
    expect(same.status).toBe(304);
    expect(await same.text()).toBe("");
    expect(same.headers.get("etag")).toBe(tag);
    expect(same.headers.get("cache-control")).toBe("no-cache");
    expect(same.headers.get("content-type")).toBeNull();
    await service.produceBlock("delta");
    expect((await ask(path, tag)).status).toBe(200);
  });

  test("a record stays 304 while blocks come", async () => {
    const tag = await tagOf("/v1/delta/blocks/2");
    await service.produceBlock("delta");
    expect((await ask("/v1/delta/blocks/2", tag)).status).toBe(304);
  });

  test("never 304 for what a reorganisation changed", async () => {
    const head = (await (await ask("/v1/delta/chain/info")).json()) as {
      data: { blockHeight: number };
    };
    const paths = [`/v1/delta/blocks/${head.data.blockHeight}`, ...LISTS];
    const tags = await Promise.all(paths.map(tagOf));
    await service.reorganise("delta", 1);
    for (const [index, path] of paths.entries()) {
      expect((await ask(path, tags[index])).status).toBe(200);
    }
  });

  test("is 304 only while what would be sent is what was sent, whatever happens to the chain", async () => {
    const known = new Map<string, { tag: string; data: string }>();
    const paths = [...LISTS, "/v1/delta/blocks/1", "/v1/delta/blocks?order=asc&limit=3"];
    for (let round = 0; round < 12; round++) {
      if (round % 4 === 3) await service.reorganise("delta", 2);
      else if (round % 2 === 0) await service.produceBlock("delta");
      for (const path of paths) {
        const before = known.get(path);
        const plain = await ask(path);
        const { data } = (await plain.json()) as { data: unknown };
        const text = JSON.stringify(data);
        if (before && (await ask(path, before.tag)).status === 304) expect(text).toBe(before.data);
        known.set(path, { tag: plain.headers.get("etag") ?? "", data: text });
      }
    }
  });

  test("HEAD is 304 as GET is", async () => {
    const tag = await tagOf("/v1/delta/blocks");
    const unchanged = await ask("/v1/delta/blocks", tag, { method: "HEAD" });
    expect([unchanged.status, unchanged.headers.get("vary")]).toEqual([304, "Accept-Encoding"]);
    const other = await ask("/v1/delta/blocks", 'W/"other"', { method: "HEAD" });
    expect([other.status, other.headers.get("etag")]).toEqual([200, tag]);
  });

  test("* matches whatever exists, and nothing where nothing exists", async () => {
    expect((await ask("/v1/delta/blocks", "*")).status).toBe(304);
    expect((await ask("/v1/delta/blocks/1", "*")).status).toBe(304);
    expect((await ask("/v1/delta/blocks/999999", "*")).status).toBe(404);
  });

  test("a wrong parameter is refused whatever the tag", async () => {
    const tag = await tagOf("/v1/delta/blocks");
    const refused = await ask("/v1/delta/blocks?limit=0", tag);
    expect(refused.status).toBe(400);
    expect(refused.headers.get("etag")).toBeNull();
    expect(refused.headers.get("cache-control")).toBe("no-store");
  });

  test("the documents are 304 by what they hold", async () => {
    const response = await ask("/openapi.json");
    if (response.status === 404) return;
    for (const known of [response.headers.get("etag") ?? "", "*"]) {
      const unchanged = await ask("/openapi.json", known);
      expect([unchanged.status, unchanged.headers.get("vary")]).toEqual([304, "Accept-Encoding"]);
    }
  });

  test("works in process, where a 304 has no body", async () => {
    const request = (headers = {}): Request =>
      new Request("http://service.test/v1/delta/blocks", { headers });
    const tag = (await service.fetch(request())).headers.get("etag") ?? "";
    expect((await service.fetch(request({ "If-None-Match": tag }))).status).toBe(304);
  });

  test("a browser may send the header and read the tag", async () => {
    const preflight = await fetch(`${listener.origin}/v1/delta/blocks`, { method: "OPTIONS" });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("If-None-Match");
    expect(preflight.headers.get("access-control-expose-headers")).toContain("ETag");
  });
});

describe("matchesTag()", () => {
  test.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a" , "c"', true],
    ['W/"b"', false],
    ["", false],
    ["a", false],
  ])("%j", (header, expected) => {
    expect(matchesTag(header, 'W/"a"')).toBe(expected);
  });

  test("contentTag() differs for different content", () => {
    expect(contentTag("a")).not.toBe(contentTag("b"));
  });
});
