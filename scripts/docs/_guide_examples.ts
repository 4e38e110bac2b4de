import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

/** A line of a guide in whose place the site shows a file of `examples`. */
const EXAMPLE = /^<!-- example: (\S+) -->$/gm;

/**
 * A guide as the site has it, with the sources of its examples.
 *
 * @throws {Error} If there is no such file.
 */
export async function withExamples(guide: string, root: string): Promise<string> {
  const sources = await Promise.all(
    [...guide.matchAll(EXAMPLE)].map(async ([, path = ""]) => {
      const source = await readFile(join(root, path), "utf8");
      return `\`\`\`${extname(path).slice(1)}\n${source}\`\`\``;
    }),
  );
  return guide.replaceAll(EXAMPLE, () => sources.shift() ?? "");
}
