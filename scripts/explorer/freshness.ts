import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { HASH_FILE, isBuiltFrom } from "../docs/source_hash.ts";
import { ROOT } from "../run_tool.ts";

/** Inputs of the explorer: its own sources, the client's, the scripts and the versions of the libraries. */
const FOLDERS = ["explorer", "src", "scripts/explorer"];
const FILES = ["lean-qr", "preact", "uplot", "vite"].map(
  (name) => `node_modules/${name}/package.json`,
);

/** Parts of these folders that no client holds, and what is built. */
const LEFT_OUT = ["explorer/dist", "src/cli", "src/devnet", "src/generated/service", "src/service"];

/** Pages that a built explorer has. */
const PAGES = ["index.html", "service.html"];

/** Tells whether `folder` holds the explorer as it is built from the present sources. */
export async function isExplorerFresh(folder: string): Promise<boolean> {
  return isBuiltFrom(folder, await explorerHash(), PAGES);
}

/** Hash of all that the explorer is built from. */
export async function explorerHash(): Promise<string> {
  const folders = await Promise.all(FOLDERS.map(filesBelow));
  const hash = createHash("sha256");
  for (const name of [...folders.flat(), ...FILES].toSorted()) {
    const text = await readFile(join(ROOT, name));
    hash.update(`${name}\n${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}

export { HASH_FILE };

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter(
      (name) => !LEFT_OUT.some((part) => name.startsWith(`${part}/`)) && !name.includes("/."),
    );
}
