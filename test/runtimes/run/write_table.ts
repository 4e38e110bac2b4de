import { readFile, writeFile } from "node:fs/promises";

const BEGIN = "<!-- runtimes -->";
const END = "<!-- /runtimes -->";

/** Puts a table between the marks of a guide. */
export async function writeTable(path: string, table: string): Promise<void> {
  const text = await readFile(path, "utf8");
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) {
    throw new Error(`Cannot write the table: ${path} must hold ${BEGIN} and, after it, ${END}`);
  }
  const head = text.slice(0, begin + BEGIN.length);
  await writeFile(path, `${head}\n\n${table}\n\n${text.slice(end)}`);
}
