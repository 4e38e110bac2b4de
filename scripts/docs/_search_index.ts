import { type PageEvent, Reflection, type DocumentReflection } from "typedoc";
import { arrayAt, isObject, type JsonObject, objectAt, objectsAt, textAt } from "../specs/json.ts";
import { SCHEMA_TAG } from "./page_document.ts";

/** A place of the site that the search finds. */
export type SearchEntry = readonly [title: string, kind: string, address: string, text: string];

/** Entries of the library, beside its pages; the frame of the site takes them in. */
export const ENTRIES = "library/entries.json";

/** Characters of a text that the search looks in. */
const MOST_CHARACTERS = 240;

/** Folders of the reference, and the kind of their pages. */
const KINDS: Readonly<Record<string, string | undefined>> = {
  classes: "class",
  functions: "function",
  interfaces: "interface",
  modules: "module",
  types: "type",
  variables: "value",
};

/** Inline marks of Markdown, and the markup of tables, blocks of code and badges. */
const MARKS = /\*\*|`|\[([^\]]*)\]\([^)]*\)/g;
const MARKUP = /<[^>]*>|^```.*|^#+ |^- |\|(?:[ :-]+\|)*/gm;

/** A heading of a guide that begins a section, and one that only looks like it, in a block of code. */
const HEADING = /^##? /m;
const FENCED = /^(```+).*?^\1$/gms;

/** The entries as the script in front of the search has them. */
export function writeEntries(entries: readonly SearchEntry[]): string {
  // Within a page, a `<` could end the script.
  return `const siteEntries = ${JSON.stringify(entries).replaceAll("<", String.raw`\u003c`)};`;
}

/** The operations, methods, topics and schemas of the API. */
export function apiEntries(page: JsonObject): readonly SearchEntry[] {
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
  const schemas = Object.entries(objectsAt(page, "components", "schemas")).map(([name, schema]) =>
    entry(
      name,
      "schema",
      `index.html#/${slug(SCHEMA_TAG)}/${name.toLowerCase()}`,
      textAt(schema, "description"),
    ),
  );
  return [...operations, ...schemas];
}

/** A page of the library: a guide has an entry for each section, a page of the reference one. */
export function pageEntries({ model, url, pageHeadings }: PageEvent): readonly SearchEntry[] {
  // Each page is there in Markdown too.
  if (!(model instanceof Reflection) || !url.endsWith(".html")) return [];
  const path = `library/${url}`;
  if (model.isDocument()) {
    const links = pageHeadings.filter(({ level = 0 }) => level <= 2).map(({ link }) => link);
    return sectionsOf(model).map(([title, text], index) =>
      entry(words(title), index === 0 ? "guide" : `guide ${model.name}`, path + links[index], text),
    );
  }
  const kind = KINDS[url.split("/")[0] ?? ""];
  if (kind === undefined || !model.isDeclaration()) return [];
  const summary = (model.comment ?? model.signatures?.[0]?.comment)?.summary ?? [];
  const [first = ""] = textOf(summary).split("\n\n");
  const module = kind === "module" ? "" : `${model.parent?.name} `;
  return [entry(model.name, kind, path, module + first)];
}

/** The sections of a guide: heading and text. */
function sectionsOf({ content }: DocumentReflection): (readonly [title: string, text: string])[] {
  const text = textOf(content).replaceAll(FENCED, (block) => block.replaceAll(/^#/gm, " #"));
  const sections = text.split(HEADING).slice(1);
  return sections.map((section) => {
    const [title = "", ...lines] = section.split("\n");
    return [title, lines.join("\n")];
  });
}

function textOf(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join("");
}

function entry(title: string, kind: string, address: string, text: string): SearchEntry {
  return [title, kind, address, words(text).slice(0, MOST_CHARACTERS)];
}

function words(text: string): string {
  return text.replaceAll(MARKUP, " ").replaceAll(MARKS, "$1").replaceAll(/\s+/g, " ").trim();
}

/** The part of an address that the renderer makes of a name. */
function slug(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}
