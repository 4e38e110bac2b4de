import type { Command } from "commander";
import { COMMANDS } from "../commands.ts";
import type { Terminal } from "../terminal.ts";

/** A word that may stand next, and what it means. */
type Candidate = readonly [word: string, description: string];

/**
 * What may stand in place of the last of `words`, a line each: the word, a tab, its description.
 *
 * @param words Those behind the name of the program; the last is the one to complete, and may be empty.
 */
export async function complete(words: readonly string[], terminal: Terminal): Promise<string> {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const candidates = await candidatesAfter(before, current, terminal);
  return candidates
    .filter(([word]) => word.startsWith(current))
    .map(([word, description]) => `${word}\t${description}\n`)
    .join("");
}

async function candidatesAfter(
  before: readonly string[],
  current: string,
  terminal: Terminal,
): Promise<readonly Candidate[]> {
  const [name, ...rest] = before;
  if (name === undefined) return [...COMMANDS].map(([own, { summary }]) => [own, summary]);
  const spec = await COMMANDS.get(name)?.load();
  if (!spec) return [];
  const { buildCommand } = await import("../command.ts");
  return candidatesOf(buildCommand(name, spec, terminal), rest, current);
}

function candidatesOf(root: Command, words: readonly string[], current: string): Candidate[] {
  let command = root;
  let count = 0;
  for (const [index, word] of words.entries()) {
    const nested = command.commands.find((one) => one.name() === word);
    if (nested) command = nested;
    else if (!word.startsWith("-") && !takesValue(command, words[index - 1])) count++;
  }
  const value = optionOf(command, words.at(-1));
  if (value && takesValue(command, words.at(-1))) return described(value.argChoices ?? []);
  if (current.startsWith("-"))
    return command.options.map(({ long, description }) => [long ?? "", description]);
  const nested = command.commands.map((one): Candidate => [
    one.name(),
    one.summary() || one.description(),
  ]);
  return nested.length > 0
    ? nested
    : described(command.registeredArguments[count]?.argChoices ?? []);
}

function described(words: readonly string[]): Candidate[] {
  return words.map((word) => [word, ""]);
}

function optionOf(
  command: Command,
  word: string | undefined,
): Command["options"][number] | undefined {
  return command.options.find(
    ({ long, short }) => word !== undefined && (word === long || word === short),
  );
}

function takesValue(command: Command, word: string | undefined): boolean {
  const option = optionOf(command, word);
  return option !== undefined && (option.required || option.optional);
}
