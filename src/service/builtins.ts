/**
 * Modules of Node that the service takes from the running Node rather than by an import.
 *
 * An import of `node:http` by name reads every export, `WebSocket` and `fetch` of the client side among them, which loads
 * 20 modules that a server has no use for. An import of `node:sqlite` ends a program on an older Node before any of its
 * code runs, and does not say why.
 *
 * @module
 */
import { oldNode } from "../node_floor.ts";

export const http: typeof import("node:http") = process.getBuiltinModule("node:http");

const sqlite = process.getBuiltinModule("node:sqlite");
if (sqlite === undefined) throw oldNode("run alphadelta");

/** A database of SQLite. */
export const DatabaseSync: typeof import("node:sqlite").DatabaseSync = sqlite.DatabaseSync;
export type DatabaseSync = import("node:sqlite").DatabaseSync;
