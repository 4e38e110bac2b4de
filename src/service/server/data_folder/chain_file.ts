import { existsSync } from "node:fs";

import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { checkStore, dumpStore, type Progress } from "../../chain/store/mod.ts";
import { openStoreFile, RENDER, storePath } from "./open_store.ts";

/** A chain kept in a data folder, while no service runs on it. */
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
 * Checks a kept chain in full: gives a sentence for each fault, none for a sound chain.
 *
 * @throws {Error} If the file is not there, is in use, or is no store.
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
  const store = openStoreFile(storePath(segment, data), { create: false, check: false });
  try {
    yield* checkStore(store, RENDER);
  } finally {
    await store.close();
  }
}

/**
 * Writes a kept chain as lines of JSON, one block at a time.
 *
 * @throws {Error} If the file is not there, is in use, is no sound store, or holds no blocks.
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
  const store = openStoreFile(storePath(segment, data), { create: false });
  try {
    yield* dumpStore(store, onProgress);
  } finally {
    await store.close();
  }
}
