import { SERVE_ROWS } from "../../src/cli/serve/serve_flags.ts";
import { LISTEN_ROWS, type Row, SERVICE_ROWS } from "../../src/service/options/mod.ts";
import { UPSTREAM_ROWS } from "../../src/upstream/options.ts";

const HEADER = ["flag of `serve`", "option", "default", "meaning"];

/** Bytes of a mebibyte. */
const MIB = 1_048_576;

type NamedRow = readonly [name: string, row: Row<unknown>];

/**
 * A table of the service's options, as Markdown.
 *
 * @param asked `common` for those with a usual flag, `rare` for the others, or names with spaces between.
 * @throws {Error} If there is no option of a name.
 */
export function optionTable(asked: string): string {
  const lines = [HEADER, HEADER.map(() => "-"), ...rowsOf(asked).map(cellsOf)];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
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
