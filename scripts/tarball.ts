/**
 * Packs the package into the folder `tarball`, beside npm's listing of it. `npm run tarball` builds before what it holds, as far
 * as that is stale.
 *
 * `--if-stale` does nothing where it was packed from the same files.
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderOf, HASH_FILE, hashOf, isBuilt } from "./artifacts.ts";
import { readFlags } from "./read_flags.ts";
import { execute, ROOT } from "./run_tool.ts";
import { freshFolder, moveInPlace } from "./tree.ts";

const { "if-stale": ifStale } = readFlags("tarball", { "if-stale": { type: "boolean" } });
const hash = await hashOf("tarball");
if (!ifStale || !(await isBuilt("tarball", hash))) await pack(folderOf("tarball"));

async function pack(folder: string): Promise<void> {
  const fresh = await freshFolder(folder);
  try {
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", fresh];
    const { stdout } = await execute("npm", args, { cwd: ROOT, maxBuffer: 1e7 });
    // An array, or since npm 12 an object by package.
    const [listing] = Object.values(JSON.parse(stdout) as object);
    await writeFile(join(fresh, "listing.json"), JSON.stringify(listing));
    await writeFile(join(fresh, HASH_FILE), `${hash}\n`);
    await moveInPlace(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
