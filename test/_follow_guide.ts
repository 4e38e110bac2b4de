import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A step of a guide: a block of text, and where it goes. */
interface Step {
  readonly file: string;
  /** Places the block above the line `at` or in its place; undefined for a new file. */
  readonly how: "above" | "in place of" | undefined;
  readonly at: string;
  readonly block: string;
}

const STEP =
  /(?:In|in|Write) `([^`]+)`(?:, (above|in place of)\s+`([^`]+)`)?:\n\n(?:<!--.*-->\n+)?```\w*\n([\s\S]*?)^```$/gm;

/** The steps of a guide in Markdown that change files. */
export function stepsOf(guide: string): Step[] {
  return [...guide.matchAll(STEP)].map(([, file = "", how, at = "", block = ""]) => ({
    file,
    how: how as Step["how"],
    at,
    block,
  }));
}

/** Does what `step` says in the folder `root`. */
export async function followStep(root: string, { file, how, at, block }: Step): Promise<void> {
  const path = join(root, file);
  if (how === undefined) {
    await mkdir(dirname(path), { recursive: true });
    return writeFile(path, block);
  }
  const lines = (await readFile(path, "utf8")).split("\n");
  const index = lines.indexOf(at);
  if (index < 0 || lines.lastIndexOf(at) !== index)
    throw new Error(`Cannot follow the guide: "${at}" is no line that stands once in ${file}`);
  lines.splice(index, how === "above" ? 0 : 1, block.replace(/\n$/, ""));
  return writeFile(path, lines.join("\n"));
}
