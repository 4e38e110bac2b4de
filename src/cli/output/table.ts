import { escapeControls } from "../../units/internal.ts";
import { wrongUse } from "../exit_error.ts";
import type { Fields } from "../json.ts";

export interface TableOptions {
  /** Characters of a line. */
  readonly width: number;
  /** Names of the columns to show, in their order; by default those that fit. */
  readonly chosen: readonly string[] | undefined;
  /** The value of a field as a cell shows it. */
  readonly format: (name: string, value: unknown, within: Fields) => string;
}

/** A column: its cells, and the widths that it may have. */
interface Column {
  readonly name: string;
  readonly title: string;
  readonly cells: readonly string[];
  readonly isNumber: boolean;
  readonly widest: number;
  readonly least: number;
}

const GAP = "  ";
/** Fewest characters that a hash or address is cut to, and fewest that any other word is cut to. */
const LEAST_ID = 9;
const LEAST_TEXT = 20;
/** A point, four decimals and the mark of a cut: fewest characters that the decimals of an amount are cut to. */
const LEAST_DECIMALS = 6;

/** Columns that leave a table that is too wide, the first one first. Others leave after these, from the right. */
const GIVE_WAY = [
  ...["serialNumbers", "commitments", "token", "transactionIndex", "blockHash", "gasLimit"],
  ...["gasPrice", "nonce", "gasUsed", "startBlock", "votesAbstain", "proposer", "decimals"],
  "blockNumber",
];

/** The column that leaves last: the kind of the row. */
const LAST_TO_LEAVE = "type";

/** A table with aligned columns, whose rows may come in several parts. Its first part decides which columns it has. */
export class Table {
  readonly #options: TableOptions;
  #names: readonly string[] | undefined;
  #widths: readonly number[] = [];
  #titles: readonly string[] = [];
  /** Most characters of decimals so far, by column. */
  readonly #decimals = new Map<string, number>();

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** The names of the columns as a line; empty before the first part. */
  get title(): string {
    const titles = this.#titles.map((title, index) => title.padEnd(this.#widths[index] ?? 0));
    return titles.join(GAP).trimEnd();
  }

  /**
   * The lines of the next rows. Where they are too wide, columns leave by their rank; then words are cut, hashes in their
   * middle, and the decimals of amounts. Other numbers stay whole.
   */
  lines(items: readonly Fields[]): string[] {
    const { width } = this.#options;
    const names = this.#names ?? this.#namesOf(items);
    const available = names.map((name) => this.#columnOf(name, items));
    const columns = this.#names
      ? available.map((column, index) => cuttableTo(this.#widths[index] ?? 0, column))
      : this.#options.chosen
        ? available
        : fitColumns(available, width);
    // A later part keeps the columns of the first one, and their widths where these suffice.
    const wanted = columns.map(({ widest }, index) => Math.max(widest, this.#widths[index] ?? 0));
    const widths = fitWidths(columns, wanted, width);
    this.#names = columns.map(({ name }) => name);
    this.#titles = columns.map(({ title, isNumber }, index) =>
      isNumber ? title.padStart(widths[index] ?? 0) : title,
    );
    this.#widths = widths;
    return items.map((_, row) => lineOf(columns, widths, row));
  }

  /** Number of columns that the first rows have and the table does not show. */
  hiddenOf(items: readonly Fields[]): number {
    const { chosen } = this.#options;
    return chosen ? 0 : namesIn(items).length - (this.#names?.length ?? 0);
  }

  #namesOf(items: readonly Fields[]): readonly string[] {
    return chooseNames(namesIn(items), this.#options.chosen);
  }

  #columnOf(name: string, items: readonly Fields[]): Column {
    const title = titleOf(name);
    const shown = items.map((item) => this.#options.format(name, item[name], item));
    const isNumber =
      shown.some((cell) => /\d/.test(cell)) &&
      shown.every((cell) => /^(?:-|-?[\d,.]+(?: [%s]|\/s|…? [A-Z]{1,10})?)$/.test(cell));
    const cells = isNumber ? this.#alignDecimals(name, shown) : shown;
    const widest = widestOf([title, ...cells]);
    return { name, title, cells, isNumber, widest, least: leastOf(title, cells, isNumber) };
  }

  /** Pads decimals to one length, so that their points stand below one another. */
  #alignDecimals(name: string, cells: readonly string[]): string[] {
    const longest = Math.max(this.#decimals.get(name) ?? 0, ...cells.map(decimalsOf));
    this.#decimals.set(name, longest);
    return cells.map((cell) =>
      hasUnit(cell) ? cell : cell.padEnd(cell.length + longest - decimalsOf(cell)),
    );
  }
}

/** The names that are chosen, in their order; all where none are, or `all` is. */
export function chooseNames(
  names: readonly string[],
  chosen: readonly string[] | undefined,
): readonly string[] {
  if (!chosen || chosen.includes("all")) return names;
  return chosen.map((wanted) => {
    const match = names.find(
      (name) => name.toLowerCase() === wanted.replaceAll(" ", "").toLowerCase(),
    );
    if (match !== undefined) return match;
    throw wrongUse(`Cannot show column ${JSON.stringify(wanted)}: choose ${names.join(", ")}.`);
  });
}

function namesIn(items: readonly Fields[]): readonly string[] {
  return [...new Set(items.flatMap((item) => Object.keys(item)))];
}

/** The name of a field as a title: `txCount` is `TX COUNT`. */
function titleOf(name: string): string {
  return escapeControls(name.replace(/([a-z])([A-Z])/g, "$1 $2").toUpperCase());
}

function widestOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}

/** Returns true if a number has a unit, such as the symbol of its token: such a cell is neither aligned nor cut. */
function hasUnit(cell: string): boolean {
  return /[^\d., -]$/.test(cell.trimEnd());
}

/** Characters from the point of a number on; 0 where it has a unit. */
function decimalsOf(cell: string): number {
  return /^[^ ]*(\.\d+)$/.exec(cell)?.[1]?.length ?? 0;
}

/** Characters from the point to the mark of a cut behind the first digit that is not 0: a cut amount does not look like none. */
function decimalsToDigit(cell: string): number {
  const zeros = /^-?0\.(0*)[1-9]/.exec(cell)?.[1];
  return zeros === undefined ? 0 : zeros.length + 3;
}

function leastOf(title: string, cells: readonly string[], isNumber: boolean): number {
  const widest = widestOf(cells);
  const plain = cells.filter((cell) => !hasUnit(cell));
  const units = widestOf(cells.filter(hasUnit));
  const numbers = plain.map((cell) => cell.trimEnd());
  const decimals = Math.max(0, ...numbers.map(decimalsOf));
  const kept = Math.max(LEAST_DECIMALS, ...numbers.map(decimalsToDigit));
  const isId = cells.every((cell) => /^(?:-|\w{30,})$/.test(cell));
  const least = isNumber
    ? Math.max(units, widestOf(plain) - Math.max(0, decimals - kept))
    : Math.min(widest, isId ? LEAST_ID : LEAST_TEXT);
  return Math.max(title.length, least);
}

/** The column, whose text may be cut to the width that it has: no column of the first part leaves for it. */
function cuttableTo(width: number, column: Column): Column {
  return column.isNumber ? column : { ...column, least: Math.min(column.least, width) };
}

function lengthOf(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);
}

/** Leaves out columns until the others fit. The first one stays. */
function fitColumns(all: readonly Column[], width: number): Column[] {
  const columns = [...all];
  // A low rank leaves first: those of GIVE_WAY, then from the right.
  const rankOf = ({ name }: Column, index: number): number => {
    if (name === LAST_TO_LEAVE) return Number.MAX_VALUE;
    const rank = GIVE_WAY.indexOf(name);
    return rank < 0 ? GIVE_WAY.length + columns.length - index : rank;
  };
  while (columns.length > 1 && lengthOf(columns.map(({ least }) => least)) > width) {
    const ranks = columns.map((column, index) => (index === 0 ? Infinity : rankOf(column, index)));
    columns.splice(ranks.indexOf(Math.min(...ranks)), 1);
  }
  return columns;
}

/** Takes characters from the widest column that can give some until the line fits. */
function fitWidths(
  columns: readonly Column[],
  wanted: readonly number[],
  width: number,
): readonly number[] {
  const widths = [...wanted];
  while (lengthOf(widths) > width) {
    const sizes = widths.map((size, index) => (size > (columns[index]?.least ?? 0) ? size : 0));
    const widest = Math.max(...sizes);
    if (widest === 0) break;
    widths[sizes.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

function lineOf(columns: readonly Column[], widths: readonly number[], row: number): string {
  const texts = columns.map(({ cells, isNumber }, index) => {
    const cell = cells[row] ?? "";
    const size = widths[index] ?? 0;
    if (!isNumber) return shortenWord(cell, size).padEnd(size);
    if (hasUnit(cell)) return cell.padStart(size);
    const plain = cells.filter((one) => !hasUnit(one));
    return cutDecimals(cell, Math.max(0, widestOf(plain) - size)).padStart(size);
  });
  return texts.join(GAP).trimEnd();
}

function cutDecimals(cell: string, count: number): string {
  if (count === 0) return cell;
  const isWhole = cell.slice(-count).trim() === "";
  return isWhole ? cell.slice(0, -count) : `${cell.slice(0, -count - 1)}…`;
}

/** Cuts a hash or address in its middle, since both ends identify it, and other text at its end. */
function shortenWord(text: string, size: number): string {
  if (text.length <= size) return text;
  if (!/^\w+$/.test(text)) return `${text.slice(0, size - 1)}…`;
  const head = Math.ceil((size - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (size - 1 - head))}`;
}
