import { existsSync } from "node:fs";
import { join } from "node:path";
import { execute } from "../run_tool.ts";
import { type Specs, FILES, loadSpecs } from "../specs/specs.ts";
import { SpecFile } from "../specs/spec_file.ts";

/** Most bytes of a spec. */
const MOST = 100_000_000;

/**
 * Reads both specs as they were: from the folder `base`, or of the commit that `base` names in the repository of
 * `root`.
 */
export async function baseSpecs(root: string, base: string): Promise<Specs> {
  if (FILES.every((file) => existsSync(join(base, file)))) return loadSpecs(base);
  const commit = await git(
    root,
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${base}^{commit}`,
  ).catch(() => {
    throw new Error(
      `Cannot compare with ${base}: it is neither a commit of this repository nor a folder with ${FILES.join(" and ")}`,
    );
  });
  const [openapi, openrpc] = await Promise.all(
    FILES.map(
      async (file) => new SpecFile(file, await readFileAt(root, commit.trim(), file, base)),
    ),
  );
  return { openapi: openapi as SpecFile, openrpc: openrpc as SpecFile };
}

/** The newest release that the checked-out commit comes after: its tag `v…`; undefined where there is none. */
export async function lastRelease(root: string): Promise<string | undefined> {
  const tags = ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"];
  const tag = await git(root, ...tags).catch(() => "");
  return tag.trim() || undefined;
}

async function readFileAt(
  root: string,
  commit: string,
  file: string,
  name: string = commit,
): Promise<string> {
  return git(root, "show", `${commit}:./${file}`).catch(() => {
    throw new Error(`Cannot compare with ${name}: it has no ${file}`);
  });
}

async function git(root: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute("git", args, { cwd: root, maxBuffer: MOST });
  return stdout;
}
