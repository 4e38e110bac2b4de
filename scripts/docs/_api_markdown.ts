import { derefIn } from "../specs/specs.ts";
import { VERBS } from "../specs/calls.ts";
import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { markdownTable } from "./_tables.ts";
import { IN_WORDS, typeText } from "./_type_text.ts";

/** A badge: `<span class="source …" title="Fixed by the interface. minimum 0.">specified +</span>`; details follow the first sentence. */
const BADGE =
  /<span class="source[^>]* title="[^".]*\.(?: (?<details>[^"]*))?">(?<word>[\w +]+)<\/span>/g;

/** Labels of the samples that are shown. */
const SAMPLE_LABELS = ["alphadelta", "curl"];

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
  // A group with a tag of its own name is that of the schemas, which stand at the end.
  return [`## ${name}`, ...tags.filter((tag) => tag !== name).flatMap((tag) => tagText(page, tag))];
}

function tagText(page: JsonObject, name: string): string[] {
  const tag = arrayAt(page, "tags").find((each) => textAt(each, "name") === name);
  const description = textAt(tag, "description").replaceAll(/^#/gm, "###"); // below the tag's heading
  return [
    `### ${name}`,
    description,
    ...callsOf(page, name).flatMap((call) => callText(page, call)),
  ];
}

/** An operation, a method or a topic where it stands in the page. */
interface Call {
  readonly path: string;
  readonly verb: string;
  readonly operation: JsonObject;
}

function callsOf(page: JsonObject, tag: string): Call[] {
  return Object.entries(objectAt(page, "paths")).flatMap(([path, item]) =>
    VERBS.map((verb) => ({ path, verb, operation: objectAt(item, verb) })).filter(
      ({ operation }) => arrayAt(operation, "tags")[0] === tag,
    ),
  );
}

function callText(page: JsonObject, { path, verb, operation }: Call): string[] {
  const isRest = !path.startsWith("/#"); // methods and topics stand at `/#name`
  const name = textAt(operation, isRest ? "operationId" : "summary");
  const summary = isRest
    ? `\`${verb.toUpperCase()} ${path}\`: ${textAt(operation, "summary")}`
    : "";
  const parameters = arrayAt(operation, "parameters").map((one) => derefIn(page, one));
  const samples = arrayAt(operation, "x-codeSamples").filter((sample) =>
    SAMPLE_LABELS.includes(textAt(sample, "label")),
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
function responseText(page: JsonObject, status: string, response: Json | undefined): string[] {
  const whole = derefIn(page, response);
  const line = `Status ${status}: ${textAt(whole, "description")}`;
  return status.startsWith("2") ? [line, ...bodyText("Response", whole)] : [line];
}

/** The examples of a request body or a response. */
function bodyText(title: string, body: JsonObject): string[] {
  const content = objectAt(body, "content", "application/json");
  if (Object.keys(content).length === 0) return [];
  const data = objectAt(content, "schema", "properties", "data");
  const type = "$ref" in data ? `, \`data\` is ${typeText(data, IN_WORDS)}` : "";
  const named = Object.entries(objectAt(content, "examples"));
  const examples = content.example === undefined ? named : [["", { value: content.example }]];
  return examples.flatMap(([name, example]) => {
    const value = isObject(example) ? example.value : undefined;
    // Errors of a method are examples of its status 200; its description has a table of them.
    if (isObject(value) && "error" in value) return [];
    const suffix = name ? ` (${String(name)})` : "";
    return [`${title}${suffix}${type}:`, fence("json", JSON.stringify(value, undefined, 2))];
  });
}

function schemaText([name, schema]: [string, Json | undefined]): string {
  const heading = [`### ${name}`, textAt(schema, "description")];
  const properties = Object.entries(objectAt(schema, "properties"));
  if (properties.length === 0)
    return [...heading, `Type: ${typeText(schema, IN_WORDS)}`].join("\n\n");
  const required = arrayAt(schema, "required");
  const rows = properties.map(([field, value]) => [
    `\`${field}\`${required.includes(field) ? "" : " (optional)"}`,
    cell(typeText(value, IN_WORDS)),
    cell(textAt(value, "description")),
  ]);
  return [...heading, markdownTable(["Field", "Type", "Meaning"], rows)].join("\n\n");
}

/** Text of a cell, on one line. A description may have escaped its bars. */
function cell(text: string): string {
  return text.replaceAll("\n", " ").replaceAll(/(?<!\\)\|/g, String.raw`\|`);
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** `(specified +: minimum 0)` in the place of each badge, and characters in the place of entities. */
function plainBadges(text: string): string {
  return text
    .replaceAll(BADGE, (_, details: string | undefined, word: string) =>
      details ? `(${word}: ${details.replace(/\.$/, "")})` : `(${word})`,
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
