import { readFile } from "node:fs/promises";
import type { ServiceResponse } from "../gateway/mod.ts";

/** The page that `npm run docs` writes. */
const PAGE = new URL("../../../site/index.html", import.meta.url);

/** Answers the documentation page; a text that says how to make it where it was not made. */
export async function readDocsPage(): Promise<ServiceResponse> {
  try {
    const body = await readFile(PAGE, "utf8");
    return { status: 200, headers: { "Content-Type": "text/html; charset=utf-8" }, body };
  } catch {
    const body = "The documentation is not built. Run: npm run docs\n";
    return { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
  }
}
