import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { loadOptional } from "../load_optional.ts";
import { type Column, columnsOf } from "./columns_of.ts";
import type { Item } from "./export_source.ts";
import type { ExportWriter } from "./export_writer.ts";

/** Loads what writes items as CSV, with the names of the columns in the first line. */
export async function csvWriter(): Promise<ExportWriter> {
  const { stringify } = await loadOptional("CSV", "csv-stringify", () => import("csv-stringify"));
  return async (lines, file, request) => {
    const columns = columnsOf(request);
    const names = columns.map(({ name }) => name);
    const rows = Readable.from(rowsOf(lines, columns));
    await pipeline(rows, stringify({ header: true, columns: names }), createWriteStream(file));
  };
}

async function* rowsOf(
  lines: AsyncIterable<string>,
  columns: readonly Column[],
): AsyncGenerator<unknown[]> {
  for await (const line of lines) {
    const item = JSON.parse(line) as Item;
    yield columns.map((column) => cellOf(item, column));
  }
}

function cellOf(item: Item, { name, kind }: Column): unknown {
  const value = item[name];
  return kind === "json" && value !== undefined ? JSON.stringify(value) : value;
}
