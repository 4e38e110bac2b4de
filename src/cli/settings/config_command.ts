import { resolve } from "node:path";
import { Argument } from "commander";
import { command } from "../command.ts";
import { notFound, wrongUse } from "../exit_error.ts";
import { offering, type Reader } from "../flag_values.ts";
import type { Printer } from "../output/printer.ts";
import type { Terminal } from "../terminal.ts";
import { keyFrom } from "../text_file.ts";
import {
  CONFIG_NAMES,
  type ConfigName,
  configPath,
  readConfig,
  writeConfig,
} from "./config_file.ts";
import { checkSegment, checkTier, endpointOf } from "./connection.ts";

const NAME = new Argument("<name>", "setting").choices(CONFIG_NAMES);

/** Checks of a value, and its form in the file, which commands in any folder read. */
const SETTERS: Readonly<Partial<Record<string, Reader<string>>>> = {
  chain: checkSegment,
  endpoint: (text) => endpointOf(text),
  tier: checkTier,
  "key-file": (path) => resolve(path),
  key: (text) => keyFrom(text, "the key"),
};

const VALUE = new Argument("<value>", "its value").argParser(
  offering(([name = ""]) => SETTERS[name]?.words?.([]) ?? [], String),
);

export const config = command({
  description: (terminal) => `Show and change settings, in ${configPath(terminal)}`,
  examples: ["config set chain {segment}", "config set key - < key.txt"],
  commands: {
    set: command({
      description: "Set a value; - reads it from standard input, which a key requires",
      arguments: [NAME, VALUE],
      examples: ["config set endpoint https://api.example"],
      async run({ terminal, printer }, name: ConfigName, value: string) {
        await setValue(terminal, name, value);
        if (printer.isForPrograms) await printSettings(terminal, printer);
      },
    }),
    get: command({
      description: "Print a value",
      arguments: [NAME],
      examples: ["config get endpoint"],
      async run({ terminal, printer }, name: ConfigName) {
        const value = (await readConfig(terminal))[name];
        if (value === undefined) throw notFound(`There is no setting ${name}.`);
        printer.outcome({ [name]: shown(name, value) }, shown(name, value));
      },
    }),
    unset: command({
      description: "Remove a value",
      arguments: [NAME],
      examples: ["config unset endpoint"],
      async run({ terminal, printer }, name: ConfigName) {
        const { [name]: _, ...others } = await readConfig(terminal);
        await writeConfig(terminal, others);
        if (printer.isForPrograms) await printSettings(terminal, printer);
      },
    }),
    list: command({
      description: "Print every value",
      examples: ["config list"],
      run: ({ terminal, printer }) => printSettings(terminal, printer),
    }),
  },
});

async function setValue(terminal: Terminal, name: ConfigName, text: string): Promise<void> {
  if (name === "key" && text !== "-")
    throw wrongUse(
      "Cannot take the key as an argument, where other users can see it: pass - and send it on standard input.",
    );
  const value = text === "-" ? (await terminal.readInput()).trim() : text;
  if (value === "") throw wrongUse(`Cannot set ${name}: the value is empty.`);
  const setting = SETTERS[name]?.(value) ?? value;
  // `URL` accepts line ends, so URLs are checked too.
  if (/\p{Cc}/u.test(setting))
    throw wrongUse(`Cannot set ${name}: expected one line without control characters.`);
  await writeConfig(terminal, { ...(await readConfig(terminal)), [name]: setting });
}

async function printSettings(terminal: Terminal, printer: Printer): Promise<void> {
  const values = await readConfig(terminal);
  const rows = CONFIG_NAMES.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[name, shown(name, value)] as const];
  });
  if (printer.isForPrograms) return printer.value(Object.fromEntries(rows));
  for (const [name, value] of rows) printer.line(`${name} = ${value}`);
}

/** A key is never printed. */
function shown(name: ConfigName, value: string): string {
  return name === "key" ? "(set)" : value;
}
