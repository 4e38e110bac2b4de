import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { loadOptional } from "../load_optional.ts";
import { type Column, columnsOf } from "./columns_of.ts";
import type { Item } from "./export_source.ts";
import type { ExportWriter } from "./export_writer.ts";
import { readLines } from "./read_lines.ts";

/** Loads what writes items as CSV, with the names of the columns in the first line. */
export async function csvWriter(): Promise<ExportWriter> {
  const { stringify } = await loadOptional("CSV", "csv-stringify", () => import("csv-stringify"));
  return async (spool, file, request) => {
    const columns = columnsOf(request);
    const names = columns.map(({ name }) => name);
    const rows = Readable.from(rowsOf(spool, columns));
    await pipeline(rows, stringify({ header: true, columns: names }), createWriteStream(file));
  };
}

async function* rowsOf(spool: string, columns: readonly Column[]): AsyncGenerator<unknown[]> {
  for await (const item of readLines(spool)) yield columns.map((column) => cellOf(item, column));
}

function cellOf(item: Item, { name, kind }: Column): unknown {
  const value = item[name];
  return kind === "json" && value !== undefined ? JSON.stringify(value) : value;
}
