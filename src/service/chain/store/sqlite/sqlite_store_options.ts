import type { Render } from "../store.ts";

/** Where a SQLite store is, and how it renders and checks its records. */
export interface SqliteStoreOptions {
  /** A file, made with its folder where there is none, or `:memory:`. @default {":memory:"} */
  readonly path?: string;
  readonly render: Render;
  /** Whether a file that is not there is made. @default {true} */
  readonly create?: boolean;
  /** Whether what was written last is checked before the store is handed out. @default {true} */
  readonly check?: boolean;
  /** Whether a file of the release before this one is migrated; else it is refused and stays as it is. @default {true} */
  readonly migrate?: boolean;
  /** Most events in the log, from 1. @default {10_000} */
  readonly maximumEvents?: number;
}
