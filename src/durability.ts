/**
 * When a write to a file of SQLite counts as done, and so is answered and announced:
 *
 * - `full`: once it is on the disk. It survives a loss of power.
 * - `relaxed`: once the system has it. It survives the end of the process; a loss of power may take what was written since
 *   the last checkpoint.
 *
 * Either way what is there afterwards is whole.
 */
export type Durability = "full" | "relaxed";

/**
 * The statements that set the durability of a connection. On macOS `fsync` leaves data in the cache of the disk, and
 * `fullfsync` does not; elsewhere that changes nothing.
 */
export const DURABILITY_PRAGMAS: Readonly<Record<Durability, string>> = {
  full: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON",
  relaxed: "PRAGMA synchronous = NORMAL",
};
