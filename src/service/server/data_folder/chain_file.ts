import { existsSync } from "node:fs";

import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import {
  checkStore,
  describeDamage,
  dumpStore,
  type Progress,
  type Store,
} from "../../chain/store/mod.ts";
import { openStoreFile, RENDER, storePath } from "./open_store.ts";

/** A chain in a data folder, while no service runs on it. */
export interface ChainFile {
  /** The data folder. */
  readonly data: string;
  /** The segment whose chain it is. */
  readonly segment: Segment;
}

/**
 * The segments that a data folder has a file of.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createService, storedSegments } from "alphadelta/service";
 *
 * const data = await mkdtemp(join(tmpdir(), "chains-"));
 * const service = await createService({ data, segments: ["delta"], history: 3 });
 * await service.close();
 * console.log(storedSegments(data)); // ["delta"]
 * ```
 */
export function storedSegments(data: string): Segment[] {
  const all = Object.keys(SEGMENTS) as Segment[];
  return all.filter((segment) => existsSync(storePath(segment, data)));
}

/**
 * Checks a persisted chain in full: gives a sentence for each fault, none for a sound chain. The file stays as it is.
 *
 * @throws {Error} If the file is not there, is in use, is no store or one of another release, or cannot be read.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { checkChain, createService } from "alphadelta/service";
 *
 * const data = await mkdtemp(join(tmpdir(), "chains-"));
 * const service = await createService({ data, segments: ["delta"], history: 3 });
 * await service.close();
 * for await (const fault of checkChain({ data, segment: "delta" })) console.log(fault);
 * ```
 */
export async function* checkChain({ data, segment }: ChainFile): AsyncGenerator<string> {
  yield* readFile(storePath(segment, data), { check: false }, (store) => checkStore(store, RENDER));
}

/**
 * Writes a persisted chain as lines of JSON, one block at a time. The file stays as it is.
 *
 * @throws {Error} If the file is not there, is in use, is no sound store or one of another release, or holds no blocks.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createService, dumpChain } from "alphadelta/service";
 *
 * const data = await mkdtemp(join(tmpdir(), "chains-"));
 * const service = await createService({ data, segments: ["delta"], history: 3 });
 * await service.close();
 * for await (const line of dumpChain({ data, segment: "delta" })) console.log(line.length);
 * ```
 */
export async function* dumpChain(
  { data, segment }: ChainFile,
  onProgress?: Progress,
): AsyncGenerator<string> {
  yield* readFile(storePath(segment, data), { check: true }, (store) =>
    dumpStore(store, onProgress),
  );
}

/** Reads a file from beginning to end, and changes nothing in it. */
async function* readFile(
  path: string,
  { check }: { readonly check: boolean },
  read: (store: Store) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const store = openStoreFile(path, { create: false, migrate: false, check });
  try {
    yield* read(store);
  } catch (cause) {
    const damage = describeDamage(cause);
    throw damage === undefined
      ? cause
      : new Error(`Cannot read store at ${path}: ${damage}`, { cause });
  } finally {
    await store.close();
  }
}
