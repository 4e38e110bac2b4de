import ts from "typescript";
import { expect, test } from "vitest";
import { docComment } from "../../../scripts/generate/_source_text.ts";
import { mergeTypes } from "../../../scripts/generate/merge.ts";
import { objectAt } from "../../../scripts/specs/json.ts";
import { readModel } from "../../../scripts/specs/model/mod.ts";
import { smallSpecs } from "../specs/_small_specs.ts";

const WORDS = "See {@link Stake}.\n@deprecated Ask not.\n  @see me@example.org */";

/** Names of the tags that the compiler finds in a comment, and kinds of the parts of its text. */
function tagsIn(comment: string): unknown[] {
  const { statements } = ts.createSourceFile(
    "a.ts",
    `${comment}\nexport const a = 1;`,
    ts.ScriptTarget.Latest,
    true,
  );
  const [statement] = statements;
  const found = statement ? ts.getJSDocCommentsAndTags(statement) : [];
  return found.flatMap((each) => [
    ...(ts.isJSDoc(each) ? (each.tags ?? []).map(({ tagName }) => tagName.text) : []),
    ...(typeof each.comment === "object"
      ? each.comment.map(({ kind }) => ts.SyntaxKind[kind])
      : []),
  ]);
}

test("words of the specs are no tags of the comments that they stand in", () => {
  expect(tagsIn(`/** ${WORDS.replace(" */", "")} */`)).toContain("deprecated");
  expect(tagsIn(docComment([WORDS]))).toEqual([]);
});

test("what is deprecated has that tag alone, with its reason as words", () => {
  const deprecation = { reason: "See {@link Stake}.", since: undefined, sunset: undefined };
  const comment = docComment([WORDS], "", deprecation);
  expect(tagsIn(comment)).toEqual(["deprecated"]);
  expect(comment).toContain(" * @deprecated See {\\@link Stake}.");
});

test("the description and the title of a type hold no tags", () => {
  const specs = smallSpecs({
    file: "openapi.yaml",
    find: "number: { type: integer, description: Height.,",
    put: 'number: { type: integer, title: "{@link Title}", description: "{@link Stake}",',
  });
  const schemas = objectAt(mergeTypes(readModel(specs)), "components", "schemas");
  const number = objectAt(schemas, "Block", "properties", "number");
  expect(number).toMatchObject({ title: "{\\@link Title}", description: "{\\@link Stake}" });
});
