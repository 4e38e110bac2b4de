import { type Documents, followRef } from "../documents/documents.ts";
import { isObject, type Json } from "../documents/json.ts";
import type { SourceDocument } from "../documents/source_document.ts";

const KNOWN = new WeakMap<object, string>();

/** A text that is the same for values that say the same with all they refer to, in whatever order of keys. */
export function fingerprint(
  documents: Documents,
  document: SourceDocument,
  value: Json | undefined,
): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const known = KNOWN.get(value);
  if (known !== undefined) return known;
  // A circle of references ends here.
  KNOWN.set(value, "...");
  const parts = Array.isArray(value)
    ? value.map((item) => fingerprint(documents, document, item))
    : Object.keys(value)
        .toSorted()
        .map((key) => `${key}:${fingerprint(documents, document, value[key])}`);
  const text = `${Array.isArray(value) ? "list" : "object"}(${parts.join()}${targetOf(documents, document, value)})`;
  KNOWN.set(value, text);
  return text;
}

function targetOf(documents: Documents, document: SourceDocument, value: Json): string {
  if (!isObject(value) || typeof value.$ref !== "string") return "";
  const target = followRef(documents, document, value.$ref);
  return fingerprint(documents, target.document, target.value);
}
