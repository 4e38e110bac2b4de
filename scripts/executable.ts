/**
 * Writes `release/alphadelta-linux-x64`, named for system and processor: Node and the command line in one file, with the
 * optional packages. `--output` names another folder.
 */
import { execFile } from "node:child_process";
import {
  chmod,
  copyFile,
  glob,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serialize } from "node:v8";
import { brotliCompressSync } from "node:zlib";
import { putInPlace } from "../src/durable_files.ts";
import { bundleCommandLine } from "./build_dist.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT, runTool } from "./run_tool.ts";

/** The files that the service reads beside the command line. */
const FILES = ["package.json", "explorer/dist/**", "packed/**"];

/** Marks the place in Node's own executable where a program may stand. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * The program in the executable. It puts its files into the user's cache when they are not there yet, in a folder that
 * is named for them, and runs the command line from there.
 */
const MAIN = `
const { createHash } = require("node:crypto");
const { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { homedir, tmpdir } = require("node:os");
const { dirname, join } = require("node:path");
const { getRawAsset } = require("node:sea");
const { pathToFileURL } = require("node:url");
const { deserialize } = require("node:v8");
const { constants, Script } = require("node:vm");
const { brotliDecompressSync } = require("node:zlib");

const packed = Buffer.from(getRawAsset("files"));
const name = "alphadelta-" + createHash("sha256").update(packed).digest("hex").slice(0, 16);

function unpackIn(cache) {
  const folder = join(cache, name);
  if (existsSync(folder)) return requireOwn(folder);
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(folder + "-");
  for (const [path, bytes] of deserialize(brotliDecompressSync(packed))) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    // On the disk before the folder has its name: after a loss of power it would be taken for whole.
    writeFileSync(join(fresh, path), bytes, { flush: true });
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return requireOwn(folder);
}

/** Anyone can write to the folder for temporary files: what others put there is not run. */
function requireOwn(folder) {
  const found = lstatSync(folder);
  if (found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) return folder;
  throw new Error("Cannot use " + folder + ": it is not this user's. Remove it, or set XDG_CACHE_HOME.");
}

function unpack() {
  try {
    return unpackIn(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"));
  } catch {
    return unpackIn(tmpdir());
  }
}

const main = pathToFileURL(join(unpack(), "dist/cli/main.js")).href;
const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
new Script("import(" + JSON.stringify(main) + ")", { importModuleDynamically }).runInThisContext();
`;

const { output = join(ROOT, "release") } = readFlags("executable", { output: { type: "string" } });
const work = await mkdtemp(join(tmpdir(), "executable-"));
try {
  const target = join(output, `alphadelta-${process.platform}-${process.arch}`);
  await writeExecutable(target);
  console.log(`${target}  ${Math.ceil((await stat(target)).size / 1e6)} MB`);
} finally {
  await rm(work, { recursive: true, force: true });
}

async function writeExecutable(target: string): Promise<void> {
  const main = join(work, "main.cjs");
  const files = join(work, "files");
  const blob = join(work, "blob");
  const config = join(work, "config.json");
  await writeFile(main, MAIN);
  await writeFile(files, brotliCompressSync(serialize(await packageFiles())));
  // The feature by which the program loads its modules is experimental, which is no concern of its users.
  const execArgv = ["--disable-warning=ExperimentalWarning"];
  const settings = { main, output: blob, assets: { files }, execArgv };
  await writeFile(config, JSON.stringify(settings));
  await promisify(execFile)(process.execPath, ["--experimental-sea-config", config]);
  await mkdir(output, { recursive: true });
  const part = `${target}.part`;
  try {
    await copyFile(process.execPath, part);
    await chmod(part, 0o755);
    const faults = await runTool("postject", part, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE);
    if (faults !== "") throw new Error(`Cannot write ${target}:\n${faults}`);
    await putInPlace(part, target);
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * The files of the package that the command line needs, by path.
 *
 * @throws {Error} If those of the package have not been built.
 */
async function packageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const bundle = join(work, "dist/cli");
  await bundleCommandLine(bundle, []);
  const found = new Map<string, Uint8Array>();
  for (const [root, patterns] of [
    [work, ["dist/cli/**"]],
    [ROOT, FILES],
  ] as const)
    for await (const entry of glob([...patterns], { cwd: root, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      found.set(path.slice(root.length + 1), await readFile(path));
    }
  for (const built of ["packed/openapi.json", "explorer/dist/index.html"])
    if (!found.has(built))
      throw new Error(`Cannot write the executable: there is no ${built}; run "npm run prepack"`);
  return found;
}
