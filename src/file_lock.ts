/**
 * Locks of files.
 *
 * @module
 */

/** A lock that this process holds until it gives it up, or ends in whatever way. */
export interface FileLock {
  /** Gives it up. A second call does nothing. */
  release(): void;
}

/**
 * Takes the lock of a file, which is made where there is none and stays empty. SQLite holds it, and the system frees it when
 * the process ends. Of processes that ask at the same moment one waits until the others have given up.
 *
 * @throws {Error} If the file cannot be opened, or another one holds its lock.
 */
export function lockFile(path: string): FileLock {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA busy_timeout = 250; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    throw error;
  }
  return { release: () => void (database.isOpen && database.close()) };
}

/** True of the error of a lock that another one holds. */
export function isHeld(error: unknown): error is Error {
  return error instanceof Error && error.message.endsWith("database is locked");
}

/** Tells whether there is a process of that id; it may be another user's. */
export function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
