import type { Command } from "commander";
import { EXAMPLE_SEGMENT } from "../generated/segments.gen.ts";

/** Adds examples to the end of a command's help; `{segment}` stands for that of the examples. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  const lines = examples.map(
    (example) => `  $ alphadelta ${example.replaceAll("{segment}", EXAMPLE_SEGMENT)}`,
  );
  const title = examples.length > 1 ? "Examples:" : "Example:";
  return command.addHelpText("after", ["", title, ...lines].join("\n"));
}
