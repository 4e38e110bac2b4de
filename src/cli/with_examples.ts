import type { Command } from "commander";

/** Adds examples to the end of a command's help. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ alphadelta ${example}`);
  const title = examples.length > 1 ? "Examples:" : "Example:";
  return command.addHelpText("after", ["", title, ...lines].join("\n"));
}
