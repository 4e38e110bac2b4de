import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A new folder outside the repository, removed when the test is over; a concurrent test passes its own hook, and so does a hook. */
export async function temporaryFolder(
  onFinished: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "alphadelta-test-"));
  onFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder inside the repository, where packages resolve; the caller removes it. */
export function folderInRepository(): Promise<string> {
  return mkdtemp(join(ROOT, "test/.tmp-"));
}

/** Copies both specs to a new folder below `folder`, to be changed there. */
export async function copySpecs(folder: string): Promise<string> {
  const target = await mkdtemp(join(folder, "specs-"));
  for (const file of ["openapi.yaml", "openrpc.json"]) {
    await copyFile(join(ROOT, file), join(target, file));
  }
  return target;
}
