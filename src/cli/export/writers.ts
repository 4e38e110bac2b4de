import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BlockSummarySchema, TransactionSchema } from "../../schemas/mod.ts";
import { csvLine, type CsvValue } from "../../units/mod.ts";
import { loadOptional } from "../load_optional.ts";
import type { ExportRequest, Item } from "./export_source.ts";

/** Writes the file of a format from its items, each a line of JSON, in their order. */
type FileWriter = (
  lines: AsyncIterable<string>,
  file: string,
  request: ExportRequest,
) => Promise<void>;

/** The text of a format, from the same lines. */
type TextWriter = (lines: AsyncIterable<string>, request: ExportRequest) => AsyncIterable<string>;

export type Format = "ndjson" | "csv" | "parquet";

/** The formats that are text, which standard output may take too. */
export const TEXTS: Readonly<Partial<Record<Format, TextWriter>>> = {
  ndjson: writeNdjson,
  csv: writeCsv,
};

export async function fileWriterOf(format: Format): Promise<FileWriter> {
  const textOf = TEXTS[format];
  if (!textOf) return parquetWriter();
  return (lines, file, request) =>
    pipeline(Readable.from(textOf(lines, request)), createWriteStream(file));
}

/** A column of a table: integers are 64 bits, amounts are strings of digits, lists are JSON. */
interface Column {
  readonly name: string;
  readonly kind: "integer" | "text" | "json";
}

/** Part of a schema that is read here; a lazy one is behind a getter. */
interface Shaped {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly getter?: () => Shaped;
      readonly shape?: Readonly<Record<string, Shaped>>;
    };
  };
}

const KINDS: Readonly<Record<string, Column["kind"]>> = { number: "integer", optional: "json" };

/** The columns of an export: the fields that the specs give its items. */
function columnsOf({ what }: ExportRequest): Column[] {
  const schema = (what === "blocks" ? BlockSummarySchema : TransactionSchema) as unknown as Shaped;
  const { shape = {} } = (schema._zod.def.getter?.() ?? schema)._zod.def;
  return Object.entries(shape).map(([name, { _zod }]) => ({
    name,
    kind: KINDS[_zod.def.type] ?? "text",
  }));
}

async function* writeNdjson(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** CSV (RFC 4180), with the names of the columns in the first line. */
async function* writeCsv(
  lines: AsyncIterable<string>,
  request: ExportRequest,
): AsyncGenerator<string> {
  const columns = columnsOf(request);
  yield `${csvLine(columns.map(({ name }) => name))}\n`;
  for await (const line of lines) {
    const item = JSON.parse(line) as Item;
    yield `${csvLine(columns.map((column) => csvValue(item, column)))}\n`;
  }
}

function csvValue(item: Item, { name, kind }: Column): CsvValue {
  const value = item[name];
  if (value === undefined || value === null) return undefined;
  const isPlain = typeof value === "number" || (typeof value === "string" && kind !== "json");
  return isPlain ? value : JSON.stringify(value);
}

/** Rows of a group, which are in memory together. */
const GROUP = 10_000;

/** The types of Parquet that columns have; amounts are larger than its integers. */
const TYPES = { integer: "INT64", text: "STRING", json: "JSON" } as const;

/** A column with its values, as the library takes it. */
interface ColumnData {
  readonly name: string;
  readonly type: (typeof TYPES)[Column["kind"]];
  readonly data: unknown[];
}

/** Loads the writer of Parquet files, which writes a group of rows at a time. */
async function parquetWriter(): Promise<FileWriter> {
  const { fileWriter, ParquetWriter, schemaFromColumnData } = await loadOptional(
    "Parquet",
    "hyparquet-writer",
    () => import("hyparquet-writer"),
  );
  return async (lines, file, request) => {
    const columns = columnsOf(request);
    const schema = schemaFromColumnData({ columnData: columnData(columns, []) });
    const writer = new ParquetWriter({ writer: fileWriter(file), schema });
    for await (const items of groupsOf(lines))
      await writer.write({ columnData: columnData(columns, items), rowGroupSize: GROUP });
    await writer.finish();
  };
}

async function* groupsOf(lines: AsyncIterable<string>): AsyncGenerator<readonly Item[]> {
  let items: Item[] = [];
  for await (const line of lines) {
    items.push(JSON.parse(line) as Item);
    if (items.length < GROUP) continue;
    yield items;
    items = [];
  }
  if (items.length > 0) yield items;
}

function columnData(columns: readonly Column[], items: readonly Item[]): ColumnData[] {
  return columns.map(({ name, kind }) => ({
    name,
    type: TYPES[kind],
    data: items.map((item) => parquetCell(item[name], kind)),
  }));
}

function parquetCell(value: unknown, kind: Column["kind"]): unknown {
  if (value === undefined || value === null) return null;
  return kind === "integer" ? BigInt(value as number) : value;
}
