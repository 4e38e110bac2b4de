import { type Command, CommanderError } from "commander";
import { buildCommand, type CommandSpec, connectionFlags } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { describeFailure, EXIT } from "./exit_error.ts";
import { useProxies } from "./proxy.ts";
import { refusal } from "./refusal.ts";
import { parentEnd } from "./serve/stop.ts";
import { packageVersion, type Terminal } from "./terminal.ts";

const PROGRAM: CommandSpec = {
  description: "Read, call, export and check services of the two-chain data interface",
  examples: ["block 7 --chain {segment}", "config set endpoint https://api.example"],
};

/** Columns that a help text fits. */
const HELP_WIDTH = 80;

/**
 * Runs the command that the arguments name, loading that one alone. Whatever fails is printed as one line.
 *
 * @param prepare Called before the command runs.
 * @returns The exit code.
 */
export async function runProgram(
  args: readonly string[],
  terminal: Terminal,
  prepare?: (environment: Terminal["env"]) => void,
): Promise<number> {
  const [name, ...rest] = helpLast(commandFirst(args));
  const program = await createProgram(terminal, name);
  const words = name === undefined ? rest : [name, ...rest];
  try {
    prepare?.(terminal.env);
    await program.parseAsync(words, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.wrongUse;
    if ((error as NodeJS.ErrnoException | undefined)?.code === "EPIPE") return EXIT.ok;
    const { exitCode, text } = describeFailure(error);
    terminal.stderr.line(`error: ${oneLine(withoutSecrets(text, terminal))}`);
    return exitCode;
  }
}

/** The program with every command by name, and the one called `name` loaded. */
export async function createProgram(terminal: Terminal, name?: string): Promise<Command> {
  const program = buildCommand("alphadelta", PROGRAM, terminal).version(packageVersion());
  for (const [own, { group, summary, load }] of COMMANDS) {
    program.commandsGroup(group);
    const spec = own === name ? await load() : { examples: [] };
    program.addCommand(buildCommand(own, { ...spec, summary }, terminal));
  }
  // In the last group.
  program.helpCommand("help [command]", "display help for command");
  setUp(program, terminal);
  return program;
}

function setUp(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureHelp({
      helpWidth: HELP_WIDTH,
      minWidthToWrap: 20,
      subcommandTerm: (nested) => nested.name(),
    })
    .configureOutput({
      writeOut: (text) => terminal.stdout.text(text),
      writeErr: (text) => terminal.stderr.text(text),
      outputError: (text, write) => write(`${refusal(command, oneLine(text))}\n`),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  for (const nested of command.commands) setUp(nested, terminal);
}

/** `help block` is `block --help`, since only the command that comes first is loaded; a typo is an unknown command. */
function helpLast(args: readonly string[]): readonly string[] {
  const [help, name, ...rest] = args;
  if (help !== "help" || name === undefined) return args;
  return COMMANDS.has(name) ? [name, ...rest, "--help"] : [name];
}

/** Flags of the connection may stand in front of the command: they go behind it. */
function commandFirst(args: readonly string[]): string[] {
  const [flags, [name, ...rest]] = leadingFlags(args);
  // Without a command there is help.
  if (name === undefined) return [];
  if (flags.length === 0) return [...args];
  const end = rest.includes("--") ? rest.indexOf("--") : rest.length;
  return [name, ...rest.slice(0, end), ...flags, ...rest.slice(end)];
}

/** The flags of the connection in front of the command with their values, and the arguments behind them. */
export function leadingFlags(
  args: readonly string[],
): readonly [flags: readonly string[], rest: readonly string[]] {
  const names = connectionFlags().map(({ long }) => long);
  let count = 0;
  for (let name = nameOf(args[0]); names.includes(name); name = nameOf(args[count]))
    count += args[count] === name ? 2 : 1;
  return [args.slice(0, count), args.slice(count)];
}

/** `--chain` of `--chain=delta`. */
function nameOf(word: string | undefined): string | undefined {
  return word?.split("=")[0];
}

function withoutSecrets(text: string, { secrets }: Terminal): string {
  return [...secrets].reduce((left, secret) => left.replaceAll(secret, "(key)"), text);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}

/** Runs the command that the arguments name in this process, with its streams, signals and exit code. */
export async function runProcess(args: readonly string[], terminal: Terminal): Promise<void> {
  // A command that stops by itself replaces this.
  process.once("SIGINT", () => process.exit(EXIT.interrupted));
  // npm passes a signal to a shell, which ends without passing it on.
  if (process.env["npm_lifecycle_event"] === "npx")
    void parentEnd().then(() => process.kill(process.pid, "SIGTERM"));
  process.exitCode = (await runProgram(args, terminal, useProxies)) || process.exitCode;
}
