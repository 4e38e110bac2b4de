import type { RuntimeRun } from "./runtimes.ts";

/** A Markdown table: a row a scenario, a column a runtime. */
export function renderTable(runs: readonly RuntimeRun[]): string {
  const names = [...new Set(runs.flatMap(({ outcomes }) => outcomes.map(({ name }) => name)))];
  const rows = [
    ["", ...runs.map(({ title }) => title)],
    ...names.map((name) => [name, ...runs.map((run) => cellOf(run, name))]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    toLine(row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0))),
  );
  lines.splice(1, 0, toLine((widths ?? []).map((width) => "-".repeat(width))));
  return lines.join("\n");
}

function cellOf({ outcomes }: RuntimeRun, name: string): string {
  const outcome = outcomes.find((one) => one.name === name);
  if (!outcome) return "–";
  return outcome.fault === null ? "yes" : "no";
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
