/**
 * The published documentation: one page for both documents, and the documents themselves, each self-contained.
 *
 * @module
 */
export * from "./build_site.ts";
export * from "./source_hash.ts";
