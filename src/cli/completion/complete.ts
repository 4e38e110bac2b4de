import type { Argument, Command, Option } from "commander";
import { connectionFlags } from "../command.ts";
import { COMMANDS } from "../commands.ts";
import type { Reader } from "../flag_values.ts";
import { createProgram, leadingFlags } from "../run_program.ts";
import type { Terminal } from "../terminal.ts";

/** A word that may stand next, and its description. */
type Candidate = readonly [word: string, description: string];

/**
 * The candidates for the last of `words`, a line each: the word, a tab, its description.
 *
 * @param words Those behind the name of the program; the last is the one to complete, and may be empty. Bash takes
 *   `--order=d` for three, and `d` for the last.
 */
export async function complete(words: readonly string[], terminal: Terminal): Promise<string> {
  const whole = rejoin(words);
  const current = whole.at(-1) ?? "";
  const last = words.at(-1) ?? "";
  const behind =
    whole.length === words.length ? 0 : current.length - (BREAK.test(last) ? 0 : last.length);
  const candidates = await candidatesAfter(whole.slice(0, -1), current, terminal);
  return candidates
    .filter(([word]) => word.startsWith(current))
    .map(([word, description]) => `${word.slice(behind)}\t${description}\n`)
    .join("");
}

/** Signs at which bash takes a word apart. */
const BREAK = /^[=:]$/;

function rejoin(words: readonly string[]): string[] {
  const whole: string[] = [];
  for (const [index, word] of words.entries()) {
    const isPart = BREAK.test(word) || BREAK.test(words[index - 1] ?? "");
    if (isPart && whole.length > 0) whole.push(`${whole.pop()}${word}`);
    else whole.push(word);
  }
  return whole;
}

async function candidatesAfter(
  before: readonly string[],
  current: string,
  terminal: Terminal,
): Promise<readonly Candidate[]> {
  const [name] = leadingFlags(before)[1].filter((word) => word !== "help");
  if (name !== undefined && !COMMANDS.has(name)) return [];
  const program = await createProgram(terminal, name);
  for (const flag of connectionFlags()) program.addOption(flag);
  return candidatesOf(program, before, current);
}

function candidatesOf(program: Command, words: readonly string[], current: string): Candidate[] {
  let command = program;
  let isHelp = false;
  const positionals: string[] = [];
  for (const [index, word] of words.entries()) {
    if (valuedFlag(command, words[index - 1])) continue;
    const nested = command.commands.find((one) => one.name() === word);
    if (nested) command = nested;
    else if (word === "help" && command.commands.length > 0) isHelp = true;
    else if (!word.startsWith("-")) positionals.push(word);
  }
  if (isHelp) return commandsOf(command).filter(([name]) => name !== "help");
  const flag = valuedFlag(command, words.at(-1));
  if (flag) return valuesOf(flag, positionals, current);
  const [, name, value] = /^(--[^=]+=)(.*)$/.exec(current) ?? [];
  if (name !== undefined && value !== undefined) {
    const assigned = valuedFlag(command, name.slice(0, -1));
    const values = assigned ? valuesOf(assigned, positionals, value) : [];
    return values.map(([word, text]) => [name + word, text]);
  }
  if (current.startsWith("-")) return flagsOf(command);
  if (command.commands.length > 0) return commandsOf(command);
  const argument = command.registeredArguments[positionals.length];
  return argument ? valuesOf(argument, positionals, current) : [];
}

/** The flag that a word names, if it takes a value. */
function valuedFlag(command: Command, word: string | undefined): Option | undefined {
  return command.options.find(
    ({ long, short, required }) => required && word !== undefined && [long, short].includes(word),
  );
}

function commandsOf(command: Command): Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((one) => [one.name(), one.summary() || one.description()]);
}

/** Flags without a description are always refused, and left out. */
function flagsOf({ options }: Command): Candidate[] {
  const described = options.filter(({ description }) => description !== "");
  const own = described.map(({ long, description }): Candidate => [long ?? "", description]);
  return [...own, ["--help", "display help for command"]];
}

/** Values of a flag or an argument; of a list, the values behind its last comma. */
function valuesOf(
  { argChoices, parseArg }: Option | Argument,
  positionals: readonly string[],
  current: string,
): Candidate[] {
  const { words, isList } = (parseArg ?? {}) as Partial<Reader<unknown>>;
  const values = argChoices ?? words?.(positionals) ?? [];
  const before = isList ? current.slice(0, current.lastIndexOf(",") + 1) : "";
  const left = values.filter((value) => !before.split(",").includes(value));
  return left.map((value) => [before + value, ""]);
}
