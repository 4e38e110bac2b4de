import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { putInPlace } from "../../../durable_files.ts";
import { REMEDY } from "../../chain/store/mod.ts";
import { openFile } from "../../sqlite.ts";
import { dataFile } from "./data_file.ts";
import { KEYS_FILE, storeName } from "./open_store.ts";

/**
 * Writes a copy of the chains, with their event logs, and of the keys of a data folder into another folder, also while a
 * service runs. Each file is as the original was at one moment, and appears when all of it is on the disk.
 *
 * @returns The names of the files, one after the other as they appear.
 * @throws {Error} If there is nothing to copy, a file of that name is in the other folder, or one of both cannot be used.
 */
export async function* backUp(data: string, to: string): AsyncGenerator<string> {
  const known = [...(Object.keys(SEGMENTS) as Segment[]).map(storeName), KEYS_FILE];
  const names = known.filter((name) => existsSync(join(data, name)));
  if (names.length === 0) throw new Error(`Cannot back up ${data}: it has no chain and no keys`);
  await dataFile(to, "");
  const taken = names.find((name) => existsSync(join(to, name)));
  if (taken !== undefined)
    throw new Error(`Cannot back up into ${to}: it has a file ${taken}; choose another folder`);
  for (const name of names) {
    await copyFile(join(data, name), join(to, name));
    yield name;
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  try {
    await rm(part, { force: true });
    // Empty, with the rights of the original: that of the keys has addresses.
    closeSync(openSync(part, "wx", statSync(from).mode & 0o777));
    openFile({ name: "file", path: from, create: false, remedy: REMEDY }, (database) => {
      database.exec("PRAGMA busy_timeout = 5000");
      database.prepare("VACUUM INTO ?").run(part);
      database.close();
    });
    await putInPlace(part, to);
  } catch (error) {
    for (const end of ["", "-journal"]) await rm(part + end, { force: true });
    throw error;
  }
}
