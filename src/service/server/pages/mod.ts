/**
 * Paths beside the interface: the index page, the published docs, health, readiness and metrics.
 *
 * @module
 */
export * from "./answer_page.ts";
export * from "./page_parts.ts";
export { SiteFiles } from "./site_files.ts";
