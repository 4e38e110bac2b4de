import { readdirSync } from "node:fs";
import { cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Run, run } from "./_run.ts";
import { folderInRepository, ROOT } from "./_temporary_folder.ts";
import { SMALL } from "./specs/_small_specs.ts";

/** Folder of the small specs. */
export const SPECS: string = fileURLToPath(SMALL);

/** Files of the generator, and the modules that generated code imports. */
const COPIED = [
  ...["scripts", "package.json", "tsconfig.json", "tsconfig.build.json", "redocly.yaml"],
  ...["src/parameters.ts", "src/tables.ts", "src/units", "src/validation", "src/zod"],
];

const GENERATED = readdirSync(join(ROOT, "src/generated"), { recursive: true }).filter((name) =>
  /\.(?:ts|json)$/.test(String(name)),
);

/** What the command prints when it has written everything. */
export const WROTE: string = `Wrote ${GENERATED.length} files to src/generated\n`;

/** A copy of the repository with the small specs, of which the scripts take themselves to be part. */
export async function copyGenerator(): Promise<string> {
  const copy = await folderInRepository();
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await cp(SPECS, copy, { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Runs the command of a copy. */
export function generateIn(copy: string, ...args: readonly string[]): Promise<Run> {
  return run("node", [join(copy, "scripts/generate.ts"), ...args]);
}

/** Leaves a `dist` that no build made. */
export async function emptyDist(copy: string): Promise<void> {
  await rm(join(copy, "dist"), { recursive: true, force: true });
  await mkdir(join(copy, "dist"));
  await writeFile(join(copy, "dist/stale.js"), "");
}

/** Folders in the `dist` of a copy. */
export async function builtIn(copy: string): Promise<string[]> {
  const names = await readdir(join(copy, "dist"));
  return names.filter((name) => !name.includes(".")).toSorted();
}
