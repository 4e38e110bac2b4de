import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createService, type LogEntry, type Service } from "../../../../src/service/mod.ts";

const SITE = new URL("../../../../site/", import.meta.url);
/** What a package holds of it; there once one was packed. */
const PACKED = new URL("../../../../packed/", import.meta.url);

let service: Service;
const entries: LogEntry[] = [];
beforeAll(async () => {
  service = await createService({
    segments: ["delta"],
    history: 1,
    mode: "manual",
    log: (entry) => entries.push(entry),
  });
});
afterAll(() => service.close());

const PAGES: [path: string, file: string, type: string][] = [
  ["/docs", "index.html", "text/html; charset=utf-8"],
  ["/docs/", "index.html", "text/html; charset=utf-8"],
  ["/docs/library/", "library/index.html", "text/html; charset=utf-8"],
  ["/docs/library/index.html", "library/index.html", "text/html; charset=utf-8"],
  ["/docs/library/assets/style.css", "library/assets/style.css", "text/css; charset=utf-8"],
  ["/docs/library/assets/main.js", "library/assets/main.js", "text/javascript; charset=utf-8"],
  ["/docs/openapi.json", "openapi.json", "application/json"],
  ["/docs/index.md", "index.md", "text/markdown; charset=utf-8"],
  [
    "/docs/library/documents/Events.md",
    "library/documents/Events.md",
    "text/markdown; charset=utf-8",
  ],
  ["/docs/llms-full.txt", "llms-full.txt", "text/plain; charset=utf-8"],
  ["/docs/flows.arazzo.yaml", "flows.arazzo.yaml", "application/yaml"],
];

const OUTSIDE = [
  "/docs/../package.json",
  "/docs/%2e%2e/package.json",
  "/docs/library/../../package.json",
  "/docs/.built-from",
  "/docs//etc/passwd",
  "/docs/library/assets/",
  "/docs/library/nothing.html",
];

describe("the published pages", () => {
  // Where the site is not built, the answer says how to.
  test.each(PAGES)("%s is what the site has there", async (path, file, type) => {
    const built = await readFile(new URL(file, SITE), "utf8")
      .catch(() => readFile(new URL(file, PACKED), "utf8"))
      .catch(() => undefined);
    const { status, headers, body } = await ask(path);
    expect(status).toBe(built === undefined ? 404 : 200);
    if (built === undefined) expect(body).toContain(String.raw`\"npm run docs\"`);
    else expect([headers["Content-Type"], Buffer.from(body).toString()]).toEqual([type, built]);
  });

  test.each(OUTSIDE)("%s is not found", async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    const error = { code: "NOT_FOUND", message: expect.stringContaining("npm run docs") };
    expect(JSON.parse(String(body))).toMatchObject({ success: false, error });
  });

  test("the library's folder leads to its first page", async () => {
    const { status, headers } = await ask("/docs/library");
    expect([status, headers.Location]).toEqual([308, "library/"]);
  });

  test("are one operation in logs and metrics, whatever the path", async () => {
    await ask("/docs/library/anything.html");
    const operations = entries.map((entry) => ("operation" in entry ? entry.operation : ""));
    expect(new Set(operations)).toEqual(new Set(["/docs"]));
  });
});

describe("a path at which nothing is", () => {
  test.each(["/docs/nope", "/docs/library/nope.html", "/nope", "/<b>", "/assets/nope.js"])(
    "%s is told to a browser by a page with links, and to a program by JSON",
    async (path) => {
      const { status, headers, body } = await ask(
        path,
        "text/html,application/xhtml+xml,*/*;q=0.8",
      );
      expect(status).toBe(404);
      expect(headers).toMatchObject({
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": expect.stringContaining("default-src 'none'"),
        Vary: "Accept",
      });
      expect(body).toMatch(/<header>.*<a href="http:\/\/localhost\/docs">.*<\/header>/);
      expect(body).not.toContain("<b>");
      expect(JSON.parse(String((await ask(path)).body))).toMatchObject({
        error: { code: "NOT_FOUND" },
      });
    },
  );

  test.each(["/v1/nope", "/v1/delta/nope", "/v1/delta/blocks/999"])(
    "%s of the interface is JSON in a browser too",
    async (path) => {
      const { status, headers } = await ask(path, "text/html");
      expect([status, headers["Content-Type"]]).toEqual([404, "application/json"]);
    },
  );
});

test.each(["/asyncapi.json", "/flows.arazzo.yaml", "/llms.txt", "/llms-full.txt"])(
  "%s stands at the root too",
  async (path) => {
    const [{ status, body }, below] = await Promise.all([ask(path), ask(`/docs${path}`)]);
    expect(status).toBe(below.status);
    if (status === 200) expect(Buffer.from(body).equals(Buffer.from(below.body))).toBe(true);
  },
);

describe("an answer that is no page, in a browser,", () => {
  test.each(["/v1/delta/chain/info", "/v1/none", "/rpc/delta", "/healthz", "/nothing"])(
    "of %s is taken for what it says, and loads and runs nothing",
    async (path) => {
      const { headers } = await ask(path);
      expect(headers).toMatchObject({
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      });
    },
  );
});

function ask(target: string, accept?: string): ReturnType<Service["handle"]> {
  const headers = new Map(Object.entries(accept ? { host: "localhost", accept } : {}));
  return service.handle({
    method: "GET",
    peer: "127.0.0.1",
    target,
    header: (name) => headers.get(name),
    headerNames: () => [...headers.keys()],
    body: () => Promise.resolve(new Uint8Array()),
  });
}
