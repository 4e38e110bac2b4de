import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProcess } from "./run_process.ts";

/** Packs the package at `root` and installs the tarball into `folder`, beside the suite. */
export async function installPackage(root: string, folder: string): Promise<void> {
  await runProcess("npm", ["run", "tarball", "--", "--if-stale"], { cwd: root });
  const packed = join(root, "tarball");
  const listing = await readFile(join(packed, "listing.json"), "utf8");
  const { filename } = JSON.parse(listing) as { readonly filename: string };
  const manifest = { name: "runtimes", private: true, type: "module" };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  await runProcess("npm", ["install", ...flags, join(packed, filename)], { cwd: folder });
  for (const part of ["suite", "hosts"]) {
    await cp(join(root, "test/runtimes", part), join(folder, part), { recursive: true });
  }
}
