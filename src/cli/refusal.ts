import type { Command } from "commander";
import leven from "leven";
import { REQUIRED } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { segmentOfAddress } from "./flag_values.ts";

/** Most commands that an error message lists. */
const MOST_CHOICES = 12;

/** Most letters in which a name differs from a mistyped one. */
const MOST_STEPS = 3;

/** A value that commander refuses: of a flag or of an argument, with what is allowed. */
const INVALID =
  /^error: (?:option '(?:-\w, )?(\S+).*?' argument|command-argument value) '(.*)' is invalid(?: for argument '(\S+)')?\. (?:Must be|(Allowed choices are)) (.*)\.$/;

/** What the command lacks. */
const MISSING = /^error: (?:missing required argument|required option) '(\S+?)(?: .*)?'/;

/** What it does not have. */
const UNKNOWN = /^error: unknown (command|option) '(.*?)(?:=.*)?'$/;

/** What commander refuses, in the form of every other refusal: what is allowed, what was given, and what may be meant. */
export function refusal(command: Command, text: string): string {
  const [, flag, value = "", argument, isChoice, allowed] = INVALID.exec(text) ?? [];
  if (allowed !== undefined) {
    const got = `error: ${flag ?? argument} must be ${isChoice ? "one of " : ""}${allowed}, got "${value}"`;
    return isChoice ? got + meant(nearest(value, allowed.split(", "))) : got;
  }
  const [, missing] = MISSING.exec(text) ?? [];
  if (missing !== undefined) return `error: Missing ${missing}: use "${usage(command)}".`;
  const [, kind, word = ""] = UNKNOWN.exec(text) ?? [];
  if (kind === "option") return text + meant(nearest(word, flagsOf(command)));
  if (kind === "command") return text + (meant(commandsLike(command, word)) || helpOf(command));
  if (!text.startsWith("error: too many arguments")) return text;
  const excess = command.args[command.registeredArguments.length] ?? "";
  const place = placeOf(command, excess);
  // A word without a place may be a key.
  return place === undefined
    ? `error: Too many arguments: use "${usage(command)}".`
    : `error: Unexpected "${excess}": use "${place}".`;
}

function meant(names: readonly string[]): string {
  return names.length > 0 ? ` (Did you mean ${names.join(" or ")}?)` : "";
}

/** The names that begin with a word, else those that differ from it in the fewest letters. */
function nearest(word: string, names: readonly string[]): string[] {
  const plain = word.toLowerCase();
  const far = Math.min(MOST_STEPS + 1, 0.6 * plain.replace(/^-+/, "").length);
  const steps = names.map((name) =>
    name.startsWith(plain) ? 0 : leven(plain, name.toLowerCase(), { maxDistance: MOST_STEPS + 1 }),
  );
  const least = Math.min(...steps);
  return least < far ? names.filter((_, index) => steps[index] === least) : [];
}

/** Flags without a description are always refused. */
function flagsOf({ options }: Command): string[] {
  return options.flatMap(({ long, description }) => (long && description ? [long] : []));
}

/** The commands whose names are near to a word, else those whose summaries have it. */
function commandsLike({ commands }: Command, word: string): string[] {
  const near = nearest(word, [...commands.map((one) => one.name()), "help"]);
  const stemsOf = (text: string): string[] => text.toLowerCase().split(/s?(?:\W+|$)/);
  const [stem = ""] = stemsOf(word);
  const about =
    stem.length > 2 ? commands.filter((one) => stemsOf(one.summary()).includes(stem)) : [];
  return near.length > 0 ? near : about.slice(0, MOST_STEPS).map((one) => one.name());
}

/** The commands where they are few. */
function helpOf(command: Command): string {
  const names = command.commands.map((one) => one.name());
  if (names.length <= MOST_CHOICES) return `. Choose ${names.join(", ")}.`;
  return `. See "${nameOf(command)} --help".`;
}

/** Where a word belongs that the command does not take: in its flag for an address, or behind the command for one item. */
function placeOf(command: Command, word: string): string | undefined {
  if (segmentOfAddress(word) && flagsOf(command).includes("--address"))
    return `${nameOf(command)} --address ${word}`;
  const single = command.name().replace(/s$/, "");
  const isOther = single !== command.name() && COMMANDS.has(single);
  return isOther ? `alphadelta ${single} ${word}` : undefined;
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** The usage of a command, with its required arguments and flags. */
function usage(command: Command): string {
  const required = command.registeredArguments.filter((argument) => argument.required);
  const flags = command.options.filter((option) => REQUIRED.has(option));
  return [
    nameOf(command),
    ...required.map((argument) => `<${argument.name()}${argument.variadic ? "..." : ""}>`),
    ...flags.map((option) => option.flags),
  ].join(" ");
}
