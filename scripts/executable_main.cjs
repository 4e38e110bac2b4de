/**
 * The program in the executable of `npm run executable`. It puts its files into the user's cache when they are not there
 * yet, in a folder that is named for them, and runs the command line from there.
 */
const { createHash } = require("node:crypto");
const {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require("node:fs");
const { homedir, tmpdir } = require("node:os");
const path = require("node:path");
const { getRawAsset } = require("node:sea");
const { pathToFileURL } = require("node:url");
const { deserialize } = require("node:v8");
const { constants, Script } = require("node:vm");
const { brotliDecompressSync } = require("node:zlib");

const packed = Buffer.from(getRawAsset("files"));
const name = "alphadelta-" + createHash("sha256").update(packed).digest("hex").slice(0, 16);

function unpackIn(cache) {
  const folder = path.join(cache, name);
  if (existsSync(folder)) return requireOwn(folder);
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(folder + "-");
  for (const [file, bytes] of deserialize(brotliDecompressSync(packed))) {
    mkdirSync(path.dirname(path.join(fresh, file)), { recursive: true });
    // On the disk before the folder has its name: after a loss of power it would be taken for whole.
    writeFileSync(path.join(fresh, file), bytes, { flush: true });
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
  throw new Error(
    "Cannot use " + folder + ": it is not this user's. Remove it, or set XDG_CACHE_HOME.",
  );
}

function unpack() {
  try {
    return unpackIn(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"));
  } catch {
    return unpackIn(tmpdir());
  }
}

const main = pathToFileURL(path.join(unpack(), "dist/cli/main.js")).href;
const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
new Script("import(" + JSON.stringify(main) + ")", { importModuleDynamically }).runInThisContext();
