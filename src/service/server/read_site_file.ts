import { readFile } from "node:fs/promises";
import type { ServiceResponse } from "../gateway/mod.ts";

const SITE = new URL("../../../site/", import.meta.url);

/** The published files by the path each is served at: the documentation page, and both documents in whole. */
const FILES: Readonly<
  Record<string, { readonly name: string; readonly type: string } | undefined>
> = {
  "/docs": { name: "index.html", type: "text/html; charset=utf-8" },
  "/openapi.json": { name: "openapi.json", type: "application/json" },
  "/openrpc.json": { name: "openrpc.json", type: "application/json" },
};

/** Tells whether a published file is served at `pathname`. */
export function isSitePath(pathname: string): boolean {
  return Object.hasOwn(FILES, pathname);
}

/** Answers a published file, or a text that says how to make it where it was not made. */
export async function readSiteFile(pathname: string): Promise<ServiceResponse> {
  const file = FILES[pathname];
  try {
    const body = await readFile(new URL(file?.name ?? "", SITE), "utf8");
    return { status: 200, headers: { "Content-Type": file?.type ?? "" }, body };
  } catch {
    const body = "The documentation is not built. Run: npm run docs\n";
    return { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
  }
}
