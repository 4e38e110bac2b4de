/**
 * Control characters and bytes, as the other modules of the package use them. No entry of the package.
 *
 * @module
 */
export { concatBytes } from "./concat_bytes.ts";
export { escapeControls } from "./escape_controls.ts";
