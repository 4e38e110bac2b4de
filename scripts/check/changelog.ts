import { type Change, formatChange } from "../diff/mod.ts";

const HEADING = /^## +\[?v?([^\]\s]+)/;

/** Changes of the specs since `release`, a tag, that `CHANGELOG.md` does not mention; none without a tag. */
export function changelogFaults(
  changelog: string,
  release: string | undefined,
  changes: readonly Change[],
): string[] {
  const lines = changelog.split("\n");
  const titles = lines.map((line) => HEADING.exec(line)?.[1]);
  if (!titles.includes("Unreleased")) return ['CHANGELOG.md: has no heading "## Unreleased"'];
  if (release === undefined) return [];
  const version = release.replace(/^v/, "");
  const end = titles.indexOf(version);
  if (end < 0) return [`CHANGELOG.md: has no heading "## ${version}" for the release ${release}`];
  const announced = namesIn(lines.slice(0, end).join("\n"));
  const unannounced = changes.filter(
    (change) => change.level !== "cosmetic" && !announced.has(nameOfChange(change)),
  );
  return unannounced.map(
    (change) =>
      `CHANGELOG.md: does not name \`${nameOfChange(change)}\` above "## ${version}":\n${formatChange(change)}`,
  );
}

/** The words within code spans. */
function namesIn(text: string): ReadonlySet<string> {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
  return new Set(spans.flatMap((span) => span.split(/[^\w-]+/)));
}

/**
 * The name of a change in the changelog: that of the component it stands in, else of the operation, method,
 * topic or row, else the first key of the spec.
 */
function nameOfChange({ pointer, affects }: Change): string {
  const [, first = "", , component] = pointer.split("/");
  if (first === "components" && component !== undefined) return component;
  return affects[0] ?? first;
}
