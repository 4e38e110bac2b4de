import { type Command, CommanderError } from "commander";
import { buildCommand, type CommandSpec, CONNECTION_FLAGS } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { describeFailure, EXIT } from "./exit_error.ts";
import { printable } from "./output/format_value.ts";
import { packageVersion, systemTerminal, type Terminal } from "./terminal.ts";

const PROGRAM: CommandSpec = {
  description: "Read, call, export and check services of the two-chain data interface",
  examples: ["block 7 --chain {segment}", "config set endpoint https://api.example"],
};

/** Columns that a help text fits. */
const HELP_WIDTH = 80;

/**
 * Runs the command that the arguments name, loading that one alone. Whatever fails is printed as one line.
 *
 * @returns The exit code.
 */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = helpLast(commandFirst(args));
  const program = await createProgram(terminal, name);
  const given = name === undefined ? rest : [name, ...rest];
  try {
    await program.parseAsync(given, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.wrongUse;
    if ((error as NodeJS.ErrnoException | undefined)?.code === "EPIPE") return EXIT.ok;
    const { exitCode, text } = describeFailure(error);
    terminal.stderr.write(`error: ${printable(oneLine(withoutSecrets(text, terminal)))}\n`);
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
    .configureHelp({
      helpWidth: HELP_WIDTH,
      minWidthToWrap: 20,
      subcommandTerm: (nested) => nested.name(),
    })
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(`${oneLine(text)}\n`),
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
  let count = 0;
  while (isConnectionFlag(args[count])) count += args[count]?.includes("=") ? 1 : 2;
  const flags = args.slice(0, count);
  const [name, ...rest] = args.slice(count);
  if (name === undefined || flags.length === 0) return [...args];
  const end = rest.includes("--") ? rest.indexOf("--") : rest.length;
  return [name, ...rest.slice(0, end), ...flags, ...rest.slice(end)];
}

function isConnectionFlag(text: string | undefined): boolean {
  return CONNECTION_FLAGS.some((flag) => text === flag || text?.startsWith(`${flag}=`));
}

function withoutSecrets(text: string, { secrets }: Terminal): string {
  return [...secrets].reduce((left, secret) => left.replaceAll(secret, "(key)"), text);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}

/** Runs the command that the arguments name in this process, with its streams, signals and exit code. */
export async function runProcess(args: readonly string[]): Promise<void> {
  const isServing = args[0] === "serve";
  const stopsItself = isServing || args[0] === "deliver";
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    // A service goes on whatever became of its greeting.
    if (isServing) return;
    // The reader may have read enough, as `head` does.
    if (code === "EPIPE") process.exit(process.exitCode ?? EXIT.ok);
    console.error(`error: Cannot write to standard output: ${message}`);
    process.exit(EXIT.failed);
  });
  // A service goes on without its log where whatever reads that has ended.
  process.stderr.on("error", () => undefined);
  // These stop by themselves.
  if (!stopsItself) process.once("SIGINT", () => process.exit(EXIT.interrupted));
  process.exitCode = (await runProgram(args, systemTerminal())) || process.exitCode;
}
