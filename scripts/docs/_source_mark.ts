import {
  isObject,
  type Json,
  type JsonObject,
  mapObjects,
  objectAt,
  textAt,
} from "../specs/json.ts";
import { targetOf } from "../specs/named_schemas.ts";

/** Named schemas, the targets of references. */
type Schemas = JsonObject;

/** Names of the keywords of `x-decided` in a sentence. */
const KEYWORD_WORDS: Readonly<Record<string, string>> = {
  enum: "values",
  "x-chains": "only on",
  "x-limit": "also limited by",
  maxItems: "at most this many items:",
  maxLength: "at most this many characters:",
};

/**
 * Copies `value`, with the mark behind the description of everything that carries `x-source`. The page shows the
 * description of an alternative in the place of that of the whole, so each alternative begins with the latter.
 */
export function markSources(value: JsonObject, schemas: Schemas): JsonObject {
  return mapObjects(value, (object) => {
    const mark = sourceMark(object, schemas);
    const marked = joined([textAt(object, "description"), mark]);
    const description = [marked, textAt(object, "x-client")].filter(Boolean).join("\n\n");
    if (description === "") return object;
    if (!Array.isArray(object.anyOf)) return mark === "" ? object : { ...object, description };
    const anyOf = object.anyOf.map((item) => describedAlternative(item, description, schemas));
    return { ...object, description, anyOf };
  });
}

/** An alternative behind the description of the whole; its own mark follows where it carries `x-source`. */
function describedAlternative(item: Json, whole: string, schemas: Schemas): Json {
  if (!isObject(item)) return item;
  const decided = item["x-source"] === undefined ? decidedText(item, schemas) : "";
  return { ...item, description: joined([whole, textAt(item, "description"), decided]) };
}

/**
 * The marks of `holder`: a badge that says whether it is specified or an extension, with the reason behind it; the chains
 * that have it; that it is deprecated. Empty without `x-source`.
 */
export function sourceMark(holder: JsonObject, schemas: Schemas): string {
  const source = holder["x-source"];
  if (source !== "given" && source !== "decided") return "";
  const reason = textAt(holder, "x-reason");
  const decided = decidedText(holder, schemas);
  return joined([
    chainsText(holder),
    sourceBadge(source, [reason, decided]),
    deprecationText(holder),
  ]);
}

/** A small badge; its title shows where it is pointed at, tapped or focused. */
export function sourceBadge(source: Json | undefined, behind: readonly string[]): string {
  const isExtension = source === "decided";
  const word = isExtension ? "extension" : "specified";
  const about = joined(behind).replaceAll("`", "");
  const usual = isExtension
    ? "Chosen by this service; another deployment may differ."
    : "Fixed by the interface.";
  const title = escapeAttribute(about === "" ? usual : `${usual} ${about}`);
  return `<span class="source ${word}" tabindex="0" title="${title}">${word}${!isExtension && about !== "" ? " +" : ""}</span>`;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("{", "&#123;")
    .replaceAll("|", "&#124;")
    .replaceAll("\n", " ");
}

function deprecationText(holder: JsonObject): string {
  if (holder.deprecated !== true) return "";
  const { since, sunset, reason = "" } = objectAt(holder, "x-deprecated");
  const days = since && sunset ? ` since ${String(since)}, served until ${String(sunset)}` : "";
  return joined([`**Deprecated${days}.**`, String(reason)]);
}

function chainsText(holder: JsonObject): string {
  const chains = holder["x-chains"];
  return Array.isArray(chains) ? `Only on ${chains.map(String).join(", ")}.` : "";
}

/** The keywords of `x-decided`, as text. */
function decidedText(holder: JsonObject, schemas: Schemas): string {
  const keywords = Object.entries(decidedKeywords(holder, schemas));
  if (keywords.length === 0) return "";
  const parts = keywords.map(
    ([keyword, value]) => `${KEYWORD_WORDS[keyword] ?? keyword} ${valueText(value)}`,
  );
  return `Here: ${parts.join("; ")}.`;
}

/** Keywords decided on top of `holder` itself, of the schema it holds and of the one it refers to. */
function decidedKeywords(holder: JsonObject, schemas: Schemas): JsonObject {
  return {
    ...objectAt(targetOf(holder, schemas), "x-decided"),
    ...(isObject(holder.schema) ? decidedKeywords(holder.schema, schemas) : {}),
    ...objectAt(holder, "x-decided"),
  };
}

function valueText(value: Json | undefined): string {
  const values = Array.isArray(value) ? value : [value];
  const texts = values.map((item) => (typeof item === "string" ? item : JSON.stringify(item)));
  return texts.map((text) => `\`${text}\``).join(", ");
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
