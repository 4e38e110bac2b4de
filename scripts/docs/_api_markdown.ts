import { derefIn } from "../specs/specs.ts";
import { VERBS } from "../specs/calls.ts";
import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { markdownTable } from "./_tables.ts";
import { IN_WORDS, typeText } from "./_type_text.ts";

/** A badge of the page. Its title has a sentence for its kind, then the particulars. */
const BADGE = /<span class="source[^>]* title="[^".]*\.(?: ([^"]*))?">([\w +]+)<\/span>/g;

/** Samples of a call that are shown. */
const SAMPLES = ["alphadelta", "curl"];

/** The page of the API as Markdown, from the document that the page is rendered from. */
export function apiMarkdown(page: JsonObject): string {
  const info = objectAt(page, "info");
  const groups = arrayAt(page, "x-tagGroups").flatMap((group) => groupText(page, group));
  const parts = [
    `# ${textAt(info, "title")}`,
    textAt(info, "description"),
    ...groups,
    ...Object.entries(objectAt(page, "components", "schemas")).map(schemaText),
  ];
  return `${parts.filter(Boolean).map(plainBadges).join("\n\n")}\n`;
}

function groupText(page: JsonObject, group: Json): string[] {
  const tags = arrayAt(group, "tags").map(String);
  const name = textAt(group, "name");
  return [`## ${name}`, ...tags.filter((tag) => tag !== name).flatMap((tag) => tagText(page, tag))];
}

function tagText(page: JsonObject, name: string): string[] {
  const tag = arrayAt(page, "tags").find((each) => textAt(each, "name") === name);
  const calls = Object.entries(objectAt(page, "paths")).flatMap(([path, item]) =>
    VERBS.map((verb) => ({ path, verb, operation: objectAt(item, verb) })).filter(
      ({ operation }) => arrayAt(operation, "tags")[0] === name,
    ),
  );
  const description = textAt(tag, "description").replaceAll(/^#/gm, "###");
  return [`### ${name}`, description, ...calls.flatMap((call) => callText(page, call))];
}

/** An operation, a method or a topic where it stands in the page. */
interface Call {
  readonly path: string;
  readonly verb: string;
  readonly operation: JsonObject;
}

function callText(page: JsonObject, { path, verb, operation }: Call): string[] {
  const isRest = !path.startsWith("/#");
  const name = textAt(operation, isRest ? "operationId" : "summary");
  const summary = isRest
    ? `\`${verb.toUpperCase()} ${path}\`: ${textAt(operation, "summary")}`
    : "";
  const parameters = arrayAt(operation, "parameters").map((one) => derefIn(page, one));
  const samples = arrayAt(operation, "x-codeSamples").filter((sample) =>
    SAMPLES.includes(textAt(sample, "label")),
  );
  return [
    `#### ${name}`,
    summary,
    textAt(operation, "description"),
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...bodyText("Request", objectAt(operation, "requestBody")),
    ...Object.entries(objectAt(operation, "responses")).flatMap(([status, response]) =>
      responseText(page, status, response),
    ),
    ...samples.map((sample) => fence(textAt(sample, "lang"), textAt(sample, "source"))),
  ].filter(Boolean);
}

function parameterTable(parameters: readonly JsonObject[]): string {
  const rows = parameters.map((one) => [
    `\`${textAt(one, "name")}\`${one.required === true ? " (required)" : ""}`,
    textAt(one, "in"),
    cell(typeText(one.schema, IN_WORDS)),
    cell(textAt(one, "description")),
  ]);
  return markdownTable(["Parameter", "In", "Type", "Meaning"], rows);
}

/** Describes a response: a success in full, a refusal by its status. */
function responseText(page: JsonObject, status: string, source: Json | undefined): string[] {
  const response = derefIn(page, source);
  const description = textAt(response, "description");
  if (!status.startsWith("2")) return [`Status ${status}: ${description}`];
  return [`Status ${status}: ${description}`, ...bodyText("Response", response)];
}

function bodyText(title: string, holder: JsonObject): string[] {
  const content = objectAt(holder, "content", "application/json");
  if (Object.keys(content).length === 0) return [];
  const data = objectAt(content, "schema", "properties", "data");
  const type = "$ref" in data ? `, \`data\` is ${typeText(data, IN_WORDS)}` : "";
  const named = Object.entries(objectAt(content, "examples"));
  const examples = content.example === undefined ? named : [["", { value: content.example }]];
  return examples.flatMap(([name, example]) => {
    const value = isObject(example) ? example.value : undefined;
    if (isObject(value) && "error" in value) return [];
    const about = name ? ` (${String(name)})` : "";
    return [`${title}${about}${type}:`, fence("json", JSON.stringify(value, undefined, 2))];
  });
}

function schemaText([name, schema]: [string, Json | undefined]): string {
  const about = [`### ${name}`, textAt(schema, "description")];
  const properties = Object.entries(objectAt(schema, "properties"));
  if (properties.length === 0)
    return [...about, `Type: ${typeText(schema, IN_WORDS)}`].join("\n\n");
  const required = arrayAt(schema, "required");
  const rows = properties.map(([field, value]) => [
    `\`${field}\`${required.includes(field) ? "" : " (optional)"}`,
    cell(typeText(value, IN_WORDS)),
    cell(textAt(value, "description")),
  ]);
  return [...about, markdownTable(["Field", "Type", "Meaning"], rows)].join("\n\n");
}

/** Text of a cell, on one line. */
function cell(text: string): string {
  return text.replaceAll("\n", " ").replaceAll(/(?<!\\)\|/g, String.raw`\|`);
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** `(specified +: minimum 0)` in the place of a badge. */
function plainBadges(text: string): string {
  return text
    .replaceAll(BADGE, (_, behind: string | undefined, word: string) =>
      behind ? `(${word}: ${behind.replace(/\.$/, "")})` : `(${word})`,
    )
    .replaceAll(/&#(\d+);/g, (_, code: string) => {
      const character = String.fromCodePoint(Number(code));
      return character === "|" ? String.raw`\|` : character;
    })
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
