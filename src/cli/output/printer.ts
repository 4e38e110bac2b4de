import { styleText } from "node:util";
import type { Terminal } from "../terminal.ts";
import { type Fields, toJson } from "../json.ts";
import { formatValue } from "./format_value.ts";
import { tableLines } from "./table.ts";

export interface OutputFlags {
  readonly json?: true;
  readonly ndjson?: true;
}

/** Rows of a table that are aligned together, where a list is printed as it comes. */
const TOGETHER = 100;

/** Prints values for people, or for programs where the flags ask for that. */
export class Printer {
  readonly #terminal: Terminal;
  readonly #flags: OutputFlags;

  constructor(terminal: Terminal, flags: OutputFlags) {
    this.#terminal = terminal;
    this.#flags = flags;
  }

  /** True if programs read the output. */
  get isForPrograms(): boolean {
    return this.#flags.json === true || this.#flags.ndjson === true;
  }

  line(text: string): void {
    this.#terminal.stdout.write(`${text}\n`);
  }

  /** Tells people something beside the output, on standard error. */
  note(text: string): void {
    if (!this.isForPrograms) this.#terminal.stderr.write(`${text}\n`);
  }

  /** Prints one value: of an object its fields, one a line. */
  value(value: unknown): void {
    if (this.isForPrograms) return this.line(toJson(value, this.#flags.ndjson ? undefined : 2));
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return this.line(formatValue("", value, {}, this.#terminal.now()));
    const fields = value as Fields;
    const width = Math.max(...Object.keys(fields).map((name) => name.length));
    for (const [name, one] of Object.entries(fields)) this.#field(name, one, fields, width);
  }

  /** Prints the items of a list: a table, an array, or a line each. */
  async list(items: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
    const { json, ndjson } = this.#flags;
    if (ndjson) {
      for await (const item of items) this.item(item);
      return;
    }
    const waiting: Fields[] = [];
    let isFirst = true;
    for await (const item of items) {
      waiting.push(item as Fields);
      if (json || waiting.length < TOGETHER) continue;
      this.#table(waiting.splice(0), isFirst);
      isFirst = false;
    }
    if (json) this.line(toJson(waiting, 2));
    else if (waiting.length > 0) this.#table(waiting, isFirst);
    else if (isFirst) this.note("No items.");
  }

  /** Prints one item of a stream as a line of JSON. */
  item(item: unknown): void {
    this.line(toJson(item));
  }

  /** Prints one item of a stream as a row of a table. */
  row(item: unknown, hasTitle: boolean): void {
    this.#table([item as Fields], hasTitle);
  }

  #field(name: string, value: unknown, within: Fields, width: number): void {
    const now = this.#terminal.now();
    const label = styled(this.#terminal, "quiet", name.padEnd(width));
    const isNested = Array.isArray(value) && value.some((item) => typeof item === "object");
    if (!isNested) {
      const shown = formatValue(name, value, within, now);
      const time = momentOf(value, shown);
      return this.line(`${label}  ${shown}${time}`);
    }
    this.line(label.trimEnd());
    const lines = this.#lines(value as Fields[], this.#width - 2);
    for (const line of lines) this.line(`  ${line}`);
  }

  #table(items: readonly Fields[], hasTitle: boolean): void {
    const [title = "", ...rows] = this.#lines(items, this.#width);
    if (hasTitle) this.line(styled(this.#terminal, "title", title));
    for (const row of rows) this.line(row);
  }

  #lines(items: readonly Fields[], width: number): string[] {
    const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
    const now = this.#terminal.now();
    const rows = items.map((item) =>
      columns.map((name) => formatValue(name, item[name], item, now)),
    );
    return tableLines({ columns, rows }, width);
  }

  /** Output that is not for a terminal is not cut. */
  get #width(): number {
    const { stdout } = this.#terminal;
    return stdout.isTTY ? (stdout.columns ?? 80) : Infinity;
  }
}

/** The moment itself beside a relative time. */
function momentOf(value: unknown, shown: string): string {
  const isRelative = typeof value === "number" && /^now$| ago$|^in /.test(shown);
  return isRelative ? ` (${new Date(value * 1000).toISOString().replace(".000Z", "Z")})` : "";
}

/** A kind of text that may have a colour. */
type Style = "title" | "good" | "bad" | "quiet";

const FORMATS = { title: "bold", good: "green", bad: "red", quiet: "dim" } as const;

/** Colours a text for a terminal; elsewhere, and with a `NO_COLOR` that is not empty, it stays as it is. */
export function styled({ stdout, env }: Terminal, style: Style, text: string): string {
  const isPlain = !stdout.isTTY || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  return isPlain ? text : styleText(FORMATS[style], text, { validateStream: false });
}
