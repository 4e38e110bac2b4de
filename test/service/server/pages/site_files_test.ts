import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ServiceResponse } from "../../../../src/service/internal.ts";
import { SiteFiles } from "../../../../src/service/server/pages/_site_files.ts";

const META = { timestamp: 0, requestId: "id" };
const DEFAULT = "http://127.0.0.1:8645";
const OPENAPI = {
  servers: [{ url: "{apiHost}/v1", variables: { apiHost: { default: DEFAULT } } }],
  paths: {
    "/keys": { servers: [{ url: "{apiHost}/v2", variables: { apiHost: { default: DEFAULT } } }] },
    "/blocks": { servers: undefined },
  },
};
interface Spec {
  readonly servers: { url: string; variables: Readonly<Record<string, { default: string }>> }[];
  readonly paths?: Readonly<Record<string, Partial<Spec>>>;
}
const HOST = { host: { default: "127.0.0.1:8645" } };
const OPENRPC = {
  servers: [
    { url: "http://{host}/rpc", variables: HOST },
    { url: "ws://{host}/ws", variables: HOST },
  ],
};
const ASYNCAPI = { servers: { websocket: { host: "127.0.0.1:8645", protocol: "ws" } } };
const LIST = "- [API](index.md)\n- [llms.txt](https://llmstxt.org)\n";
const PAGE = "<p>ä</p>".repeat(10_000);

let folder: string;
let files: SiteFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-files-"));
  await write(PAGE, 1);
  await writeFile(join(folder, "openapi.json"), JSON.stringify(OPENAPI));
  await writeFile(join(folder, "openrpc.json"), JSON.stringify(OPENRPC));
  await writeFile(join(folder, "asyncapi.json"), JSON.stringify(ASYNCAPI));
  await writeFile(join(folder, "llms.txt"), LIST);
  files = new SiteFiles(pathToFileURL(`${folder}/`));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes the page, as of a second since 1970: files written within one clock tick would count as one. */
async function write(text: string, second: number): Promise<void> {
  await writeFile(join(folder, "index.html"), text);
  await utimes(join(folder, "index.html"), second, second);
}

function ask(pathname: string, tag?: string, origin?: string): Promise<ServiceResponse> {
  const request = { header: () => tag };
  return files.answer(pathname, { request, base: origin, segments: ["delta"], meta: META });
}

/** The origins that the servers of a published spec name, once each. */
async function originsOf(pathname: string, origin: string): Promise<string[]> {
  const { body } = await ask(pathname, undefined, origin);
  const { servers, paths = {} } = JSON.parse(Buffer.from(body).toString()) as Spec;
  const all = [servers, ...Object.values(paths).map((path) => path.servers ?? [])].flat();
  return [...new Set(all.map(({ url, variables }) => expand(url, variables)))];
}

function expand(url: string, variables: Readonly<Record<string, { default: string }>>): string {
  return url.replace(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? "");
}

describe("a published file", () => {
  test("is encoded, hashed and compressed once for all requests and paths", async () => {
    const [first, ...others] = await Promise.all([ask("/docs"), ask("/docs"), ask("/docs/")]);
    others.push(await ask("/docs/index.html"));
    expect(first.body).toBeInstanceOf(Uint8Array);
    expect(Buffer.from(first.body).toString()).toBe(PAGE);
    expect(gunzipSync(first.gzipped ?? "").toString()).toBe(PAGE);
    for (const other of others) {
      expect(other.body).toBe(first.body);
      expect(other.gzipped).toBe(first.gzipped);
      expect(other.headers).toBe(first.headers);
    }
  });

  test("is 304 to a client that has it", async () => {
    const { ETag: tag, "Content-Security-Policy": policy } = (await ask("/docs")).headers;
    expect(policy).toContain("default-src 'none'");
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    expect(await ask("/docs", tag)).toMatchObject({
      status: 304,
      // A browser takes the headers of the page that it has from this.
      headers: { ETag: tag, "Content-Security-Policy": policy },
      body: "",
    });
    expect((await ask("/docs", 'W/"other"')).status).toBe(200);
  });

  test("is read anew once it was written anew", async () => {
    const before = await ask("/docs");
    await write("<p>new</p>", 2);
    const after = await ask("/docs");
    expect(Buffer.from(after.body).toString()).toBe("<p>new</p>");
    expect(gunzipSync(after.gzipped ?? "").toString()).toBe("<p>new</p>");
    expect(after.headers.ETag).not.toBe(before.headers.ETag);
    expect((await ask("/docs", before.headers.ETag)).status).toBe(200);
  });
});

describe("a published spec", () => {
  test("names the origin that it is asked at", async () => {
    expect(await originsOf("/openapi.json", "http://127.0.0.1:22005")).toEqual([
      "http://127.0.0.1:22005/v1",
      "http://127.0.0.1:22005/v2",
    ]);
    expect(await originsOf("/docs/openrpc.json", "https://data.example")).toEqual([
      "https://data.example/rpc",
      "wss://data.example/ws",
    ]);
    expect(await originsOf("/openrpc.json", "https://data.example/chain")).toEqual([
      "https://data.example/chain/rpc",
      "wss://data.example/chain/ws",
    ]);
    expect(await originsOf("/openrpc.json", "http://[::1]:22005")).toEqual([
      "http://[::1]:22005/rpc",
      "ws://[::1]:22005/ws",
    ]);
  });

  test.each([
    ["http://[::1]:22005", { host: "[::1]:22005", protocol: "ws" }],
    ["https://data.example", { host: "data.example", protocol: "wss" }],
    ["https://a.example/chain", { host: "a.example", protocol: "wss", pathname: "/chain" }],
  ])("names host and protocol of %s where it has no URL", async (origin, websocket) => {
    const { body } = await ask("/asyncapi.json", undefined, origin);
    expect(JSON.parse(Buffer.from(body).toString())).toEqual({ servers: { websocket } });
  });

  test("is as it was written where the request names no origin", async () => {
    const { body } = await ask("/openapi.json");
    expect(JSON.parse(Buffer.from(body).toString())).toEqual(OPENAPI);
  });

  test("has a tag of its own for each origin", async () => {
    const here = await ask("/openapi.json", undefined, "http://here.example");
    const there = await ask("/openapi.json", undefined, "http://there.example");
    expect(here.headers.ETag).not.toBe(there.headers.ETag);
    const { ETag: tag } = here.headers;
    expect((await ask("/openapi.json", tag, "http://here.example")).status).toBe(304);
    expect((await ask("/openapi.json", tag, "http://there.example")).status).toBe(200);
  });

  test("is parsed once for each scheme and compressed for none, however many hosts clients choose", async () => {
    const fresh = new SiteFiles(pathToFileURL(`${folder}/`));
    const parse = vi.spyOn(JSON, "parse");
    try {
      for (let chosen = 0; chosen < 100; chosen++) {
        const host = `chosen-${chosen}.example/chosen-${chosen}`;
        const base = `${chosen % 2 ? "http" : "https"}://${host}`;
        const request = { header: () => undefined };
        const asked = { request, base, segments: ["delta"], meta: META };
        const answer = await fresh.answer("/openapi.json", asked);
        expect(String(answer.body)).toContain(`"${base}"`);
        expect(answer.gzipped).toBeUndefined();
      }
      expect(parse).toHaveBeenCalledTimes(2);
    } finally {
      parse.mockRestore();
    }
  });
});

describe("the list of pages", () => {
  test("has whole addresses, at the root and below /docs", async () => {
    for (const path of ["/llms.txt", "/docs/llms.txt"]) {
      const { body } = await ask(path, undefined, "https://data.example");
      const links = Buffer.from(body)
        .toString()
        .match(/(?<=\()[^)]*/g);
      expect(links).toEqual(["https://data.example/docs/index.md", "https://llmstxt.org"]);
    }
  });
});

describe("the page", () => {
  test("is one for all origins", async () => {
    const here = await ask("/docs", undefined, "http://here.example");
    expect((await ask("/docs", undefined, "http://there.example")).body).toBe(here.body);
  });
});

describe("a page that is not there", () => {
  const mark = (text: string): Promise<void> => writeFile(join(folder, ".building"), text);

  test("is being built where the process that builds it runs", async () => {
    await mark(`${process.pid}\n`);
    const { status, headers, body } = await ask("/docs/library/index.html");
    expect([status, headers["Retry-After"]]).toEqual([503, "2"]);
    expect(body).toContain("The documentation is being built");
  });

  test("is not found where that has ended", async () => {
    await mark("999999999\n");
    expect((await ask("/docs/library/index.html")).status).toBe(404);
    await rm(join(folder, ".building"));
    expect((await ask("/docs/library/index.html")).status).toBe(404);
  });
});
