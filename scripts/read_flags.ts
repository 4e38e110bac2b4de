import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { ROOT } from "./run_tool.ts";

/** The flags of a script; `shown` stands for the value of a text in messages, `FOLDER` by default. */
type FlagOptions = ParseArgsOptionsConfig & Record<string, { readonly shown?: string }>;

/** Values of the flags of `Options`, by name. */
export type Flags<Options extends FlagOptions> = ReturnType<
  typeof parseArgs<{ options: Options }>
>["values"];

/**
 * Reads the flags that `script` was started with.
 *
 * Ends the process with code 2 and a line with the allowed flags if there are others, or arguments beside them.
 */
export function readFlags<Options extends FlagOptions>(
  script: string,
  options: Options,
): Flags<Options> {
  answerHelp();
  try {
    const { values } = parseArgs({ options });
    const empty = Object.keys(values).find((name) => Reflect.get(values, name) === "");
    if (empty !== undefined) return refuse(script, `Option '--${empty}' is empty`, options);
    const output: unknown = Reflect.get(values, "output");
    if (typeof output !== "string" || !isInUse(resolve(output))) return values;
    const reason = `Option '--output' is replaced whole, and ${resolve(output)} holds files in use`;
    return refuse(script, reason, options);
  } catch (error) {
    // The platform's reason goes on with advice in further sentences and lines.
    const [reason = ""] = String(error instanceof Error ? error.message : error).split(/\.\s/);
    return refuse(script, reason, options);
  }
}

/** True if deleting a folder would delete the repository or the current folder. */
function isInUse(folder: string): boolean {
  return [ROOT, process.cwd()].some((used) => !relative(folder, used).startsWith(".."));
}

function refuse(script: string, reason: string, options: FlagOptions): never {
  const allowed = Object.entries(options).map(([name, { type, shown }]) =>
    type === "string" ? `--${name} ${shown ?? "FOLDER"}` : `--${name}`,
  );
  console.error(
    `Cannot run ${script}: ${reason}; allowed: ${allowed.join(", ") || "no arguments"}`,
  );
  process.exit(2);
}

/** Answers `--help` with the comment that the started script begins with, and ends the process. */
export function answerHelp(): void {
  if (!process.argv.slice(2).includes("--help")) return;
  const text = readFileSync(process.argv[1] ?? "", "utf8");
  const [, comment = ""] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? [];
  const lines = comment.replaceAll(/^[ \t]*\* ?/gm, "").replace(/^@module$/m, "");
  console.log(lines.trim());
  process.exit(0);
}
