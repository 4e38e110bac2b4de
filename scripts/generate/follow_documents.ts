import { compareDocuments } from "../diff/mod.ts";
import { checkDocuments } from "../documents/check_documents.ts";
import { type Documents, loadDocuments } from "../documents/documents.ts";

/**
 * A function that reads and checks the documents in `folder` and calls `write` if they are other than those written last,
 * with a sentence on what changed; it resolves to 0.
 *
 * @throws {DocumentError} From that function, if the documents cannot be used.
 */
export function followDocuments(
  folder: string,
  write: (documents: Documents, news: string) => Promise<void>,
): () => Promise<number> {
  let last: Documents | undefined;
  return async () => {
    const next = await loadDocuments(folder);
    if (last && textOf(last) === textOf(next)) return 0;
    checkDocuments(next);
    await write(next, last ? `${summarize(last, next)}. ` : "");
    last = next;
    return 0;
  };
}

function textOf({ openapi, openrpc }: Documents): string {
  return `${openapi.text}\0${openrpc.text}`;
}

/** What changed, in a few words: the worst first. */
function summarize(base: Documents, next: Documents): string {
  const changes = compareDocuments(base, next);
  const [first] = changes;
  if (first === undefined) return "The documents say the same";
  const { document, line, level, message } = first;
  const more = changes.length > 1 ? `, and ${changes.length - 1} more` : "";
  return `${document}:${line}: ${level}: ${message}${more}`;
}
