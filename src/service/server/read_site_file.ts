import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ServiceRequest, ServiceResponse } from "../gateway/mod.ts";
import { contentTag, matchesTag } from "../rest/mod.ts";

const SITE = new URL("../../../site/", import.meta.url);

/** The published files by the path each is served at: the documentation page, and both documents in whole. */
const FILES: Readonly<
  Record<string, { readonly name: string; readonly type: string } | undefined>
> = {
  "/docs": { name: "index.html", type: "text/html; charset=utf-8" },
  "/openapi.json": { name: "openapi.json", type: "application/json" },
  "/openrpc.json": { name: "openrpc.json", type: "application/json" },
};

const KEPT_FOR = "no-cache";

/** A published file as it is answered, until it is written anew. */
interface KeptFile {
  readonly writtenAt: number;
  readonly answer: Promise<ServiceResponse>;
}

const kept = new Map<string, KeptFile>();

/** Tells whether a published file is served at `pathname`. */
export function isSitePath(pathname: string): boolean {
  return Object.hasOwn(FILES, pathname);
}

/** Answers a published file, or a text that says how to make it where it was not made. */
export async function readSiteFile(
  pathname: string,
  { header }: Pick<ServiceRequest, "header">,
): Promise<ServiceResponse> {
  try {
    const answer = await keptAnswer(pathname);
    const { ETag: tag = "" } = answer.headers;
    if (!matchesTag(header("if-none-match") ?? "", tag)) return answer;
    return { status: 304, headers: { ETag: tag, "Cache-Control": KEPT_FOR }, body: "" };
  } catch {
    const body = "The documentation is not built. Run: npm run docs\n";
    return { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
  }
}

/** Read and compressed once for all who ask. */
async function keptAnswer(pathname: string): Promise<ServiceResponse> {
  const { name, type } = FILES[pathname] ?? { name: "", type: "" };
  const file = new URL(name, SITE);
  const { mtimeMs: writtenAt } = await stat(file);
  const known = kept.get(pathname);
  if (known?.writtenAt === writtenAt) return known.answer;
  const answer = readAnswer(file, type);
  kept.set(pathname, { writtenAt, answer });
  answer.catch(() => kept.delete(pathname));
  return answer;
}

async function readAnswer(file: URL, type: string): Promise<ServiceResponse> {
  const body = await readFile(file, "utf8");
  const headers = { "Content-Type": type, ETag: contentTag(body), "Cache-Control": KEPT_FOR };
  return { status: 200, headers, body, gzipped: await promisify(gzip)(body, { level: 9 }) };
}
