import { expect, test } from "vitest";
import { changelogFaults } from "../../../scripts/check/changelog.ts";
import { type Change, compareSpecs } from "../../../scripts/diff/mod.ts";
import { type Mutation, smallSpecs } from "../specs/_small_specs.ts";

const FIELD = {
  file: "openapi.yaml",
  find: "        number: { type: integer,",
  put: "        size: { type: integer, description: Bytes., x-source: decided }\n        number: { type: integer,",
} as const;

const OPERATION = { file: "openapi.yaml", find: "maximum: 100", put: "maximum: 200" } as const;

const WORDS = {
  file: "openapi.yaml",
  find: "description: A page of blocks.\n      x",
  put: "description: Blocks.\n      x",
} as const;

const OLD = "# Changes\n\n## Unreleased\n\n## 1.2.0\n\n- `Block` and `listBlocks`\n";

test("each change of a spec since the release is named above it", () => {
  expect(faults(OLD, FIELD)).toEqual([
    expect.stringMatching(
      /^CHANGELOG\.md: does not name `Block` above "## 1\.2\.0":\n {2}openapi\.yaml:165/,
    ),
  ]);
  expect(faults(OLD, OPERATION)).toEqual([expect.stringContaining("does not name `listBlocks`")]);
  expect(faults(OLD, WORDS)).toEqual([]);
  expect(faults(told("`Block.size`: bytes of a block"), FIELD)).toEqual([]);
  expect(faults(told("`listBlocks` takes 200"), OPERATION)).toEqual([]);
  expect(faults(told("Block got a size"), FIELD)).toHaveLength(1);
  expect(faults(told("`listBlocks` takes 200"), FIELD)).toHaveLength(1);
});

test("a change may stand under the heading of the next version", () => {
  const text = OLD.replace("## Unreleased\n", "## Unreleased\n\n## 1.3.0\n\n- `Block.size`\n");
  expect(faults(text, FIELD)).toEqual([]);
});

test("without a release the headings alone count", () => {
  expect(changelogFaults(OLD, undefined, changesOf(FIELD))).toEqual([]);
  expect(changelogFaults("# Changes\n", undefined, [])).toEqual([
    'CHANGELOG.md: has no heading "## Unreleased"',
  ]);
  expect(changelogFaults("## Unreleased\n", "v1.2.0", [])).toEqual([
    'CHANGELOG.md: has no heading "## 1.2.0" for the release v1.2.0',
  ]);
});

function told(line: string): string {
  return OLD.replace("## Unreleased\n", `## Unreleased\n\n- ${line}\n`);
}

function faults(changelog: string, mutation: Mutation): string[] {
  return changelogFaults(changelog, "v1.2.0", changesOf(mutation));
}

function changesOf(mutation: Mutation): Change[] {
  const changes = compareSpecs(smallSpecs(), smallSpecs(mutation));
  expect(changes).not.toEqual([]);
  return changes;
}
