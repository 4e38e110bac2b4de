import { arrayAt, isObject, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { refName } from "../specs/named_schemas.ts";
import { sourceBadge } from "./_source_mark.ts";

/** The segments: chain, network, prefix of addresses. */
export function segmentTable(openapi: JsonObject): string {
  return markedTable(
    ["Segment", "Chain", "Network", "Addresses start with"],
    rowsAt(openapi, "x-segments", (segment) => [
      textAt(segment, "chain"),
      textAt(segment, "network"),
      code(textAt(segment, "addressPrefix")),
    ]),
  );
}

/** The rate tiers: requests per second and per day. */
export function tierTable(openapi: JsonObject): string {
  return markedTable(
    ["Tier", "Per second", "Per day", "Meaning"],
    rowsAt(openapi, "x-rate-tiers", (tier) => [
      quota(tier.requestsPerSecond),
      quota(tier.requestsPerDay),
      textAt(tier, "description"),
    ]),
  );
}

/** The error codes of REST, with their HTTP statuses. */
export function restErrorTable(openapi: JsonObject): string {
  return markedTable(
    ["Code", "HTTP status", "Meaning"],
    rowsAt(openapi, "x-error-codes", (error) => [
      JSON.stringify(error.status),
      textAt(error, "description"),
    ]),
  );
}

/** Errors of JSON-RPC. */
export function rpcErrorTable(errors: readonly JsonObject[]): string {
  return markedTable(
    ["Code", "Message", "Meaning"],
    errors.map((error) => ({
      name: code(errorCode(error)),
      cells: [textAt(error, "message"), textAt(error, "x-description")],
      holder: error,
    })),
  );
}

/** The code of a JSON-RPC error, as text. */
export function errorCode(error: JsonObject): string {
  return JSON.stringify(error.code);
}

/** The limits that a document states. */
export function limitTable(document: JsonObject): string {
  return markedTable(
    ["Limit", "Value", "Meaning"],
    rowsAt(document, "x-limits", (limit) => [quota(limit.value), textAt(limit, "description")]),
  );
}

/** The codes with which the service closes a WebSocket connection. */
export function closeCodeTable(openrpc: JsonObject): string {
  return markedTable(
    ["Close code", "Meaning"],
    rowsAt(openrpc, "x-close-codes", (value) => [textAt(value, "description")]),
  );
}

/** The topics: what they carry, what narrows them, which chains have them. `chains` are all there are. */
export function topicTable(openrpc: JsonObject, chains: readonly string[]): string {
  return markedTable(
    ["Topic", "Chains", "Events", "Filter", "Reorg notice"],
    rowsAt(openrpc, "x-topics", (topic) => [
      (topic["x-chains"] === undefined ? chains : arrayAt(topic, "x-chains").map(String)).join(
        ", ",
      ),
      `${textAt(topic, "description")} Payload: ${code(refName(textAt(topic, "payload", "$ref")))}.`,
      filterFields(openrpc, objectAt(topic, "filter")),
      topic.reorgNotice === true ? "yes" : "no",
    ]),
  );
}

function filterFields(openrpc: JsonObject, filter: JsonObject): string {
  const schemas = objectAt(openrpc, "components", "schemas");
  const schema = objectAt(schemas, refName(textAt(filter, "$ref")));
  return Object.keys(objectAt(schema, "properties")).map(code).join(", ");
}

function rowsAt(
  document: JsonObject,
  key: string,
  cellsOf: (value: JsonObject) => readonly string[],
): Row[] {
  return Object.entries(objectAt(document, key)).flatMap(([name, value]) =>
    isObject(value) ? [{ name: code(name), cells: cellsOf(value), holder: value }] : [],
  );
}

/** A number with grouped digits; no limit where it is null. */
function quota(value: unknown): string {
  return typeof value === "number" ? value.toLocaleString("en-US") : "unlimited";
}

function code(text: string): string {
  return `\`${text}\``;
}

/** A row: its name, the cells behind it, and what carries the mark. */
export interface Row {
  readonly name: string;
  readonly cells: readonly string[];
  readonly holder: JsonObject;
}

/** A Markdown table whose last column is the badge of each row, with the reason behind it. */
function markedTable(header: readonly string[], rows: readonly Row[]): string {
  const marked = rows.map(({ name, cells, holder }) => [
    ...[name, ...cells].map(escapeCell),
    sourceBadge(holder["x-source"] ?? "given", [textAt(holder, "x-reason")]),
  ]);
  return markdownTable([...header, "Source"], marked);
}

/** A Markdown table of cells that are Markdown. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [header, header.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Line ends and bars would end the cell. */
function escapeCell(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");
}
