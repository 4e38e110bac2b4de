import type { ExportRequest } from "./export_source.ts";

/** Writes the file of a format from its items, each a line of JSON, in their order. */
export type ExportWriter = (
  lines: AsyncIterable<string>,
  file: string,
  request: ExportRequest,
) => Promise<void>;
