import { dirname, join } from "node:path";
import { IMPORT, type Sources } from "./import_rules.ts";

/** Imports allowed to the explorer: the package as its users have it, and two libraries. */
const PACKAGES = /^(?:alphadelta(?:\/\w+)?|preact(?:\/hooks)?|lean-qr)$/;

/** Files that build it are no part of it. */
const BUILD = "vite.config.ts";

const VALUES = ["values", "session", "live", "hooks"];

/** Imports allowed to each folder and file of the explorer, besides its own files. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  values: [],
  session: ["values"],
  live: ["values", "session"],
  hooks: VALUES,
  charts: ["values"],
  components: [...VALUES, "charts"],
  devnet: [...VALUES, "components"],
  pages: [...VALUES, "components", "devnet"],
  "app.tsx": [...VALUES, "components", "devnet", "pages"],
  "main.tsx": ["app.tsx"],
};

/** Imports of the explorer that break its rules: of what is no public part of the package, or against the order of its folders. */
export function brokenExplorerImports(sources: Sources): string[] {
  const files = new Map([...sources].filter(([file]) => file !== BUILD));
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
      const fault = faultOf(file, specifier);
      return fault === undefined ? [] : [`explorer/${file}: imports "${specifier}": ${fault}`];
    }),
  );
}

function faultOf(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) {
    return PACKAGES.test(specifier)
      ? undefined
      : "it may import alphadelta, preact and lean-qr alone";
  }
  const own = folderOf(file);
  const other = folderOf(join(dirname(file), specifier));
  const allowed = IMPORTS[own];
  if (!allowed) return `${own} is not a part of scripts/check/explorer_imports.ts`;
  return other === own || allowed.includes(other) ? undefined : `${own} must not import ${other}`;
}

function folderOf(path: string): string {
  return path.split("/")[0] ?? "";
}
