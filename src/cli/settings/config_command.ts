import { resolve } from "node:path";
import { Argument, Command } from "commander";
import { notFound, wrongUse } from "../exit_error.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";
import {
  CONFIG_NAMES,
  type ConfigName,
  configPath,
  readConfig,
  writeConfig,
} from "./config_file.ts";
import { checkSegment, checkTier, endpointOf } from "./connection.ts";

/** Checks of a value, and its form in the file, which commands in any folder read. */
const SETTERS: Readonly<Partial<Record<ConfigName, (value: string) => string | undefined>>> = {
  chain: checkSegment,
  endpoint: endpointOf,
  tier: checkTier,
  "key-file": (path) => resolve(path),
};

/** The command `config`: settings that hold where no flag and no variable says otherwise. */
export function configCommand(terminal: Terminal): Command {
  const name = (): Argument => new Argument("<name>", "setting").choices(CONFIG_NAMES);
  const set = new Command("set")
    .description("Set a value; - reads it from standard input, which a key requires")
    .addArgument(name())
    .argument("<value>", "its value")
    .action((setting: ConfigName, value: string) => setValue(terminal, setting, value));
  const get = new Command("get")
    .description("Print a value")
    .addArgument(name())
    .action((setting: ConfigName) => printValue(terminal, setting));
  const unset = new Command("unset")
    .description("Remove a value")
    .addArgument(name())
    .action((setting: ConfigName) => unsetValue(terminal, setting));
  const list = new Command("list")
    .description("Print every value")
    .action(() => printValues(terminal));
  const command = new Command("config")
    .summary("Show and change settings")
    .description(`Show and change settings, in ${configPath(terminal)}`)
    .addCommand(withExamples(set, "config set endpoint https://api.example"))
    .addCommand(withExamples(get, "config get endpoint"))
    .addCommand(withExamples(unset, "config unset endpoint"))
    .addCommand(withExamples(list, "config list"));
  return withExamples(command, "config set chain {segment}", "config set key - < key.txt");
}

async function setValue(terminal: Terminal, name: ConfigName, given: string): Promise<void> {
  if (name === "key" && given !== "-")
    throw wrongUse(
      "Cannot take the key as an argument, where other users can see it: pass - and send it on standard input.",
    );
  const value = given === "-" ? terminal.readInput().trim() : given;
  if (value === "") throw wrongUse(`Cannot set ${name}: the value is empty.`);
  await writeConfig(terminal, {
    ...(await readConfig(terminal)),
    [name]: SETTERS[name]?.(value) ?? value,
  });
}

async function printValue(terminal: Terminal, name: ConfigName): Promise<void> {
  const value = (await readConfig(terminal))[name];
  if (value === undefined) throw notFound(`There is no setting ${name}.`);
  terminal.stdout.write(`${shown(name, value)}\n`);
}

async function unsetValue(terminal: Terminal, name: ConfigName): Promise<void> {
  const { [name]: _, ...others } = await readConfig(terminal);
  await writeConfig(terminal, others);
}

async function printValues(terminal: Terminal): Promise<void> {
  const config = await readConfig(terminal);
  for (const name of CONFIG_NAMES) {
    const value = config[name];
    if (value !== undefined) terminal.stdout.write(`${name} = ${shown(name, value)}\n`);
  }
}

/** A key is never printed. */
function shown(name: ConfigName, value: string): string {
  return name === "key" ? "(set)" : value;
}
