import { arrayAt, isObject, type JsonObject, objectAt, objectsAt, textAt } from "../specs/json.ts";
import { SCHEMA_TAG } from "./page_document.ts";

/** A place of the site that the search finds. */
type SearchEntry = readonly [title: string, kind: string, address: string, text: string];

/** Characters of a text that the search looks in. */
const MOST_CHARACTERS = 240;

/** Folders of the reference, and what a page in each is about. */
const KINDS: Readonly<Record<string, string | undefined>> = {
  classes: "class",
  functions: "function",
  interfaces: "interface",
  modules: "module",
  types: "type",
  variables: "value",
};

/** Characters between words in Markdown. */
const MARKS = /\*\*|`|\[([^\]]*)\]\([^)]*\)/g;

/** A heading of a guide, and the text below it up to the next one. */
const HEADING = /<h([12])(?: id="([^"]+)")?[^>]*>(.*?)<\/h\1>(.*?)(?=<h[12][ >]|<\/body>)/gs;

/** The first paragraph of a declaration. */
const SUMMARY = /<div class="tsd-comment tsd-typography">(.*?)<\/p>/s;

/** Every place of the site: operations, methods, topics and schemas of the API, sections of guides, the reference. */
export function searchIndex(
  page: JsonObject,
  library: Iterable<readonly [path: string, text: string]>,
): readonly SearchEntry[] {
  return [...apiEntries(page), ...[...library].flatMap(([path, text]) => pageEntries(path, text))];
}

/** The entries as the script in front of the search has them. */
export function writeEntries(entries: readonly SearchEntry[]): string {
  // Within a page, a `<` could end the script.
  return `const siteEntries = ${JSON.stringify(entries).replaceAll("<", String.raw`\u003c`)};`;
}

function apiEntries(page: JsonObject): readonly SearchEntry[] {
  const groupOf = new Map(
    arrayAt(page, "x-tagGroups").flatMap((group) =>
      arrayAt(group, "tags").map((tag) => [String(tag), textAt(group, "name")] as const),
    ),
  );
  const operations = Object.entries(objectAt(page, "paths")).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) => {
      if (!isObject(operation) || !operation.operationId) return [];
      const [tag] = arrayAt(operation, "tags").map(String);
      const id = textAt(operation, "operationId");
      const isRest = groupOf.get(tag ?? "") === "REST";
      const title = isRest ? id : textAt(operation, "summary");
      const text = isRest
        ? `${method.toUpperCase()} ${path} ${textAt(operation, "summary")}`
        : textAt(operation, "description");
      const address = `index.html#/${slug(tag ?? "")}/${id.toLowerCase()}`;
      return [entry(title, groupOf.get(tag ?? "") ?? "API", address, text)];
    }),
  );
  const schemas = Object.entries(objectsAt(objectAt(page, "components"), "schemas")).map(
    ([name, schema]) =>
      entry(
        name,
        "schema",
        `index.html#/${slug(SCHEMA_TAG)}/${name.toLowerCase()}`,
        textAt(schema, "description"),
      ),
  );
  return [...operations, ...schemas];
}

/** A guide has an entry for each section, a page of the reference one. */
function pageEntries(path: string, text: string): readonly SearchEntry[] {
  const [, folder = "", file = ""] = /^library\/(\w+)\/(.+)\.html$/.exec(path) ?? [];
  if (folder === "documents")
    return [...text.matchAll(HEADING)].map(([, , id = "", title = "", below = ""]) =>
      entry(plain(title), "guide", id === "" ? path : `${path}#${id}`, plain(below)),
    );
  const kind = KINDS[folder];
  if (kind === undefined) return [];
  const name =
    kind === "module"
      ? plain(/<a href="" aria-current="page">(.*?)<\/a>/.exec(text)?.[1] ?? file)
      : file;
  const module =
    kind === "module" ? "" : `${name.split(".").slice(0, -1).join(".").replaceAll("_", "/")} `;
  const [, summary = ""] = SUMMARY.exec(text) ?? [];
  return [
    entry(
      kind === "module" ? name : (name.split(".").at(-1) ?? name),
      kind,
      path,
      module + plain(summary),
    ),
  ];
}

function entry(title: string, kind: string, address: string, text: string): SearchEntry {
  return [title, kind, address, plain(text).replaceAll(MARKS, "$1").slice(0, MOST_CHARACTERS)];
}

/** The part of an address that the renderer makes of a name. */
function slug(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

/** The words of a piece of markup. */
function plain(html: string): string {
  return html
    .replaceAll(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>|<[^>]*>/gs, " ")
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => CHARACTERS[name] ?? " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const CHARACTERS: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  amp: "&",
};
