import {
  baseSpecs,
  type Change,
  compareSpecs,
  LEVELS,
  type Level,
  releaseTags,
} from "../diff/mod.ts";
import { VERBS } from "../specs/calls.ts";
import { isObject, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import type { Specs } from "../specs/specs.ts";

/** A release by its tag, with its specs. */
export interface Release {
  readonly tag: string;
  readonly specs: Specs;
}

/** What a version changed of the one before it. */
interface Step {
  /** The tag of a release, or the name of what is not released yet. */
  readonly name: string;
  readonly changes: readonly Change[];
}

/** The page that lists the changes: its file among the guides, and its place in the site. */
export const CHANGES_GUIDE = "what_changed.md";
const CHANGES_PAGE = "library/documents/What_changed.html";

const UNRELEASED = "Unreleased";

/** Heading of the changes that are of no call. */
const WHOLE = "The specs as a whole";

/** The releases that the checked-out commit of `root` comes after, the oldest first. */
export async function readReleases(root: string): Promise<readonly Release[]> {
  const tags = await releaseTags(root);
  return Promise.all(tags.map(async (tag) => ({ tag, specs: await baseSpecs(root, tag) })));
}

/** What each release changed, and what has changed since the last one; the newest first. */
export function stepsOf(releases: readonly Release[], present: Specs): readonly Step[] {
  const versions = [...releases, { tag: UNRELEASED, specs: present }];
  const steps = versions.slice(1).map(({ tag, specs }, index) => ({
    name: tag,
    changes: compareSpecs((versions[index] as Release).specs, specs),
  }));
  return steps
    .filter(({ name, changes }) => name !== UNRELEASED || changes.length > 0)
    .toReversed();
}

/** The guide "What changed": for each version what it breaks first, by operation, method, topic or row of a table. */
export function changesGuide(releases: readonly Release[], steps: readonly Step[]): string {
  const [first] = releases;
  const parts = [
    "# What changed",
    "What each release changed of the API specs, as `npm run diff` compares them. Calls that a release may break stand first.",
    `Pages of the releases: ${releaseLinks(releases, "site:")}.`,
    ...steps.flatMap(stepText),
    ...(first ? [`## ${first.tag}`, "The first release."] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The document of the page of the API, with links to the releases, and from each call to what changed of it. */
export function withChanges(
  page: JsonObject,
  releases: readonly Release[],
  steps: readonly Step[],
): JsonObject {
  if (releases.length === 0) return page;
  const links = `[What changed](${CHANGES_PAGE}) · ${releaseLinks(releases, "")}`;
  const paths = Object.entries(objectAt(page, "paths")).map(([path, item]) => {
    const own = isObject(item) ? item : {};
    const calls = VERBS.filter((verb) => verb in own);
    const changed = calls.map((verb) => [verb, withLinks(objectAt(own, verb), steps)]);
    return [path, { ...own, ...Object.fromEntries(changed) }];
  });
  return { ...withNote(page, links), paths: Object.fromEntries(paths) as JsonObject };
}

/** The document of the page of a release. */
export function releasePage(page: JsonObject, { tag }: Release): JsonObject {
  return withNote(
    page,
    `**Release ${tag}.** [The present page](../../index.html) · [What changed](../../${CHANGES_PAGE})`,
  );
}

function releaseLinks(releases: readonly Release[], up: string): string {
  const tags = releases.map(({ tag }) => tag).toReversed();
  return tags.map((tag) => `[${tag}](${up}releases/${tag}/index.html)`).join(" · ");
}

function withNote(page: JsonObject, note: string): JsonObject {
  const info = objectAt(page, "info");
  return { ...page, info: { ...info, description: `${note}\n\n${textAt(info, "description")}` } };
}

/** An operation, with a line of the versions that changed it. */
function withLinks(operation: JsonObject, steps: readonly Step[]): JsonObject {
  const name = textAt(operation, "operationId").replace(/^topic_/, "");
  const links = steps.flatMap((step) => {
    const own = step.changes.filter(({ affects }) => affects.includes(name));
    if (own.length === 0) return [];
    return [`[${step.name}](${CHANGES_PAGE}#${anchor(step, name)}) (${worst(own)})`];
  });
  if (links.length === 0) return operation;
  const description = `${textAt(operation, "description")}\n\nChanged in ${links.join(", ")}.`;
  return { ...operation, description };
}

function stepText(step: Step): string[] {
  const { name, changes } = step;
  if (changes.length === 0) return [`## ${name}`, "The specs are unchanged."];
  const names = [...new Set(changes.flatMap(({ affects }) => affects))].toSorted();
  const sections = [...names, WHOLE].map((heading) => ({
    heading,
    own: changes.filter(({ affects }) =>
      heading === WHOLE ? affects.length === 0 : affects.includes(heading),
    ),
  }));
  const sorted = sections
    .filter(({ own }) => own.length > 0)
    .toSorted((one, other) => rank(worst(one.own)) - rank(worst(other.own)));
  return [
    `## ${name}`,
    ...sorted.flatMap(({ heading, own }) => [
      `<a id="${anchor(step, heading)}"></a>`,
      `### ${heading}`,
      own
        .toSorted((one, other) => rank(one.level) - rank(other.level))
        .map(changeText)
        .join("\n"),
    ]),
  ];
}

function changeText({ level, message, spec, pointer, layer }: Change): string {
  const words = message.replaceAll(/"([^"]*)"/g, "`$1`").replaceAll("<", "&lt;");
  const only = { both: "", given: ", as specified", decided: ", as an extension" }[layer];
  return `- **${level}**: ${words}${only} (\`${spec}${pointer}\`)`;
}

function anchor({ name }: Step, heading: string): string {
  return `${name}-${heading}`.replaceAll(/[^\w.-]+/g, "-");
}

function worst(changes: readonly Change[]): Level {
  return LEVELS.find((level) => changes.some((change) => change.level === level)) ?? "cosmetic";
}

function rank(level: Level): number {
  return LEVELS.indexOf(level);
}
