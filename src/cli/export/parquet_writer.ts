import { loadOptional } from "../load_optional.ts";
import { type Column, columnsOf } from "./columns_of.ts";
import type { Item } from "./export_source.ts";
import type { ExportWriter } from "./export_writer.ts";

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

/** Loads what writes items as Parquet, a group of rows at a time. */
export async function parquetWriter(): Promise<ExportWriter> {
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
    data: items.map((item) => cellOf(item[name], kind)),
  }));
}

function cellOf(value: unknown, kind: Column["kind"]): unknown {
  if (value === undefined || value === null) return null;
  return kind === "integer" ? BigInt(value as number) : value;
}
