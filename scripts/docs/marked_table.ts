import { type JsonObject, textAt } from "../specs/json.ts";
import { sourceBadge } from "./source_mark.ts";

/** A row: its name, the cells behind it, and what carries the mark. */
export interface Row {
  readonly name: string;
  readonly cells: readonly string[];
  readonly holder: JsonObject;
}

/** A Markdown table whose last column is the badge of each row, with the reason behind it. */
export function markedTable(header: readonly string[], rows: readonly Row[]): string {
  const lines = [
    [...header, "Source"],
    [...header, ""].map(() => "---"),
    ...rows.map(({ name, cells, holder }) => [
      ...[name, ...cells].map(escapeCell),
      sourceBadge(holder["x-source"] ?? "given", [textAt(holder, "x-reason")]),
    ]),
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Line ends and bars would end the cell. */
function escapeCell(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");
}
