import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { parseOpenRPCDocument, validateOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedPart } from "../_parts.ts";
import { run } from "./_run.ts";
import { ROOT } from "./_temporary_folder.ts";
import { isObject, type Json, type JsonObject, visit } from "../../scripts/specs/json.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

/** A reserved name, of no page. */
const HOST = "https://docs.example";

/** Parts of the site: their names in the header, and their pages. */
const PARTS = [
  ["API", "/index.html"],
  ["Guides", "/library/index.html"],
  ["Reference", "/library/modules.html"],
] as const;

let site: string;

beforeAll(async () => {
  site = await sharedPart("site");
}, SLOW);

// Half of it are both typefaces and the index of the search, a quarter is what runs samples.
test("adds at most 270 kB to the renderer of the page, compressed", async () => {
  const renderer = join(ROOT, "node_modules/@redocly/cli/lib/chunks/redoc.standalone.js");
  const [page, alone] = await Promise.all(
    [join(site, "index.html"), renderer].map(async (file) => gzipSync(await readFile(file)).length),
  );
  expect(Number(page) - Number(alone)).toBeLessThan(270_000);
});

describe("the published specs", () => {
  test.each(["openapi.json", "openrpc.json"])("%s refers to itself alone", async (name) => {
    const document = await readJson(name);
    const refs = refsOf(document);
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => targetOf(document, ref) === undefined)).toEqual([]);
  });

  test("openrpc.json holds the schemas it needs and no others", async () => {
    const document = await readJson("openrpc.json");
    const used = new Set(refsOf(document).map((ref) => ref.split("/").at(-1)));
    const schemas = Object.keys(targetOf(document, "#/components/schemas") as JsonObject);
    expect(schemas).toContain("BlockSummary");
    expect(schemas).not.toContain("IssuedKey");
    expect(schemas.filter((name) => !used.has(name))).toEqual([]);
  });

  test("openrpc.json is accepted by the tools of OpenRPC", async () => {
    const document = (await readJson("openrpc.json")) as Parameters<
      typeof validateOpenRPCDocument
    >[0];
    expect(validateOpenRPCDocument(document)).toBe(true);
    const parsed = await parseOpenRPCDocument(document, { dereference: false });
    expect(parsed.methods.map((method) => ("name" in method ? method.name : ""))).toContain(
      "chain_subscribe",
    );
  });

  test("openapi.json passes the lint rules of the source", async () => {
    const args = ["lint", join(site, "openapi.json"), "--config", join(ROOT, "redocly.yaml")];
    const { code, stderr } = await run("redocly", args, {
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    });
    expect(code, stderr).toBe(0);
  });
});

describe("the plain text", () => {
  const pages = async (ending: string): Promise<string[]> => {
    const paths = await readdir(site, { recursive: true });
    return paths
      .filter((path) => path.endsWith(ending))
      .map((path) => path.slice(0, -ending.length));
  };

  test("each page stands beside itself as Markdown, and says so", async () => {
    const written = await pages(".md");
    const rendered = await pages(".html");
    expect(rendered.length).toBeGreaterThan(400);
    // A tree of the classes, which says nothing of its own.
    expect(rendered.filter((path) => !written.includes(path))).toEqual(["library/hierarchy"]);
    const guide = await readFile(join(site, "library/documents/Events.html"), "utf8");
    expect(guide).toContain('<link rel="alternate" type="text/markdown" href="Events.md" />');
  });

  test("each link of its pages to a page leads to one", async () => {
    const dead: string[] = [];
    for (const page of [...(await pages(".md")).map((path) => `${path}.md`), "llms.txt"]) {
      const text = await readFile(join(site, page), "utf8");
      const prose = text.replaceAll(/^```.*?^```/gms, "");
      const links = [...prose.matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].map(([, to = ""]) => to);
      for (const to of new Set(links)) {
        const found = await stat(join(site, dirname(page), to)).catch(() => undefined);
        if (!found?.isFile()) dead.push(`${page}: ${to}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test("llms.txt lists the guides, the specs and the modules; llms-full.txt holds all pages", async () => {
    const list = await readFile(join(site, "llms.txt"), "utf8");
    expect(list).toMatch(/^# alphadelta\n\n> \w.*\n\n/);
    for (const path of ["library/documents/Getting_started.md", "asyncapi.json", "index.md"])
      expect(list).toContain(`](${path})`);
    expect(list).toContain("](library/modules/alphadelta_events.md): Events as async iterators");
    const guides = list.split("\n").filter((line) => line.includes("](library/documents/"));
    expect(guides.length).toBeGreaterThan(20);
    for (const line of guides) expect(line).toMatch(/\.md\): [A-Z`].*[\w`)]$/);
    const full = await readFile(join(site, "llms-full.txt"), "utf8");
    const held = [...full.matchAll(/^<!-- (\S+)\.md -->$/gm)].map(([, path = ""]) => path);
    const contents = "library/modules";
    expect(held.toSorted()).toEqual(
      (await pages(".md")).filter((path) => path !== contents).toSorted(),
    );
  });

  test("the page of the API has each call and each schema of the page, without markup", async () => {
    const api = await readFile(join(site, "index.md"), "utf8");
    const headings = ["#### listBlocks", "#### chain_getInfo", "#### serial_numbers", "### Block"];
    for (const heading of headings) expect(api).toContain(`\n${heading}\n`);
    expect(api).toContain('"parentHash": "0x');
    expect(api).toContain("| `hash` | [Hash](#hash) | Hash of the block. (specified");
    expect(api).not.toMatch(/<\/?(?:span|div|a)\b|&#\d/);
  });
});

describe("the guides and the library", () => {
  let files: readonly string[];
  let pages: ReadonlyMap<string, string>;

  beforeAll(async () => {
    files = await readdir(site, { recursive: true });
    const found = files.filter((name) => name.endsWith(".html"));
    const texts = await Promise.all(found.map((name) => readFile(join(site, name), "utf8")));
    pages = new Map(found.map((name, index) => [name, texts[index] ?? ""]));
  });

  test("have a page for each guide, each entry and what it exports", () => {
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([
        "library/documents/Sending_transactions.html",
        "library/documents/Contributing.html",
        "library/modules/alphadelta_events.html",
        "library/functions/alphadelta.createClient.html",
      ]),
    );
    expect(pages.get("library/index.html")).toContain('href="../openapi.json"');
    expect(pages.get("library/index.html")).toContain('href="../index.html"');
    const createClient = pages.get("library/functions/alphadelta.createClient.html");
    expect(createClient).toContain(">RangeError</span>");
    expect(pages.get("index.html")).toContain('href="library/index.html"');
  });

  test("show the source of an example", () => {
    const text = pages.get("library/documents/Recipes.html") ?? "";
    expect(text).toContain("waitForReceipt");
    expect(text).not.toContain("examples/send_and_wait.ts --");
  });

  test("have a page for each client function that the page of both specs names", () => {
    const text = pages.get("index.html") ?? "";
    const named = [...text.matchAll(/\]\((library\/functions\/[^)#]+)/g)].map((match) => match[1]);
    expect(new Set(named).size).toBeGreaterThan(25);
    expect(named.filter((name = "") => !pages.has(name))).toEqual([]);
    const listProposals = pages.get("library/functions/client.listProposals.html") ?? "";
    expect(listProposals).toContain('href="../types/alphadelta.Proposal.html"');
    expect(listProposals).toContain('href="../../index.html#/governance/listproposals"');
    expect(listProposals).toContain(">RestError</span>");
  });

  test("have the links of the header on every page, the part that it is in marked", () => {
    const wrong = [...pages].filter(([name, text]) => {
      const [, header = ""] = /<nav class="site-links"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
      const links = [...header.matchAll(/<a href="([^"]*)"( aria-current="true")?>([^<]*)</g)];
      const base = `${HOST}/${name}`;
      const found = links.map(([, to, current, title]) => [
        title,
        new URL(to ?? "", base).pathname,
        current && title,
      ]);
      const own = partOf(name);
      return (
        JSON.stringify(found) !==
        JSON.stringify(PARTS.map(([title, to]) => [title, to, title === own ? title : undefined]))
      );
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  test("have no link that leads nowhere", () => {
    const places = new Map([
      ...files.map((name) => [name, new Set<string>()] as const),
      ...[...pages].map(([name, text]) => [name, placesOf(text)] as const),
    ]);
    const broken = [...pages].flatMap(([name, text]) => deadLinks(name, text, places));
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(200);
  });
});

/** Name of the part that a page is in. */
function partOf(name: string): (typeof PARTS)[number][0] {
  if (name === "index.html") return "API";
  return /^library\/(?:index\.html$|documents\/)/.test(name) ? "Guides" : "Reference";
}

/** Places of a page that a link may lead to: its elements, and operations, which it makes elements of when it runs. */
function placesOf(text: string): ReadonlySet<string> {
  const elements = text.matchAll(/id="([^"]*)"/g);
  const operations = text.matchAll(/"operationId":"([^"]*)"/g);
  return new Set([
    ...[...elements].map(([, id = ""]) => id),
    ...[...operations].map(([, id = ""]) => operationPlace(id)),
  ]);
}

function operationPlace(id: string): string {
  return `operation ${id.toLowerCase()}`;
}

/** Links of a page within the site that have no page, or no place on it. */
function deadLinks(
  name: string,
  text: string,
  places: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const hrefs = [...text.matchAll(/<(?:a|link) [^>]*href="([^"]*)"/g)].map(
    (match) => match[1] ?? "",
  );
  return [...new Set(hrefs)].flatMap((href) => {
    // The page of both specs makes its places when it runs.
    const isRoute = name === "index.html" && /^[/#]/.test(href);
    if (isRoute || /^https?:|^mailto:|^data:/.test(href)) return [];
    const url = new URL(href.replaceAll("&amp;", "&"), `${HOST}/${name}`);
    const target = relative("/", decodeURIComponent(url.pathname));
    const found = places.get(target);
    const place = decodeURIComponent(url.hash.slice(1));
    const [, , operation = ""] = target === "index.html" ? place.split("/") : [];
    const named = operation === "" ? place : operationPlace(operation);
    const isThere = found !== undefined && (named === "" || found.has(named));
    return url.origin === HOST && isThere ? [] : [`${name}: ${href}`];
  });
}

async function readJson(name: string): Promise<JsonObject> {
  return JSON.parse(await readFile(join(site, name), "utf8")) as JsonObject;
}

function refsOf(document: JsonObject): string[] {
  const refs: string[] = [];
  visit(document, (value) => {
    if (isObject(value) && typeof value.$ref === "string") refs.push(value.$ref);
  });
  return refs;
}

/** Target of `ref` within `document`; undefined for a reference to another file. */
function targetOf(document: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith("#/")) return undefined;
  let value: Json | undefined = document;
  for (const key of ref.slice(2).split("/")) value = isObject(value) ? value[key] : undefined;
  return value;
}
