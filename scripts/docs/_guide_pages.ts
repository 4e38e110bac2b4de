import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

/** The guides by the doors of the README, in the order of the menu. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  "Build an app": [
    ...["getting_started", "reading", "lists", "batches", "token_transfers", "submission"],
    ...["events", "indexing", "deliveries", "queries", "limits", "recipes"],
    ...["testing", "runtimes", "explorer", "command_line"],
  ],
  "Run a service": ["service", "devnet", "fleet", "gateway", "proxy", "telemetry"],
  "Change the API": ["CONTRIBUTING", "specs", "extensions"],
  "Maintain the project": ["maintaining", "releasing", "fleet_figures", "CHANGELOG"],
};

/** The groups of guides, in their order. */
export const GUIDE_GROUPS = Object.keys(DOORS);
const ORDER = Object.values(DOORS).flat();

/** Pages of the repository that are guides too. */
const FURTHER = ["CONTRIBUTING.md", "CHANGELOG.md"];

/** Place on the site of a file of the repository; other files are named and not linked. */
const ON_SITE: Readonly<Record<string, string | undefined>> = {
  "openapi.yaml": "site:openapi.json",
  "openrpc.json": "site:openrpc.json",
  "flows.arazzo.yaml": "site:flows.arazzo.yaml",
};

/** The guides as files that the renderer reads. */
export interface GuidePages {
  readonly readme: string;
  readonly guides: readonly string[];
}

/**
 * Copies README and guides from `root` to `folder`, as the renderer wants them: named by their titles, with links within
 * the site, `extensions` in its place.
 */
export async function writeGuidePages(root: string, folder: string): Promise<GuidePages> {
  const names = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  const files = [...names.map((name) => `docs/${name}`), ...FURTHER].toSorted(
    (one, other) => rank(one) - rank(other),
  );
  const known = new Set(["README.md", ...files]);
  for (const file of known) {
    const guide = await withExamples(await readFile(join(root, file), "utf8"), root);
    const page = pageOf(guide, file, known);
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), page);
  }
  return { readme: join(folder, "README.md"), guides: files.map((file) => join(folder, file)) };
}

function rank(file: string): number {
  const at = ORDER.indexOf(basename(file, ".md"));
  if (at < 0) throw new Error(`Cannot place ${file}: name it in scripts/docs/_guide_pages.ts`);
  return at;
}

function groupOf(file: string): string | undefined {
  return GUIDE_GROUPS.find((group) => DOORS[group]?.includes(basename(file, ".md")));
}

function pageOf(text: string, file: string, known: ReadonlySet<string>): string {
  // Pictures and comments are the repository's own: the site holds text alone.
  const written = text.replaceAll(/^(?:!\[[^\]]*\]\([^)\s]+\)|<!--.*-->)\n\n?/gm, "");
  const linked = written.replaceAll(
    /\[([^\]]*)\]\(([^)\s]+)\)/g,
    (whole, label: string, to: string) => linkOf(whole, label, to, file, known),
  );
  if (file === "README.md") return linked.replace(/^# .*\n/, "");
  const [, title = basename(file, ".md")] = /^# (.*)\n/.exec(linked) ?? [];
  return `---\ntitle: ${title}\ncategory: ${groupOf(file)}\n---\n${linked}`;
}

/** A line of a guide in whose place the site shows a file of `examples`. */
const EXAMPLE = /^<!-- example: (\S+) -->$/gm;

/** A guide as the site has it, with the sources of its examples. */
export async function withExamples(guide: string, root: string): Promise<string> {
  const sources = await Promise.all(
    [...guide.matchAll(EXAMPLE)].map(async ([, path = ""]) => {
      const source = await readFile(join(root, path), "utf8");
      return `\`\`\`${extname(path).slice(1)}\n${source}\`\`\``;
    }),
  );
  return guide.replaceAll(EXAMPLE, () => sources.shift() ?? "");
}

function linkOf(
  whole: string,
  label: string,
  to: string,
  file: string,
  known: ReadonlySet<string>,
): string {
  if (/^(?:#|site:|https?:)/.test(to)) return whole;
  const [path = "", fragment] = to.split("#");
  const target = join(dirname(file), path);
  if (known.has(target)) return whole;
  const onSite = ON_SITE[target];
  return onSite && fragment === undefined ? `[${label}](${onSite})` : label;
}
