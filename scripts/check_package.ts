/**
 * Packs the package as it would be published and checks it: a copy of the sources in another folder gives the same bytes,
 * and publint and attw, which reads the types of each entry, find nothing. The package is for ES modules alone, so how
 * others would resolve it does not count.
 *
 * `--output` names a folder that the tarball is left in.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { readFlags } from "./read_flags.ts";
import { ROOT, runTool } from "./run_tool.ts";

const run = promisify(execFile);

/** Most differences that are shown. */
const SHOWN = 10;

const { output } = readFlags("check_package", { output: { type: "string" } });

const folder = await mkdtemp(join(tmpdir(), "alphadelta-package-"));
try {
  const tarball = await pack(ROOT, folder);
  tell("reproducible", await differenceOfCopy(tarball));
  tell("publint", await runTool("publint", "--strict", tarball));
  tell("attw", await runTool("attw", "--profile", "esm-only", "--no-emoji", tarball));
  if (output !== undefined) await cp(folder, output, { recursive: true });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Packs a project; npm builds what it publishes first. Resolves to the tarball. */
async function pack(project: string, into: string): Promise<string> {
  await run("npm", ["pack", "--silent", "--pack-destination", into], { cwd: project });
  const [name = ""] = (await readdir(into)).filter((file) => file.endsWith(".tgz"));
  return join(into, name);
}

/** What is said against a tarball that a copy of the sources does not give again; nothing where it does. */
async function differenceOfCopy(tarball: string): Promise<string> {
  const outside = await mkdtemp(join(tmpdir(), "copy-"));
  try {
    // At another depth, since a path in a file would often be as long.
    const copy = join(outside, "of/the/sources");
    const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const { stdout } = await run("git", listing, { cwd: ROOT });
    const files = stdout.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
    for (const file of files) await cp(join(ROOT, file), join(copy, file));
    await copyModules(join(copy, "node_modules"));
    const again = await pack(copy, dirname(copy));
    if ((await readFile(again)).equals(await readFile(tarball))) return "";
    return await differences(tarball, again);
  } finally {
    await rm(outside, { recursive: true, force: true });
  }
}

/** A link would be resolved to another path than that of a clone; hard links take no time, where both are of one disk. */
async function copyModules(target: string): Promise<void> {
  const source = join(ROOT, "node_modules");
  await run("cp", ["-al", source, target]).catch(() => run("cp", ["-a", source, target]));
}

/** Names the files of two tarballs that differ. */
async function differences(...tarballs: readonly string[]): Promise<string> {
  const listed = tarballs.map(async (tarball) => {
    const into = await mkdtemp(`${tarball}-`);
    await run("tar", ["xzf", tarball, "-C", into]);
    return into;
  });
  const compared = run("diff", ["-rq", ...(await Promise.all(listed))]);
  const text = await compared.then(
    () => "the same files, packed otherwise",
    ({ stdout }: { readonly stdout: string }) => stdout.split("\n").slice(0, SHOWN).join("\n"),
  );
  return `A copy of the files that git lists gives another package:\n${text}`;
}

function tell(name: string, text: string): void {
  console.log(`${text === "" ? "ok  " : "FAIL"} ${name}`);
  if (text === "") return;
  console.error(text.trimEnd());
  process.exitCode = 1;
}
