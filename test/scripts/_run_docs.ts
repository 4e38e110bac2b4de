import { execFile, type ExecFileException } from "node:child_process";
import { copyFile, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root of the repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What a program said, and its exit status; -1 where it did not start or was killed. */
export interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run docs` with `args`. */
export function runDocs(args: readonly string[]): Promise<Run> {
  return run(join(ROOT, "node_modules/.bin/tsx"), [join(ROOT, "scripts/docs.ts"), ...args]);
}

/** Runs a program in the root of the repository, with `env` on top of the environment. */
export function run(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(file, args, options, (error: ExecFileException | null, stdout, stderr) => {
      resolve({
        status: typeof error?.code === "number" ? error.code : error ? -1 : 0,
        stdout,
        stderr,
      });
    });
  });
}

/** Copies both documents to a new folder below `folder`, to be changed there. */
export async function copyDocuments(folder: string): Promise<string> {
  const target = await mkdtemp(join(folder, "documents-"));
  for (const file of ["openapi.yaml", "openrpc.json"])
    await copyFile(join(ROOT, file), join(target, file));
  return target;
}
