import { readFileSync } from "node:fs";

/** Answers `--help` with the comment that the started script begins with, and ends the process. */
export function answerHelp(): void {
  if (!process.argv.slice(2).includes("--help")) return;
  const text = readFileSync(process.argv[1] ?? "", "utf8");
  const [, comment = ""] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? [];
  const lines = comment.replaceAll(/^[ \t]*\* ?/gm, "").replace(/^@module$/m, "");
  console.log(lines.trim());
  process.exit(0);
}
