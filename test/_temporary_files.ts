import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";

/** Bytes that a run may need there: databases, data folders and browsers' profiles. */
const ROOM = 4 * 1_024 ** 3;

/**
 * Lets the tests keep their temporary files in memory where that has room: a database waits for the disk at each commit.
 * They go with the run, whatever a test leaves.
 */
export default async function useMemory(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TMPDIR || (await freeBytes()) < ROOM) return undefined;
  const folder = await mkdtemp(join(MEMORY, "alphadelta-tests-"));
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}

async function freeBytes(): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
