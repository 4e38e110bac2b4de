import { SERVE_ROWS } from "../../src/cli/serve/serve_flags.ts";
import { LISTEN_ROWS, type Row, SERVICE_ROWS } from "../../src/service/options/mod.ts";

/** Guides with tables of the service's options. */
export const OPTION_GUIDES: readonly string[] = ["docs/service.md", "docs/fleet.md"];

/** Marks a table of options: of those with a common flag, of the others, or of those that it names. */
const TABLE = /(<!-- options: (.*) -->\n)[^]*?(<!-- \/options -->)/g;

const HEADER = ["flag of `serve`", "option", "default", "meaning"];

/** Bytes of a mebibyte. */
const MIB = 1_048_576;

type NamedRow = readonly [name: string, row: Row<unknown>];

/** A guide with the tables of options that its marks ask for. */
export function withOptionTables(guide: string): string {
  return guide.replaceAll(
    TABLE,
    (_, begin: string, asked: string, end: string) =>
      `${begin}\n${tableOf(rowsOf(asked))}\n\n${end}`,
  );
}

/** @throws {Error} If there is no option of a name. */
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

function tableOf(rows: readonly NamedRow[]): string {
  const lines = [HEADER, ...rows.map(cellsOf)];
  const widths = HEADER.map((_, column) =>
    Math.max(...lines.map((cells) => (cells[column] ?? "").length)),
  );
  const [header = "", ...body] = lines.map((cells) =>
    lineOf(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  );
  return [header, lineOf(widths.map((width) => "-".repeat(width))), ...body].join("\n");
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function cellsOf([name, row]: NamedRow): string[] {
  const isOption = name in SERVICE_ROWS || name in LISTEN_ROWS;
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
