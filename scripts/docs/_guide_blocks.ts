import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { format } from "oxfmt";
import { SERVE_ROWS } from "../../src/cli/serve/serve_flags.ts";
import { LISTEN_ROWS, type Row, SERVICE_ROWS } from "../../src/service/options/mod.ts";
import { UPSTREAM_ROWS } from "../../src/upstream/options.ts";
import type { Specs } from "../specs/specs.ts";
import { markdownTable } from "./_tables.ts";
import { flowSteps } from "./_flow_steps.ts";

/** A generated part of a guide, between two comments: its kind and its argument. */
const BLOCK = /(<!-- (\w+)(?:: ([^>]*))? -->)[^]*?(<!-- \/\2 -->)/g;

/** Makes the Markdown of the blocks of a kind. */
type Maker = (selection: string, root: string, specs: Specs) => string | Promise<string>;

const MAKERS: Readonly<Record<string, Maker | undefined>> = {
  flow: flowSteps,
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
    [...guide.matchAll(BLOCK)].map(async ([block, begin, kind = "", selection = "", end]) => {
      const made = await MAKERS[kind]?.(selection, root, specs);
      return made === undefined ? block : `${begin}\n\n${made}\n\n${end}`;
    }),
  );
  if (texts.length === 0) return guide;
  const whole = guide.replaceAll(BLOCK, () => texts.shift() ?? "");
  return (await format("guide.md", whole)).code;
}

/** A line of a guide in whose place the site shows a file of `examples`. */
const EXAMPLE = /^<!-- example: (\S+) -->$/gm;

/**
 * A guide as the site has it, with the sources of its examples.
 *
 * @throws {Error} If there is no such file.
 */
export async function withExamples(guide: string, root: string): Promise<string> {
  const sources = await Promise.all(
    [...guide.matchAll(EXAMPLE)].map(async ([, path = ""]) => {
      const source = await readFile(join(root, path), "utf8");
      return `\`\`\`${extname(path).slice(1)}\n${source}\`\`\``;
    }),
  );
  return guide.replaceAll(EXAMPLE, () => sources.shift() ?? "");
}

/** Bytes of a mebibyte. */
const MIB = 1_048_576;

type NamedRow = readonly [name: string, row: Row<unknown>];

/**
 * A table of the service's options, as Markdown.
 *
 * @param selection `common` for options with a usual flag, `rare` for the others, or names with spaces between.
 * @throws {Error} If there is no option of a name.
 */
function optionTable(selection: string): string {
  return markdownTable(
    ["flag of `serve`", "option", "default", "meaning"],
    rowsOf(selection).map(cellsOf),
  );
}

function rowsOf(selection: string): readonly NamedRow[] {
  const rows = [...SERVE_ROWS].filter(([, { help }]) => help !== undefined);
  const isCommon = ([, { flag, isRare }]: NamedRow): boolean => flag !== undefined && !isRare;
  if (selection === "common") return rows.filter(isCommon);
  if (selection === "rare") return rows.filter((row) => !isCommon(row));
  return selection.split(" ").map((name) => {
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
