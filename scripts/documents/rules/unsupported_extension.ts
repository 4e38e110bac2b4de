import type { Problem } from "../document_error.ts";
import type { Documents } from "../documents.ts";
import { objectAt, type Path, textAt, visit } from "../json.ts";
import { isExample } from "../schemas_of.ts";
import type { SourceDocument } from "../source_document.ts";
import { EXTENSIONS } from "./_extensions.ts";
import { shorten } from "./_shorten.ts";

/** Each key that begins with `x-` is known, and holds what it is for. */
export function unsupportedExtension({ openapi, openrpc }: Documents): Problem[] {
  const segments = Object.values(objectAt(openapi.value, "x-segments"));
  const chains = [...new Set(segments.map((segment) => textAt(segment, "chain")))];
  return [openapi, openrpc].flatMap((document) =>
    extensionPaths(document).flatMap((path) => extensionProblems(document, path, chains)),
  );
}

function extensionPaths(document: SourceDocument): Path[] {
  const paths: Path[] = [];
  visit(document.value, (_, path) => {
    const key = path.at(-1);
    // The names of properties and headers are anyone's.
    const isName = path.at(-2) === "properties" || path.at(-2) === "headers";
    if (typeof key !== "string" || !key.startsWith("x-") || isName) return;
    if (!isExample(path.slice(0, -1))) paths.push(path);
  });
  return paths;
}

function extensionProblems(
  document: SourceDocument,
  path: Path,
  chains: readonly string[],
): Problem[] {
  const key = String(path.at(-1));
  const extension = EXTENSIONS[key];
  if (!extension) {
    const fix = `Use ${Object.keys(EXTENSIONS).join(", ")}, or add it to the rule unsupportedExtension.`;
    return [document.problem(path, `unknown extension "${key}"`, fix)];
  }
  const value = document.at(path) ?? null;
  if (extension.fits(value, chains)) return [];
  const known = key === "x-chains" || key === "x-values-by-chain" ? `; ${chainsOf(chains)}` : "";
  const message = `extension "${key}" cannot be ${shorten(value)}`;
  return [document.problem(path, message, `Write ${extension.expected}${known}.`)];
}

function chainsOf(chains: readonly string[]): string {
  return `the chains of x-segments are ${chains.join(", ")}`;
}
