import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { withExamples } from "./_guide_blocks.ts";

/** The guides in the order of the menu; other files of `docs` follow. */
const ORDER = `
  getting_started reading lists batches token_transfers submission events deliveries queries limits
  flows recipes testing runtimes explorer command_line service devnet fleet gateway proxy operation
  specs extensions maintaining releasing
`
  .trim()
  .split(/\s+/);

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
  const sorted = names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const files = [...sorted.map((name) => `docs/${name}`), ...FURTHER];
  const known = new Set(["README.md", ...files]);
  for (const file of known) {
    const guide = await withExamples(await readFile(join(root, file), "utf8"), root);
    const page = pageOf(guide, file, known);
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), page);
  }
  return { readme: join(folder, "README.md"), guides: files.map((file) => join(folder, file)) };
}

function rank(name: string): number {
  const at = ORDER.indexOf(basename(name, ".md"));
  return at < 0 ? ORDER.length : at;
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
  return `---\ntitle: ${title}\ncategory: Guides\n---\n${linked}`;
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
