/** What tells texts, brackets and commas apart. */
const MARK = /\\.|["[\]{},]/g;

/** The texts of the items of a JSON list. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  let isText = false;
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (mark === '"') isText = !isText;
    if (isText) continue;
    if (mark === "[" || mark === "{") {
      depth += 1;
      if (depth === 1) start = index + 1;
    } else if (mark === "]" || mark === "}") depth -= 1;
    const isEnd = (depth === 1 && mark === ",") || (depth === 0 && mark === "]");
    if (!isEnd) continue;
    items.push(text.slice(start, index));
    start = index + 1;
  }
  return items;
}
