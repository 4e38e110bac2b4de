/**
 * Strings of others on their way to a terminal or a line. No entry of the package.
 *
 * @module
 */
export { escapeControls } from "./escape_controls.ts";
