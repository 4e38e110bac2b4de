import type { Render } from "../store.ts";

/** Location of a SQLite store, and how it renders and checks its records. */
export interface SqliteStoreOptions {
  /** A file, made with its folder where there is none, or `:memory:`. @default {":memory:"} */
  readonly path?: string;
  readonly render: Render;
  /** Creates a missing file. @default {true} */
  readonly create?: boolean;
  /** Checks the newest records before the store is opened. @default {true} */
  readonly check?: boolean;
  /** Most events in the log, from 1. @default {10_000} */
  readonly maximumEvents?: number;
  /** Name of the event log's epoch, one for each opening. @default a random one */
  readonly epoch?: string;
}
