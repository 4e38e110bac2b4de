/**
 * The published documentation: one page for both specs, the guides and the reference of the library, and the
 * specs themselves, each self-contained.
 *
 * @module
 */
export * from "./build_site.ts";
export * from "./source_hash.ts";
