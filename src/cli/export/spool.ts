import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { placeOfFile, putInPlace } from "../../durable_files.ts";
import { type FileLock, isHeld, lockFile } from "../../file_lock.ts";
import { wrongUse } from "../exit_error.ts";
import { escapeControls } from "../../units/internal.ts";
import { toJson } from "../../units/mod.ts";
import type { ExportRequest, Item } from "./export_source.ts";

interface Checkpoint {
  /** Identity of the export: its request and its service. */
  readonly request: ExportRequest & { readonly segment: string; readonly endpoint: string };
  /** Resume token of the list; undefined before the first page. */
  readonly resume: string | undefined;
  readonly isDone: boolean;
  readonly items: number;
  readonly bytes: number;
}

/**
 * The items of an unfinished export to `FILE`, as lines of JSON in `FILE.part`, and a checkpoint in `FILE.checkpoint`. A
 * page is written before the checkpoint counts it. After a kill, the next run truncates the part to the checkpoint and
 * reads that page again. `FILE.lock` admits one run at a time.
 */
export class Spool {
  readonly path: string;
  /** Temporary path of the finished file. */
  readonly finished: string;
  readonly #out: string;
  readonly #lock: FileLock;
  #checkpoint: Checkpoint;

  private constructor(out: string, lock: FileLock, checkpoint: Checkpoint) {
    this.#out = out;
    this.#lock = lock;
    this.path = `${out}.part`;
    this.finished = `${out}.tmp`;
    this.#checkpoint = checkpoint;
  }

  /**
   * Opens the spool of `out`: the spool of an interrupted run of the same request, or else an empty one.
   *
   * @param mayReplace True if a file that is there is replaced, where no interrupted run left a spool.
   * @throws {ExitError} If the checkpoint belongs to another request, or `out` is no file, or exists and may not be replaced.
   * @throws {Error} If another run writes to `out`.
   */
  static async open(
    out: string,
    request: Checkpoint["request"],
    mayReplace = false,
  ): Promise<Spool> {
    await checkFolder(out);
    const place = await placeOfFile(out);
    if (place === undefined)
      throw wrongUse(`Cannot write ${out}: it is not a file. Choose another --out.`);
    const lock = lockOf(place);
    try {
      const checkpoint = await readCheckpoint(place);
      if (checkpoint && !continues(request, checkpoint.request))
        throw wrongUse(
          `Cannot resume ${out}: ${out}.checkpoint belongs to another export. Choose another --out, or remove that file.`,
        );
      if (!checkpoint && !mayReplace && (await stat(place).catch(() => undefined))?.size)
        throw wrongUse(
          `Cannot export to ${out}: it exists. Choose another --out, or replace it with --overwrite.`,
        );
      const fresh = { request, resume: undefined, isDone: false, items: 0, bytes: 0 };
      const isUsable = checkpoint && (await isSpooled(place, checkpoint));
      const spool = new Spool(place, lock, isUsable ? checkpoint : fresh);
      await withFile(spool.path, "a", (file) => file.truncate(spool.checkpoint.bytes));
      return spool;
    } catch (error) {
      await rm(`${place}.lock`, { force: true });
      lock.release();
      throw error;
    }
  }

  get checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  /** Appends the items of a page, with the resume token behind the page. */
  async add(items: readonly Item[], resume: string, isDone: boolean): Promise<void> {
    await this.#inFolder(() => this.#add(items, resume, isDone));
  }

  async #add(items: readonly Item[], resume: string, isDone: boolean): Promise<void> {
    const text = items.map((item) => `${lineOf(item)}\n`).join("");
    const { request, items: before, bytes } = this.#checkpoint;
    await withFile(this.path, "r+", async (file) => {
      await file.write(text, bytes);
      await file.sync();
    });
    const count = before + items.length;
    const size = bytes + Buffer.byteLength(text);
    this.#checkpoint = { request, resume, isDone, items: count, bytes: size };
    const path = `${this.#out}.checkpoint`;
    await writeFile(`${path}.tmp`, toJson(this.#checkpoint), { mode: 0o600 });
    await putInPlace(`${path}.tmp`, path);
  }

  /** Puts the finished file in its place, and removes the checkpoint. */
  async finish(): Promise<void> {
    await this.#inFolder(() => putInPlace(this.finished, this.#out));
    await this.#remove();
  }

  /** Leaves no file where there is nothing to go on with. */
  async abandon(): Promise<void> {
    if (this.#checkpoint.resume === undefined) await this.#remove();
  }

  async #remove(): Promise<void> {
    // The lock goes last: a run that starts meanwhile is refused, or finds no file of this run.
    for (const end of ["part", "checkpoint", "checkpoint.tmp", "lock"])
      await rm(`${this.#out}.${end}`, { force: true });
  }

  /** Reports a removed folder as such, rather than as a missing file. */
  async #inFolder(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await checkFolder(this.#out);
      throw error;
    }
  }

  /** Releases the lock, so that another run may resume the export. */
  close(): void {
    this.#lock.release();
  }
}

/** The lock of an export to `out`. */
function lockOf(out: string): FileLock {
  try {
    return lockFile(`${out}.lock`);
  } catch (error) {
    if (!isHeld(error)) throw error;
    throw new Error(
      `Cannot export to ${out}: another run writes it. Wait for that one, or choose another --out.`,
      { cause: error },
    );
  }
}

async function withFile(
  path: string,
  mode: string,
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, mode);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

async function checkFolder(out: string): Promise<void> {
  const folder = dirname(resolve(out));
  if (await stat(folder).catch(() => undefined)) return;
  throw wrongUse(
    `Cannot write ${out}: there is no folder ${folder}. Create it, or choose another --out.`,
  );
}

/** Reads the checkpoint; undefined without one, or if a crash of the machine left it unreadable. */
async function readCheckpoint(out: string): Promise<Checkpoint | undefined> {
  try {
    return JSON.parse(await readFile(`${out}.checkpoint`, "utf8")) as Checkpoint;
  } catch {
    return undefined;
  }
}

/** True if the part has all bytes that the checkpoint counts. */
async function isSpooled(out: string, { bytes }: Checkpoint): Promise<boolean> {
  const spooled = await stat(`${out}.part`).catch(() => undefined);
  return spooled !== undefined && spooled.size >= bytes;
}

/** True if a request resumes an earlier one. Without `--to`, each ends at the newest block of its own start. */
function continues(request: Checkpoint["request"], earlier: Checkpoint["request"]): boolean {
  return (
    toJson({ ...earlier, to: 0 }) === toJson({ ...request, to: 0 }) && earlier.to <= request.to
  );
}

/** Bytes of one read from the end of a file. */
const CHUNK = 256 * 1024;
const LINE_END = 0x0a;

/** An item as JSON, with characters escaped that some readers treat as a line end. */
export function lineOf(item: Item): string {
  return escapeControls(toJson(item));
}

/** Reads the lines of a file, in order or from the last to the first. */
export function readLines(path: string, isBackwards: boolean): AsyncIterable<string> {
  return isBackwards ? linesBackwards(path) : createInterface({ input: createReadStream(path) });
}

async function* linesBackwards(path: string): AsyncGenerator<string> {
  const file = await open(path);
  try {
    let { size: left } = await file.stat();
    // The end of a line whose start is not read yet.
    let rest = Buffer.alloc(0);
    while (left > 0) {
      const length = Math.min(CHUNK, left);
      left -= length;
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, left);
      const bytes = Buffer.concat([buffer, rest]);
      const end = bytes.indexOf(LINE_END) + 1;
      const start = left === 0 ? 0 : end === 0 ? bytes.length : end;
      rest = bytes.subarray(0, start);
      const lines = bytes.subarray(start).toString().split("\n");
      yield* lines.filter((line) => line !== "").toReversed();
    }
  } finally {
    await file.close();
  }
}
