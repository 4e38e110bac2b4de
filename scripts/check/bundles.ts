import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import type { Entry } from "./entries.ts";
import { moduleOf, MODULES } from "./modules.ts";

/** An entry as a bundler sees it. */
export interface Bundle {
  readonly entry: Entry;
  /** Bytes after minifying and gzip. */
  readonly size: number;
  /** Files below `src` that are in it. */
  readonly files: readonly string[];
  /** Modules of Node that it imports. */
  readonly node: readonly string[];
  readonly text: string;
}

/** Bundles an entry for a browser. */
export async function bundleEntry(root: string, entry: Entry): Promise<Bundle> {
  const source = join(root, "src");
  const result = await build({
    entryPoints: [join(source, entry.entryPoint)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    legalComments: "none",
    external: ["node:*"],
    logLevel: "silent",
  });
  const text = result.outputFiles[0]?.text ?? "";
  const inputs = Object.keys(result.metafile.inputs).map((path) =>
    relative(source, join(root, path)),
  );
  const files = inputs.filter((path) => !path.startsWith(".."));
  return { entry, size: gzipSync(text).length, files, node: nodeImports(result.metafile), text };
}

function nodeImports({ inputs }: Metafile): string[] {
  return Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ path }) => path.startsWith("node:"))
      .map(({ path }) => `"${path}" in ${file}`),
  );
}

/** Advice about a bundle above its budget. */
const HOW_TO_RAISE =
  "An operation with a schema of two fields adds 50 bytes: where the change needs them, raise the row in scripts/check/size_budgets.ts to 3 % above the size";

/** Ways to run a text as code, which pages with a strict policy refuse. */
const RUNS_TEXT = /(?<![\w$."'`])(?:eval\b(?!["'`])|Function\s*\(|=\s*Function\b)/;

/** Problems with the bundles of entries that run anywhere; `budgets` are the most bytes of each entry. */
export function bundleFaults(
  bundles: readonly Bundle[],
  budgets: Readonly<Record<string, number>>,
): string[] {
  return [
    ...bundles.flatMap((bundle) => faultsOf(bundle, budgets[bundle.entry.key])),
    ...Object.keys(budgets)
      .filter((key) => !bundles.some(({ entry }) => entry.key === key))
      .map((key) => `${key}: has a size budget, but is not an entry for every runtime`),
  ];
}

function faultsOf(
  { entry, size, files, node, text }: Bundle,
  budget: number | undefined,
): string[] {
  const { key, reach } = entry;
  const strange = files.filter((file) => !reach.includes(moduleOf(file, MODULES) ?? file));
  const code = RUNS_TEXT.exec(text);
  const near = code ? text.slice(Math.max(0, code.index - 60), code.index + 60) : "";
  return [
    ...node.map((name) => `${key}: imports ${name}`),
    ...strange.map((file) => `${key}: bundles src/${file}, which the import rules forbid`),
    ...(code ? [`${key}: runs text as code: …${near}…`] : []),
    ...(budget === undefined ? [`${key}: has no size budget; it has ${size} bytes`] : []),
    ...(budget !== undefined && size > budget
      ? [`${key}: has ${size} bytes with gzip, the budget is ${budget}. ${HOW_TO_RAISE}`]
      : []),
  ];
}
