import { readdir } from "node:fs/promises";

/** The case files below `folder` as paths within it: `<operation or method>/<case>.io`, in order. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries
    .filter((path) => path.endsWith(".io"))
    .map((path) => path.split(/[\\/]/).join("/"))
    .toSorted();
}
