import type { Terminal } from "../terminal.ts";
import { escapeControls } from "../../units/internal.ts";
import { toJson } from "../../units/mod.ts";
import type { Fields } from "../json.ts";
import { formatValue } from "./format_value.ts";
import { recordLines } from "./record.ts";
import { chooseNames, Table } from "./table.ts";
import { type Part, styled } from "./text_output.ts";

export interface OutputFlags {
  readonly json?: true;
  readonly ndjson?: true;
  /** Names of the columns to show, in their order; by default those that fit. */
  readonly columns?: readonly string[];
}

/** Rows of a table that are aligned together, where a list is printed as it comes. */
const TOGETHER = 100;

/** Prints values for people, or for programs where the flags ask for that. */
export class Printer {
  readonly #terminal: Terminal;
  readonly #flags: OutputFlags;
  /** The table of a stream, which goes on with each row. */
  #stream: Table | undefined;
  #symbol = "";

  constructor(terminal: Terminal, flags: OutputFlags) {
    this.#terminal = terminal;
    this.#flags = flags;
  }

  /** Sets the symbol of the native token, which amounts are shown with. */
  useSymbol(symbol: string): void {
    this.#symbol = symbol;
  }

  /** True if programs read the output. */
  get isForPrograms(): boolean {
    return this.#flags.json === true || this.#flags.ndjson === true;
  }

  line(...parts: readonly Part[]): void {
    this.#terminal.stdout.line(...parts);
  }

  /** Prints a remark for people on standard error. */
  note(text: string): void {
    if (!this.isForPrograms) this.#terminal.stderr.line(text);
  }

  /** Prints an outcome: its value for programs, a line for people. */
  outcome(value: unknown, text: string): void {
    if (this.isForPrograms) this.value(value);
    else this.line(text);
  }

  /** Prints one value: of an object its fields, one a line, of a list of objects a table. */
  value(value: unknown): void {
    if (this.isForPrograms) return this.#json(value, this.#flags.ndjson ? undefined : 2);
    if (isTable(value)) return this.#rows(this.#table(this.#flags.columns), value);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return this.line(this.#shown("", value, {}));
    const fields = value as Fields;
    const names = chooseNames(Object.keys(fields), this.#flags.columns);
    const plain = names.filter((name) => !isTable(fields[name]));
    const rows = plain.map(
      (name) => [escapeControls(name), this.#shown(name, fields[name], fields)] as const,
    );
    for (const [name, rest] of recordLines(rows, this.#width))
      this.line(styled("quiet", name), rest);
    for (const name of names) this.#nested(name, fields[name]);
  }

  /** Prints the items of a list: a table, an array, or a line each. */
  async list(items: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
    const { json, ndjson, columns } = this.#flags;
    if (ndjson) {
      for await (const item of items) this.item(item);
      return;
    }
    const waiting: Fields[] = [];
    const table = this.#table(columns);
    for await (const item of items) {
      waiting.push(item as Fields);
      if (!json && waiting.length >= TOGETHER) this.#rows(table, waiting.splice(0));
    }
    if (json) this.#json(waiting, 2);
    else if (waiting.length > 0) this.#rows(table, waiting);
    else if (table.title === "") this.note("No items.");
  }

  /** Prints one item of a stream as a line of JSON. */
  item(item: unknown): void {
    this.#json(item);
  }

  #json(value: unknown, indent?: number): void {
    this.#terminal.stdout.text(`${toJson(value, indent)}\n`);
  }

  /** Prints one item of a stream as a row of a table. */
  row(item: unknown): void {
    this.#stream ??= this.#table(this.#flags.columns);
    this.#rows(this.#stream, [item as Fields]);
  }

  /** A field as people read it, and beside a relative time the moment itself. */
  #shown(name: string, value: unknown, within: Fields): string {
    const now = this.#terminal.clock.now();
    const shown = formatValue(name, value, within, { now, symbol: this.#symbol });
    return `${shown}${momentOf(value, shown)}`;
  }

  #nested(name: string, value: unknown): void {
    if (!isTable(value)) return;
    this.line(styled("quiet", name));
    const table = this.#table(undefined, 2);
    const rows = table.lines(value);
    for (const line of [table.title, ...rows]) this.line(`  ${line}`);
  }

  /** Prints rows, below the names of the columns if they are the first. */
  #rows(table: Table, items: readonly Fields[]): void {
    const isFirst = table.title === "";
    const rows = table.lines(items);
    const hidden = isFirst ? table.hiddenOf(items) : 0;
    if (hidden > 0)
      this.note(
        `${hidden} ${hidden === 1 ? "column does" : "columns do"} not fit; choose with --columns, or "--columns all".`,
      );
    if (isFirst) this.line(styled("title", table.title));
    for (const row of rows) this.line(row);
  }

  #table(chosen: readonly string[] | undefined, indent = 0): Table {
    const { clock } = this.#terminal;
    // Rows of a stream are minutes apart: each is shown at its own time.
    const format = (name: string, value: unknown, within: Fields): string =>
      formatValue(name, value, within, { now: clock.now() });
    return new Table({ width: this.#width - indent, chosen, format });
  }

  /** Output that is not for a terminal is not cut. */
  get #width(): number {
    const { stdout } = this.#terminal;
    return stdout.isTTY ? (stdout.columns ?? 80) : Infinity;
  }
}

function isTable(value: unknown): value is readonly Fields[] {
  const isObject = (item: unknown): boolean => typeof item === "object" && item !== null;
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

/** The moment itself beside a relative time. */
function momentOf(value: unknown, shown: string): string {
  const isRelative = typeof value === "number" && /^now$| ago$|^in /.test(shown);
  return isRelative ? ` (${new Date(value * 1000).toISOString().replace(".000Z", "Z")})` : "";
}
