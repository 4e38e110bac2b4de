import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SEGMENTS } from "../../../../src/chains/mod.ts";
import type { ServiceResponse } from "../../../../src/service/internal.ts";
import {
  ExplorerFiles,
  explorerPathName,
} from "../../../../src/service/server/pages/_explorer_files.ts";

const PAGE = "<html data-host='service'></html>";
const SCRIPT = "console.log(1);";

let folder: string;
let files: ExplorerFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "explorer-files-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "service.html"), PAGE);
  await writeFile(join(folder, "index.html"), "for other hosts");
  await writeFile(join(folder, "assets/index-aB3.js"), SCRIPT);
  files = new ExplorerFiles(pathToFileURL(`${folder}/`));
});
afterAll(() => rm(folder, { recursive: true }));

function ask(
  pathname: string,
  tag?: string,
  from = files,
  segments = Object.keys(SEGMENTS),
): Promise<ServiceResponse> {
  const meta = { timestamp: 0, requestId: "id" };
  const served = { base: "http://<b>.example", segments };
  return from.answer(pathname, { request: { header: () => tag }, ...served, meta });
}

describe("the explorer's files", () => {
  test("the page is at / and revalidated each time", async () => {
    const { status, headers, body, gzipped } = await ask("/");
    expect([status, Buffer.from(body).toString()]).toEqual([200, PAGE]);
    expect(headers["Cache-Control"]).toBe("no-cache");
    expect(gunzipSync(gzipped ?? "").toString()).toBe(PAGE);
    expect(await ask("/", headers.ETag)).toMatchObject({ status: 304, body: "" });
  });

  test("the page names the segments where the service has not all", async () => {
    const { headers, body } = await ask("/", undefined, files, ["delta"]);
    expect(String(body)).toBe(PAGE.replace("<html", '<html data-segments="delta"'));
    const other = await ask("/", headers.ETag, files, ["alpha"]);
    expect(String(other.body)).toContain('data-segments="alpha"');
  });

  test("a file whose name holds its hash is kept for good", async () => {
    const { status, headers, body } = await ask("/assets/index-aB3.js");
    expect([status, Buffer.from(body).toString()]).toEqual([200, SCRIPT]);
    expect(headers["Content-Type"]).toBe("text/javascript; charset=utf-8");
    expect(headers["Cache-Control"]).toBe("public, max-age=31536000, immutable");
  });

  test.each(["/", "/assets/index-aB3.js"])(
    "%s may load and ask nothing of elsewhere",
    async (path) => {
      const { headers } = await ask(path);
      const policy = headers["Content-Security-Policy"];
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(policy).toContain("connect-src 'self';");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    },
  );

  test.each([
    "/assets/../service.html",
    "/assets/.built-from",
    "/assets/",
    "/assets/a/b.js",
    "/service.html",
    "/index.html",
    "/.built-from",
  ])("%s is not found", (path) => {
    expect(explorerPathName(path)).toBeUndefined();
  });

  test("a file that an older page asks for is not found, and the answer says what to do", async () => {
    const { status, body } = await ask("/assets/index-old.js");
    expect(status).toBe(404);
    expect(String(body)).toContain("load / anew");
  });

  test("what is up, its endpoints and first commands stand in for an explorer that is not built", async () => {
    const nowhere = pathToFileURL(`${folder}/nowhere/`);
    const site = pathToFileURL(`${folder}/`);
    const unbuilt = new ExplorerFiles(nowhere, site);
    const { status, headers, body } = await ask("/", undefined, unbuilt);
    expect([status, headers["Cache-Control"]]).toEqual([200, "no-store"]);
    expect(headers["Content-Security-Policy"]).not.toContain("script");
    expect(body).toContain("The service is up at <strong>http://&#60;b&#62;.example</strong>");
    expect(body).toContain("/rpc/alpha</td><td>/ws/alpha");
    expect(body).toContain("example/v1/delta/chain/info</pre>");
    expect(body).toContain("npm run explorer");
    await writeFile(join(folder, ".building"), `${process.pid}\n`);
    expect((await ask("/", undefined, unbuilt)).body).toContain("The explorer is being built");
    await writeFile(join(folder, ".building"), "failed\n");
    expect((await ask("/", undefined, unbuilt)).body).toContain("The pages could not be built");
    await writeFile(join(folder, ".building"), "999999999\n");
    expect((await ask("/", undefined, unbuilt)).body).toContain("The pages could not be built");
  });
});
