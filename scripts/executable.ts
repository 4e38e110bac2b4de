/**
 * Writes `release/alphadelta-linux-x64`, named for system and processor: Node and the command line in one file, with the
 * optional packages. `--output` names another folder.
 */
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
import { serialize } from "node:v8";
import { brotliCompressSync } from "node:zlib";
import { putInPlace } from "../src/durable_files.ts";
import { bundleCommandLine } from "./bundle_command_line.ts";
import { readFlags } from "./read_flags.ts";
import { execute, ROOT, runTool } from "./run_tool.ts";

/** The files that the service reads beside the command line. */
const FILES = ["package.json", "explorer/dist/**", "packed/**"];

/** Marks the place in Node's own executable where a program may stand. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** The program in the executable. */
const MAIN = join(import.meta.dirname, "executable_main.cjs");

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
  const files = join(work, "files");
  const blob = join(work, "blob");
  const config = join(work, "config.json");
  await writeFile(files, brotliCompressSync(serialize(await packageFiles())));
  // The feature by which the program loads its modules is experimental, which is no concern of its users.
  const execArgv = ["--disable-warning=ExperimentalWarning"];
  const settings = { main: MAIN, output: blob, assets: { files }, execArgv };
  await writeFile(config, JSON.stringify(settings));
  await execute(process.execPath, ["--experimental-sea-config", config]);
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

/** The files of the package that the command line needs, by path. */
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
