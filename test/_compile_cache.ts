import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../node_modules/.cache/compiled");

/** Milliseconds that a compiled module is kept: those of temporary folders would accumulate. */
const KEPT = 86_400_000;

/**
 * Lets the tests, and every Node process that they start, reuse modules that this run or one before compiled: the command
 * line starts in 0.5 s of processor time instead of 1.2 s.
 */
export default async function useCompileCache(): Promise<void> {
  if (process.env.NODE_COMPILE_CACHE) return;
  await dropOld();
  process.env.NODE_COMPILE_CACHE = FOLDER;
}

async function dropOld(): Promise<void> {
  const names = await readdir(FOLDER, { recursive: true }).catch(() => []);
  for (const path of names.map((name) => join(FOLDER, name))) {
    const entry = await stat(path);
    if (entry.isFile() && Date.now() - entry.mtimeMs > KEPT) await rm(path, { force: true });
  }
}
