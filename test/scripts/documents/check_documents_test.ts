import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkDocuments } from "../../../scripts/documents/check_documents.ts";
import { DocumentError } from "../../../scripts/documents/document_error.ts";
import { loadDocuments } from "../../../scripts/documents/documents.ts";
import { SourceDocument } from "../../../scripts/documents/source_document.ts";
import { smallDocuments } from "./_small_documents.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

test("the documents of the project pass every rule", async () => {
  checkDocuments(await loadDocuments(ROOT));
});

test("the small documents pass every rule", () => {
  checkDocuments(smallDocuments());
});

test("every problem is listed with its place and what to do, unless a rule that others rely on fails", () => {
  const { openapi, openrpc } = smallDocuments();
  const text = openapi.text
    .replace("description: What is staked.\n      x-source: given", "x-source: given")
    .replace("description: Which block comes first.", "deprecated: true");
  const twice = new SourceDocument("openapi.yaml", text);
  const fix = "    Add a `description` that says what it is and, where it has one, its unit.";
  expect(messageOf(() => checkDocuments({ openapi: twice, openrpc }))).toBe(
    [
      `openapi.yaml:39: parameter "order" of operation listBlocks has no description`,
      fix,
      "openapi.yaml:92: operation getStakes has no description",
      fix,
    ].join("\n"),
  );

  // A rule of the first stage fails: the rules of later stages, which rely on it, are not asked.
  const unknown = new SourceDocument(
    "openapi.yaml",
    text.replace("parameters/Page", "parameters/Pages"),
  );
  expect(messageOf(() => checkDocuments({ openapi: unknown, openrpc }))).toBe(
    `openapi.yaml:31: unknown $ref "#/components/parameters/Pages"\n    Mend the reference, or add what it names.`,
  );
});

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof DocumentError) return error.message;
    throw error;
  }
  return "";
}
