import { dirname, join } from "node:path";

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Circles of imports between files, each as the paths on its way and the first of them again. */
export function importCircles(sources: ReadonlyMap<string, string>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  function visit(file: string): void {
    const text = sources.get(file);
    if (text === undefined || done.has(file)) return;
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file]);
      return;
    }
    path.push(file);
    for (const [, specifier = ""] of text.matchAll(IMPORT)) visit(join(dirname(file), specifier));
    path.pop();
    done.add(file);
  }
  for (const file of sources.keys()) visit(file);
  return circles;
}
