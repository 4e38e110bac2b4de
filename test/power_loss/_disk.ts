import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireProgram } from "../_programs.ts";

/** False where a loss of power cannot be played: the shim is one of Linux. */
export const canLosePower = process.platform === "linux";

/** Decides of what was not synchronised, write by write, whether it is on the disk all the same. */
export type Survival = () => boolean;

/** Nothing but what was synchronised is on the disk. */
export const NOTHING_ELSE: Survival = () => false;

/** Bytes that are written to the disk as a whole. */
const PAGE = 4096;

/** A file or folder of a folder. */
interface Entry {
  readonly kind: "d" | "f";
  /** Number of its inode. */
  readonly number: string;
}

type Entries = ReadonlyMap<string, Entry>;

const NO_ENTRIES: Entries = new Map();

/**
 * A folder on a disk that loses its power. Programs that run with its variables have what they synchronise there copied,
 * by `shim.c`; after a loss of power their files are as these copies say.
 */
export class Disk {
  /** The folder whose files are on the disk. */
  readonly folder: string;
  readonly #base = mkdtempSync(join(realpathSync(tmpdir()), "power-loss-"));
  readonly #copies = join(this.#base, "copies");
  readonly #library = compileShim();

  /** @throws {Error} If the shim cannot be compiled. */
  constructor() {
    this.folder = join(this.#base, "disk");
    mkdirSync(this.folder);
    this.synchronise();
  }

  /** Variables of a program whose files are on the disk; with `at` it is killed before its synchronisation of that number. */
  variables(at?: number): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      POWER_LOSS_ROOT: this.folder,
      POWER_LOSS_DISK: this.#copies,
      ...(at !== undefined && { POWER_LOSS_AT: String(at) }),
    };
  }

  /** Cuts the power, once every program has been killed: puts back what is on the disk, on which all of that is safe. */
  losePower(survives: Survival = NOTHING_ELSE): void {
    const before = join(this.#base, "before");
    const number = numberOf(this.folder);
    renameSync(this.folder, before);
    mkdirSync(this.folder);
    this.#restoreFolder(number, before, this.folder, survives);
    rmSync(before, { recursive: true });
    this.synchronise();
  }

  remove(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }

  /** Takes everything that is there as synchronised. */
  synchronise(): void {
    rmSync(this.#copies, { recursive: true, force: true });
    for (const kind of ["files", "folders", "links"])
      mkdirSync(join(this.#copies, kind), { recursive: true });
    this.#keepFolder(this.folder);
  }

  #keepFolder(path: string): void {
    const lines = [...entriesOf(path)].map(([name, { kind, number }]) => {
      if (kind === "d") this.#keepFolder(join(path, name));
      else {
        copyFileSync(join(path, name), this.#copy("files", number));
        linkSync(join(path, name), this.#copy("links", number));
      }
      return `${kind} ${number} ${name}\n`;
    });
    writeFileSync(this.#copy("folders", numberOf(path)), lines.join(""));
  }

  /**
   * @param number Number of the folder.
   * @param latest Where it is; undefined of one that was moved or removed since.
   */
  #restoreFolder(
    number: string,
    latest: string | undefined,
    target: string,
    survives: Survival,
  ): void {
    const synced = this.#syncedEntries(number);
    const present = latest === undefined ? NO_ENTRIES : entriesOf(latest);
    for (const name of new Set([...synced.keys(), ...present.keys()])) {
      const [old, now] = [synced.get(name), present.get(name)];
      const isSame = old?.number === now?.number;
      const entry = isSame || !survives() ? old : now;
      if (!entry) continue;
      const path =
        latest !== undefined && entry.number === now?.number ? join(latest, name) : undefined;
      const to = join(target, name);
      if (entry.kind === "f") this.#restoreFile(entry.number, path, to, survives);
      else {
        mkdirSync(to);
        this.#restoreFolder(entry.number, path, to, survives);
      }
    }
  }

  #restoreFile(number: string, path: string | undefined, target: string, survives: Survival): void {
    const link = this.#copy("links", number);
    const latest = existsSync(link) ? link : path;
    const now = latest === undefined ? undefined : readFileSync(latest);
    const mode = latest === undefined ? 0o600 : statSync(latest).mode;
    const copy = this.#copy("files", number);
    const synced = existsSync(copy) ? readFileSync(copy) : Buffer.alloc(0);
    writeFileSync(target, now ? mixed(synced, now, survives) : synced, { mode });
  }

  #syncedEntries(number: string): Entries {
    const path = this.#copy("folders", number);
    if (!existsSync(path)) return NO_ENTRIES;
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    return new Map(
      lines.map((line) => {
        const [, kind, id = "", name = ""] = /^([df]) (\d+) (.*)$/.exec(line) ?? [];
        return [name, { kind: kind === "d" ? "d" : "f", number: id }];
      }),
    );
  }

  #copy(kind: "files" | "folders" | "links", number: string): string {
    return join(this.#copies, kind, number);
  }
}

/**
 * Compiles the shim, once for all tests that use it as it is.
 *
 * @returns Path of the library.
 */
function compileShim(): string {
  const compiler = requireProgram("A C compiler");
  const source = join(import.meta.dirname, "shim.c");
  const digest = createHash("sha256").update(readFileSync(source)).digest("hex");
  const library = join(realpathSync(tmpdir()), `alphadelta-power-loss-${digest.slice(0, 16)}.so`);
  if (existsSync(library)) return library;
  const part = `${library}.${process.pid}`;
  const flags = ["-Wall", "-Werror", "-O2", "-shared", "-fPIC", "-o", part];
  const { status, stderr } = spawnSync(compiler, [...flags, source], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot compile ${source}: ${stderr}`);
  renameSync(part, library);
  return library;
}

function numberOf(path: string): string {
  return String(statSync(path, { bigint: true }).ino);
}

function entriesOf(folder: string): Entries {
  return new Map(
    readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const kind = entry.isDirectory() ? "d" : "f";
      return [entry.name, { kind, number: numberOf(join(folder, entry.name)) }];
    }),
  );
}

/** Content of which some pages that were not synchronised are on the disk, and others not. */
function mixed(synced: Buffer, latest: Buffer, survives: Survival): Buffer {
  const { length } = synced.length !== latest.length && survives() ? latest : synced;
  const content = Buffer.alloc(length);
  synced.copy(content);
  for (let at = 0; at < length; at += PAGE) {
    const page = latest.subarray(at, at + PAGE);
    if (!page.equals(synced.subarray(at, at + PAGE)) && survives()) page.copy(content, at);
  }
  return content;
}
