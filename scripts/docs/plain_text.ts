import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { type JsonObject, textAt } from "../specs/json.ts";
import { ROOT } from "../run_tool.ts";
import { apiMarkdown } from "./_api_markdown.ts";

/** The page of the API as Markdown. */
const API = "index.md";

/** The page that lists the guides and the modules of the library, in the order of the menu. */
const CONTENTS = "library/modules.md";

/** A link to a page of the site; on the page of the API a fragment leads to a call: `#/blocks/listblocks`. */
const PAGE_LINK = /(\]\((?![a-z]+:)[^)\s#]*)\.html(?:#(?:\/[\w-]+\/)?([\w.-]*))?\)/g;

/** A line of a list of pages. */
const LISTED = /^- \[(.*)\]\((.*)\)$/gm;

/** The files beside the pages. */
const OTHERS: Readonly<Record<string, string>> = {
  "openapi.json": "REST as OpenAPI",
  "openrpc.json": "JSON-RPC, events and devnet control as OpenRPC",
  "asyncapi.json": "calls and events over WebSocket as AsyncAPI",
  "flows.arazzo.yaml": "tasks of several REST requests as Arazzo workflows",
};

/**
 * The site for programs that read text: each page as Markdown beside it, `llms.txt` that lists them, and `llms-full.txt`
 * that holds them all, as https://llmstxt.org describes.
 *
 * @param page The document that the page of the API is rendered from.
 * @param library The guides and the reference as Markdown, by path.
 */
export async function plainText(
  page: JsonObject,
  library: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  pages.set(API, withMarkdownLinks(apiMarkdown(page)));
  for (const [path, text] of library) pages.set(path, withMarkdownLinks(text));
  const list = await listText(pages);
  const listed = [...list.matchAll(LISTED)].map(([, , path = ""]) => path);
  const order = new Set([...listed, ...[...pages.keys()].toSorted()]);
  return new Map([
    ...pages,
    ["llms.txt", list],
    ["llms-full.txt", [...order].flatMap((path) => wholePage(path, pages)).join("\n")],
  ]);
}

/** The pages, each with its first sentence. */
async function listText(pages: ReadonlyMap<string, string>): Promise<string> {
  const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as JsonObject;
  const [, contents = ""] = /^(## .*)/ms.exec(pages.get(CONTENTS) ?? "") ?? [];
  const folder = posix.dirname(CONTENTS);
  const library = contents.replaceAll(LISTED, (_, name: string, path: string) => {
    const target = posix.join(folder, path);
    return lineOf(name, target, firstSentence(pages.get(target) ?? ""));
  });
  return `# ${textAt(manifest, "name")}

> ${textAt(manifest, "description")}

${lineOf("README", "library/index.md", "what this is, and the first call")}

## API

${lineOf("API", API, "every operation, method, topic and schema")}
${Object.entries(OTHERS)
  .map(([path, about]) => lineOf(path, path, about))
  .join("\n")}

${library.trim()}

## Optional

${lineOf("All pages", "llms-full.txt", "what is listed above, with a page for each export")}
`;
}

function lineOf(name: string, path: string, about: string): string {
  return `- [${name}](${path})${about ? `: ${about}` : ""}`;
}

/** The first sentence of a page, in words alone: neither code nor a part of a list or of a table. */
function firstSentence(page: string): string {
  const prose = page.replaceAll(/^```[^]*?^```$/gm, "").replace(/^[^]*?^# .*$/m, "");
  const [text = ""] = /^(?![|#> -]|\d\.).+(?:\n.+)*/m.exec(prose) ?? [];
  const [sentence = ""] = /^.*?(?:\.(?=\s)|$)/s.exec(text) ?? [];
  return sentence
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("\n", " ")
    .replace(/[.:]$/, "");
}

function wholePage(path: string, pages: ReadonlyMap<string, string>): string[] {
  const text = pages.get(path);
  return text === undefined || path === CONTENTS ? [] : [`<!-- ${path} -->\n\n${text}`];
}

function withMarkdownLinks(text: string): string {
  return text.replaceAll(PAGE_LINK, (_, path: string, fragment = "") =>
    fragment ? `${path}.md#${fragment})` : `${path}.md)`,
  );
}
