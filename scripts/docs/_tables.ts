import { arrayAt, type JsonObject, objectAt, objectsAt, textAt } from "../specs/json.ts";
import { refName } from "../specs/named_schemas.ts";
import { sourceBadge } from "./_source_mark.ts";

/** A table of a spec: its header, and the cells of a row behind the name. */
interface SpecTable {
  readonly header: readonly string[];
  readonly cellsOf: (
    row: JsonObject,
    spec: JsonObject,
    chains: readonly string[],
  ) => readonly string[];
}

/** The tables of both specs, by the key that their rows stand under. */
const TABLES = {
  "x-segments": {
    header: ["Segment", "Chain", "Network", "Addresses start with"],
    cellsOf: (segment) => [
      ...[textAt(segment, "chain"), textAt(segment, "network")],
      code(textAt(segment, "addressPrefix")),
    ],
  },
  "x-rate-tiers": {
    header: ["Tier", "Per second", "Per day", "Meaning"],
    cellsOf: (tier) => [
      ...[quota(tier.requestsPerSecond), quota(tier.requestsPerDay), textAt(tier, "description")],
    ],
  },
  "x-error-codes": {
    header: ["Code", "HTTP status", "Meaning"],
    cellsOf: (error) => [JSON.stringify(error.status), textAt(error, "description")],
  },
  "x-limits": {
    header: ["Limit", "Value", "Meaning"],
    cellsOf: (limit) => [quota(limit.value), textAt(limit, "description")],
  },
  "x-close-codes": {
    header: ["Close code", "Meaning"],
    cellsOf: (closing) => [textAt(closing, "description")],
  },
  "x-topics": {
    header: ["Topic", "Chains", "Events", "Filter", "Reorg notice"],
    cellsOf: (topic, spec, chains) => [
      (topic["x-chains"] === undefined ? chains : arrayAt(topic, "x-chains")).join(", "),
      `${textAt(topic, "description")} Payload: ${code(refName(textAt(topic, "payload", "$ref")))}.`,
      filterFields(spec, objectAt(topic, "filter")),
      topic.reorgNotice === true ? "yes" : "no",
    ],
  },
} as const satisfies Readonly<Record<string, SpecTable>>;

/** A table of a spec as Markdown; rows without chains are on all of `chains`. */
export function specTable(
  spec: JsonObject,
  key: keyof typeof TABLES,
  chains: readonly string[] = [],
): string {
  const { header, cellsOf }: SpecTable = TABLES[key];
  const rows = Object.entries(objectsAt(spec, key)).map(([name, row]) => {
    return { name: code(name), cells: cellsOf(row, spec, chains), holder: row };
  });
  return markedTable(header, rows);
}

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

function filterFields(openrpc: JsonObject, filter: JsonObject): string {
  const schemas = objectAt(openrpc, "components", "schemas");
  const schema = objectAt(schemas, refName(textAt(filter, "$ref")));
  return Object.keys(objectAt(schema, "properties")).map(code).join(", ");
}

/** A number with grouped digits; no limit where it is null. */
function quota(value: unknown): string {
  return typeof value === "number" ? value.toLocaleString("en-US") : "unlimited";
}

function code(text: string): string {
  return `\`${text}\``;
}

/** A row: its name, the cells behind it, and the object with its `x-source`. */
interface Row {
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
