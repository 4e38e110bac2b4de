import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DeclarationName, type Declarations, readDeclarations } from "./declarations.ts";
import type { Entry } from "./entries.ts";

const HEADER = `# What programs can import, by entry, then the declarations behind it without their comments.
# Written by: npm run check -- --update
# Of src/generated only the names stand here: npm run diff compares the specs that it follows from.
`;

/** The public surface as a text, from the declarations that the compiler wrote to the folder `types`. */
export function describeSurface(types: string, entries: readonly Entry[]): string {
  const all = readDeclarations((file) => readFileSync(join(types, file), "utf8"));
  const exported = entries.map((entry) => ({
    entry,
    names: all.exportsOf(entry.entryPoint.replace(/\.ts$/, ".d.ts")),
  }));
  const values = exported.flatMap(({ names }) =>
    names.flatMap(([, at]) => (at.isType ? [] : `${at.file} ${at.name}`)),
  );
  const known = new Set(values);
  /** What no entry exports as a value is a type, also where a declaration speaks of it. */
  const asExported = ({ file, name }: DeclarationName): DeclarationName => ({
    file,
    name,
    isType: !known.has(`${file} ${name}`),
  });
  const reached = new Map<string, Set<string>>();
  const sections = exported.map(({ entry, names }) => {
    const rows = names.map(([name, at]) => {
      reach(all, at, asExported, reached);
      return `  ${name}${at.name === name ? "" : ` = ${at.name}`} (${at.file.replace(".d.ts", "")})`;
    });
    return `${entry.key}\n${rows.toSorted().join("\n")}\n`;
  });
  const files = [...reached.keys()].filter((file) => !isGenerated(file)).toSorted();
  const texts = files.map((file) => {
    const names = [...(reached.get(file) ?? [])].toSorted();
    const parts = names.map((name) => indent(all.textOf(asExported({ file, name }))));
    return `${file.replace(".d.ts", "")}\n${parts.join("\n")}\n`;
  });
  return [HEADER, ...sections, "# Declarations\n", ...texts].join("\n");
}

/** Notes `at` and every declaration that it speaks of. */
function reach(
  all: Declarations,
  at: DeclarationName,
  asExported: (at: DeclarationName) => DeclarationName,
  reached: Map<string, Set<string>>,
): void {
  const names = reached.get(at.file) ?? new Set();
  if (names.has(at.name)) return;
  reached.set(at.file, names.add(at.name));
  if (isGenerated(at.file)) return;
  for (const next of all.mentionedBy(asExported(at))) reach(all, next, asExported, reached);
}

function isGenerated(file: string): boolean {
  return file.startsWith("generated/");
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
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
