import type { Problem } from "../document_error.ts";
import { type Documents, followRef } from "../documents.ts";
import { isObject, type Path, visit } from "../json.ts";
import type { SourceDocument } from "../source_document.ts";

interface Place {
  readonly document: SourceDocument;
  readonly path: Path;
}

/** No reference stands for itself, be it through others or through alternatives. */
export function circularRef(documents: Documents): Problem[] {
  const problems: Problem[] = [];
  for (const document of [documents.openapi, documents.openrpc]) {
    visit(document.value, (value, path) => {
      if (!isObject(value) || typeof value.$ref !== "string") return;
      if (!leadsBack(documents, { document, path })) return;
      const fix = "Write out what one of the references stands for.";
      problems.push(
        document.problem([...path, "$ref"], `$ref "${value.$ref}" leads back to itself`, fix),
      );
    });
  }
  return problems;
}

function leadsBack(documents: Documents, start: Place): boolean {
  const seen = new Set<string>();
  const left = standIns(documents, start);
  for (let place = left.pop(); place; place = left.pop()) {
    const key = keyOf(place);
    if (key === keyOf(start)) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    left.push(...standIns(documents, place));
  }
  return false;
}

/** What a value at `place` is, in the place of what stands there: the target of its reference, its alternatives. */
function standIns(documents: Documents, { document, path }: Place): Place[] {
  const value = document.at(path);
  if (!isObject(value)) return [];
  const alternatives = Array.isArray(value.anyOf) ? value.anyOf : [];
  return [
    ...(typeof value.$ref === "string" ? [followRef(documents, document, value.$ref)] : []),
    ...alternatives.map((_, index) => ({ document, path: [...path, "anyOf", index] })),
  ];
}

function keyOf({ document, path }: Place): string {
  return JSON.stringify([document.file, ...path.map(String)]);
}
