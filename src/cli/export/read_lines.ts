import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Item } from "./export_source.ts";

/** The items of a file of lines of JSON. */
export async function* readLines(path: string): AsyncGenerator<Item> {
  const input = createReadStream(path);
  for await (const line of createInterface({ input })) yield JSON.parse(line) as Item;
}
