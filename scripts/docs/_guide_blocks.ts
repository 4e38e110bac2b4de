import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { format } from "oxfmt";
import { type Place, PLACES } from "../specs/meta/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { extensionList } from "./_extension_list.ts";
import { flowSteps } from "./_flow_steps.ts";
import { optionTable } from "./_option_tables.ts";

/** A part of a guide that is made of something else, between two comments: its kind, and what is asked of it. */
const BLOCK = /(<!-- (\w+)(?:: ([^>]*))? -->)[^]*?(<!-- \/\2 -->)/g;

/** What the blocks of a kind hold, as Markdown. */
type Maker = (asked: string, root: string, specs: Specs) => string | Promise<string>;

const MAKERS: Readonly<Record<string, Maker | undefined>> = {
  example: exampleSource,
  flow: flowSteps,
  extensions: (_, __, specs) => extensionList(specs),
  keywords: keywordTables,
  options: optionTable,
};

/** A guide: as it is, and as it is with its blocks made anew. */
interface GuideText {
  /** From the repository's root. */
  readonly file: string;
  readonly present: string;
  readonly made: string;
}

/** The guides of the repository. */
export async function readGuides(root: string, specs: Specs): Promise<readonly GuideText[]> {
  const names = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  return Promise.all(
    names.map(async (name) => {
      const file = `docs/${name}`;
      const present = await readFile(join(root, file), "utf8");
      return { file, present, made: await withBlocks(present, root, specs) };
    }),
  );
}

/**
 * A guide with its blocks made anew, formatted.
 *
 * @throws {Error} If a block asks for something that there is not.
 */
export async function withBlocks(guide: string, root: string, specs: Specs): Promise<string> {
  const texts = await Promise.all(
    [...guide.matchAll(BLOCK)].map(async ([block, begin, kind = "", asked = "", end]) => {
      const made = await MAKERS[kind]?.(asked, root, specs);
      return made === undefined ? block : `${begin}\n\n${made}\n\n${end}`;
    }),
  );
  if (texts.length === 0) return guide;
  const whole = guide.replaceAll(BLOCK, () => texts.shift() ?? "");
  return (await format("guide.md", whole)).code;
}

async function exampleSource(path: string, root: string): Promise<string> {
  const source = await readFile(join(root, path), "utf8");
  return `\`\`\`${extname(path).slice(1)}\n${source}\`\`\``;
}

/** What becomes of each keyword: one table for each place, what is refused behind what follows. */
function keywordTables(): string {
  return Object.values(PLACES).map(tableOf).join("\n\n");
}

function tableOf({ name, keywords }: Place): string {
  const rows = Object.entries(keywords).map(([keyword, verdict]) => ({
    keyword,
    isRefused: "refused" in verdict,
    words: "refused" in verdict ? verdict.refused : verdict.follows,
  }));
  const sorted = rows.toSorted((one, other) => Number(one.isRefused) - Number(other.isRefused));
  const lines = sorted.map(
    ({ keyword, isRefused, words }) =>
      `| \`${keyword}\` | ${isRefused ? "refused" : "follows"} | ${words.replaceAll("|", "\\|")} |`,
  );
  const title = `## ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [
    title,
    "",
    "| keyword | verdict | where it is used, or what to do |",
    "| - | - | - |",
    ...lines,
  ].join("\n");
}
