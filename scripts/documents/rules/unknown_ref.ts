import type { Problem } from "../document_error.ts";
import { type Documents, followRef } from "../documents.ts";
import { isObject, visit } from "../json.ts";

/** Each reference leads to something. */
export function unknownRef(documents: Documents): Problem[] {
  const problems: Problem[] = [];
  for (const document of [documents.openapi, documents.openrpc]) {
    visit(document.value, (value, path) => {
      if (!isObject(value) || typeof value.$ref !== "string") return;
      if (followRef(documents, document, value.$ref).value !== undefined) return;
      const whole = `./${value.$ref}`;
      const isBare = followRef(documents, document, whole).value !== undefined;
      const fix = isBare ? `Write "${whole}".` : "Mend the reference, or add what it names.";
      problems.push(document.problem([...path, "$ref"], `unknown $ref "${value.$ref}"`, fix));
    });
  }
  return problems;
}
