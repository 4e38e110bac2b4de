import { type JsonObject, textAt } from "../specs/json.ts";

/** A row: its name, the cells behind it, and what carries the mark. */
export interface Row {
  readonly name: string;
  readonly cells: readonly string[];
  readonly holder: JsonObject;
}

/**
 * A Markdown table whose last column says `Given` or `Decided`. The reasons stand below it, each once with the names
 * of its rows.
 */
export function markedTable(header: readonly string[], rows: readonly Row[]): string {
  const lines = [
    [...header, "Source"],
    [...header, ""].map(() => "---"),
    ...rows.map(({ name, cells, holder }) => [name, ...cells, sourceWord(holder)].map(escapeCell)),
  ];
  const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return [table, ...reasonLines(rows)].join("\n\n");
}

function reasonLines(rows: readonly Row[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, holder } of rows) {
    const reason = textAt(holder, "x-reason");
    if (reason === "") continue;
    const line = `${reason} (*${sourceWord(holder)}*)`;
    names.set(line, [...(names.get(line) ?? []), name]);
  }
  return [...names].map(([line, own]) =>
    own.length === rows.length ? line : `${own.join(", ")}: ${line}`,
  );
}

function sourceWord(holder: JsonObject): string {
  return holder["x-source"] === "decided" ? "Decided" : "Given";
}

/** Line ends and bars would end the cell. */
function escapeCell(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");
}
