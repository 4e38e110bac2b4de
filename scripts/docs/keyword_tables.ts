import { PLACES, type Place } from "../specs/meta/mod.ts";

/** The table of verdicts as text: one table for each place, what is refused behind what follows. */
export function keywordTables(): string {
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
