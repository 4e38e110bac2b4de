/**
 * What changed between two versions of the documents.
 *
 * @module
 */
export * from "./base_documents.ts";
export * from "./change.ts";
export * from "./compare_documents.ts";
export * from "./format_changes.ts";
export * from "./unannounced.ts";
