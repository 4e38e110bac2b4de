import { readDeclarations } from "./declarations.ts";
import type { Entry } from "./entries.ts";

const HEADER = `# What programs can import, by entry, and where it is declared.
# Written by: npm run check -- --update
`;

/** The names that programs can import, as a text; `read` reads a file by its path below `src`. */
export function describeSurface(
  read: (file: string) => string,
  entries: readonly Pick<Entry, "key" | "entryPoint">[],
): string {
  const all = readDeclarations(read);
  const sections = entries.map(({ key, entryPoint }) => {
    const rows = all.exportsOf(entryPoint).map(([name, at]) => {
      const own = at.name === name ? "" : ` = ${at.name}`;
      return `  ${name}${own} (${at.file.replace(/\.ts$/, "")})`;
    });
    return `${key}\n${rows.toSorted().join("\n")}\n`;
  });
  return [HEADER, ...sections].join("\n");
}

/** The first lines in which two surfaces differ, for a message; empty if they are the same. */
export function surfaceFaults(committed: string, present: string): string[] {
  if (committed === present) return [];
  const [old, now] = [committed, present].map((text) => new Set(text.split("\n")));
  const gone = [...(old ?? [])].filter((line) => !now?.has(line)).map((line) => `- ${line.trim()}`);
  const added = [...(now ?? [])]
    .filter((line) => !old?.has(line))
    .map((line) => `+ ${line.trim()}`);
  const shown = [...gone, ...added].slice(0, SHOWN);
  return ["surface.txt: the public surface differs from it:", ...shown];
}

/** Most lines of a message. */
const SHOWN = 20;
