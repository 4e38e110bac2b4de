/**
 * Packs the package as it would be published and checks it: a copy of the sources in another folder gives the same bytes,
 * and publint and attw, which reads the types of each entry, find nothing. The package is for ES modules alone, so how
 * others would resolve it does not count.
 *
 * `--output` names a folder that the tarball is left in.
 */
import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { folderOf } from "./artifacts.ts";
import { printVerdict } from "./print_verdict.ts";
import { readFlags } from "./read_flags.ts";
import { execute, ROOT, runTool } from "./run_tool.ts";
import { inTemporaryFolder } from "./tree.ts";

/** Most differences that are shown. */
const SHOWN = 10;

const { output } = readFlags("check_package", { output: { type: "string" } });

await execute("npm", ["run", "tarball", "--", "--if-stale"], { cwd: ROOT });
const packed = await tarballIn(folderOf("tarball"));
printVerdict("reproducible", await differenceOfCopy(packed));
printVerdict("publint", await runTool("publint", "--strict", packed));
printVerdict("attw", await runTool("attw", "--profile", "esm-only", "--no-emoji", packed));
if (output !== undefined) {
  await mkdir(output, { recursive: true });
  await copyFile(packed, join(output, basename(packed)));
}

async function tarballIn(folder: string): Promise<string> {
  const [name = ""] = (await readdir(folder)).filter((file) => file.endsWith(".tgz"));
  return join(folder, name);
}

/** The difference of a tarball from one of a copy of the sources; empty where there is none. */
function differenceOfCopy(tarball: string): Promise<string> {
  return inTemporaryFolder(join(tmpdir(), "copy-"), async (outside) => {
    // At another depth, since a path in a file would often be as long.
    const copy = join(outside, "of/the/sources");
    const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const { stdout } = await execute("git", listing, { cwd: ROOT });
    const files = stdout.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
    for (const file of files) await cp(join(ROOT, file), join(copy, file));
    await copyModules(join(copy, "node_modules"));
    // npm builds the contents of the package first.
    const args = ["pack", "--silent", "--pack-destination", dirname(copy)];
    await execute("npm", args, { cwd: copy });
    const again = await tarballIn(dirname(copy));
    if ((await readFile(again)).equals(await readFile(tarball))) return "";
    return differences(outside, tarball, again);
  });
}

/**
 * Copies the installed packages, without the caches of earlier runs.
 *
 * A link would be resolved to another path than that of a clone; hard links take no time, where both are of one disk.
 */
async function copyModules(target: string): Promise<void> {
  const source = join(ROOT, "node_modules");
  await execute("cp", ["-al", source, target]).catch(() => execute("cp", ["-a", source, target]));
  await rm(join(target, ".cache"), { recursive: true, force: true });
}

/** Names the files of two tarballs that differ, which it unpacks in a folder. */
async function differences(folder: string, ...tarballs: readonly string[]): Promise<string> {
  const listed = tarballs.map(async (tarball) => {
    const into = await mkdtemp(join(folder, "unpacked-"));
    await execute("tar", ["xzf", tarball, "-C", into]);
    return into;
  });
  const compared = execute("diff", ["-rq", ...(await Promise.all(listed))]);
  const text = await compared.then(
    () => "the same files, packed otherwise",
    ({ stdout }: { readonly stdout: string }) => stdout.split("\n").slice(0, SHOWN).join("\n"),
  );
  return `A copy of the files that git lists gives another package:\n${text}`;
}
