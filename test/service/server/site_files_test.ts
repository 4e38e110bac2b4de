import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceResponse } from "../../../src/service/mod.ts";
import { SiteFiles } from "../../../src/service/server/site_files.ts";

const META = { timestamp: 0, requestId: "id" };
const PAGE = "<p>ä</p>".repeat(10_000);

let folder: string;
let files: SiteFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-files-"));
  await write(PAGE, 1);
  files = new SiteFiles(pathToFileURL(`${folder}/`));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes the page, as of a second since 1970: files written within one clock tick would count as one. */
async function write(text: string, second: number): Promise<void> {
  await writeFile(join(folder, "index.html"), text);
  await utimes(join(folder, "index.html"), second, second);
}

function ask(pathname: string, tag?: string): Promise<ServiceResponse> {
  return files.answer(pathname, { header: () => tag }, META);
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

  test("is 304 to who has it", async () => {
    const { ETag: tag } = (await ask("/docs")).headers;
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    expect(await ask("/docs", tag)).toMatchObject({
      status: 304,
      headers: { ETag: tag },
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
