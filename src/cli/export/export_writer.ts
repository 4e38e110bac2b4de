import type { ExportRequest } from "./export_source.ts";

/** Writes the file of a format from the lines of JSON in `spool`. */
export type ExportWriter = (spool: string, file: string, request: ExportRequest) => Promise<void>;
