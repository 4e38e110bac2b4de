import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { format } from "oxfmt";
import { SERVE_ROWS } from "../../src/cli/serve/serve_flags.ts";
import { LISTEN_ROWS, type Row, SERVICE_ROWS } from "../../src/service/options/mod.ts";
import { UPSTREAM_ROWS } from "../../src/upstream/options.ts";
import { elementsOf } from "../specs/elements.ts";
import { type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { type Place, PLACES } from "../specs/meta/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { decidedText } from "./_source_mark.ts";
import { markdownTable } from "./_tables.ts";
import { flowSteps } from "./_flow_steps.ts";

/** A part of a guide that is made of something else, between two comments: its kind, and what is asked of it. */
const BLOCK = /(<!-- (\w+)(?:: ([^>]*))? -->)[^]*?(<!-- \/\2 -->)/g;

/** What the blocks of a kind hold, as Markdown. */
type Maker = (asked: string, root: string, specs: Specs) => string | Promise<string>;

const MAKERS: Readonly<Record<string, Maker | undefined>> = {
  example: exampleSource,
  flow: flowSteps,
  extensions: (_, __, specs) => extensionList(specs),
  keywords: keywordTables,
  options: optionTable,
};

/** A guide: as it is, and as it is with its blocks made anew. */
interface GuideText {
  /** From the repository's root. */
  readonly file: string;
  readonly present: string;
  readonly made: string;
}

/** The guides of the repository. */
export async function readGuides(root: string, specs: Specs): Promise<readonly GuideText[]> {
  const names = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  return Promise.all(
    names.map(async (name) => {
      const file = `docs/${name}`;
      const present = await readFile(join(root, file), "utf8");
      return { file, present, made: await withBlocks(present, root, specs) };
    }),
  );
}

/**
 * A guide with its blocks made anew, formatted.
 *
 * @throws {Error} If a block asks for something that there is not.
 */
export async function withBlocks(guide: string, root: string, specs: Specs): Promise<string> {
  const texts = await Promise.all(
    [...guide.matchAll(BLOCK)].map(async ([block, begin, kind = "", asked = "", end]) => {
      const made = await MAKERS[kind]?.(asked, root, specs);
      return made === undefined ? block : `${begin}\n\n${made}\n\n${end}`;
    }),
  );
  if (texts.length === 0) return guide;
  const whole = guide.replaceAll(BLOCK, () => texts.shift() ?? "");
  return (await format("guide.md", whole)).code;
}

async function exampleSource(path: string, root: string): Promise<string> {
  const source = await readFile(join(root, path), "utf8");
  return `\`\`\`${extname(path).slice(1)}\n${source}\`\`\``;
}

/** What becomes of each keyword: one table for each place, what is refused behind what follows. */
function keywordTables(): string {
  return Object.values(PLACES).map(tableOf).join("\n\n");
}

function tableOf({ name, keywords }: Place): string {
  const rows = Object.entries(keywords).map(([keyword, verdict]) => ({
    keyword,
    isRefused: "refused" in verdict,
    words: "refused" in verdict ? verdict.refused : verdict.follows,
  }));
  const sorted = rows.toSorted((one, other) => Number(one.isRefused) - Number(other.isRefused));
  const cells = sorted.map(({ keyword, isRefused, words }) => [
    ...[`\`${keyword}\``, isRefused ? "refused" : "follows", words.replaceAll("|", "\\|")],
  ]);
  const title = `## ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const header = ["keyword", "verdict", "where it is used, or what to do"];
  return `${title}\n\n${markdownTable(header, cells)}`;
}

/** Bytes of a mebibyte. */
const MIB = 1_048_576;

type NamedRow = readonly [name: string, row: Row<unknown>];

/**
 * A table of the service's options, as Markdown.
 *
 * @param asked `common` for those with a usual flag, `rare` for the others, or names with spaces between.
 * @throws {Error} If there is no option of a name.
 */
function optionTable(asked: string): string {
  return markdownTable(
    ["flag of `serve`", "option", "default", "meaning"],
    rowsOf(asked).map(cellsOf),
  );
}

function rowsOf(asked: string): readonly NamedRow[] {
  const rows = [...SERVE_ROWS].filter(([, { help }]) => help !== undefined);
  const isCommon = ([, { flag, isRare }]: NamedRow): boolean => flag !== undefined && !isRare;
  if (asked === "common") return rows.filter(isCommon);
  if (asked === "rare") return rows.filter((row) => !isCommon(row));
  return asked.split(" ").map((name) => {
    const row = SERVE_ROWS.get(name);
    if (!row) throw new Error(`Cannot write a table of options: there is no option ${name}`);
    return [name, row];
  });
}

function cellsOf([name, row]: NamedRow): string[] {
  const isOption = [SERVICE_ROWS, LISTEN_ROWS, UPSTREAM_ROWS].some((rows) => name in rows);
  const { flag, help = "" } = row;
  return [
    flag === undefined ? "" : `\`${flag}\``,
    isOption ? `\`${name}\`` : "",
    defaultOf(row),
    `${help.charAt(0).toUpperCase()}${help.slice(1)}`,
  ];
}

function defaultOf(row: Row<unknown>): string {
  if (row.defaultText !== undefined) return row.defaultText;
  const value = row.default;
  if (row.type === "switch") return value === true ? "" : "off";
  if (typeof value !== "number") return value === undefined ? "" : String(value);
  if (row.type === "duration") return `${value / 1_000} s`;
  if (row.type === "bytes")
    return value % MIB === 0 ? `${value / MIB} MiB` : `${digits(value)} bytes`;
  return digits(value);
}

/** A number in decimal digits, with commas from five on. */
function digits(value: number): string {
  return value < 10_000 ? String(value) : value.toLocaleString("en-US");
}

/** Decisions of one document. */
interface Group {
  readonly title: string;
  /** Extensions, by reason. */
  readonly reasons: Map<string, string[]>;
}

/** Every extension in the specs, as Markdown: by document and reason, with what it is about. */
export function extensionList(specs: Specs): string {
  const schemas = objectAt(objectAt(specs.openapi.value, "components"), "schemas");
  const groups = new Map<unknown, Group>([
    [specs.openapi, { title: "REST and what both share", reasons: new Map() }],
    [specs.openrpc, { title: "JSON-RPC, events and devnet control", reasons: new Map() }],
  ]);
  for (const { spec, label, value } of elementsOf(specs)) {
    const text = decisionOf(value, schemas);
    const reasons = groups.get(spec)?.reasons;
    if (text === undefined || reasons === undefined) continue;
    const reason = reasonOf(value);
    reasons.set(reason, [...(reasons.get(reason) ?? []), line(label, value, text)]);
  }
  return [...groups.values()].map(formatGroup).join("\n\n");
}

/** Extension of an element: its added keywords as text, empty if the whole element is an extension. */
function decisionOf(value: JsonObject, schemas: JsonObject): string | undefined {
  const decided = decidedText(own(value), schemas);
  return value["x-source"] === "decided" || decided !== "" ? decided : undefined;
}

/** Without its reference: what was decided of its target is listed there. */
function own(value: JsonObject): JsonObject {
  const rest = Object.entries(value).filter(([key]) => key !== "$ref" && key !== "schema");
  const decided = objectAt(value.schema, "x-decided");
  return { "x-source": "given", "x-decided": decided, ...Object.fromEntries(rest) };
}

function reasonOf(value: JsonObject): string {
  return textAt(value, "x-reason") || "No reason is given.";
}

function line(label: string, value: JsonObject, decided: string): string {
  // Marked as code, since a dotted name may read as a host: `ProposalDetail.id` would become a link.
  const name = label.replaceAll(/"([^"]*)"|\b\w+(?:\.\w+)+/g, (dotted, quoted?: string) => {
    return `\`${quoted ?? dotted}\``;
  });
  return `- ${[`**${name}**:`, textAt(value, "description"), decided].filter(Boolean).join(" ")}`;
}

function formatGroup({ title, reasons }: Group): string {
  const parts = [...reasons].map(([reason, lines]) => `*${reason}*\n\n${lines.join("\n")}`);
  return [`### ${title}`, ...parts].join("\n\n");
}
