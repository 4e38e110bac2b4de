import { resolve } from "node:path";
import { Argument } from "commander";
import { command } from "../command.ts";
import { notFound, wrongUse } from "../exit_error.ts";
import type { Terminal } from "../terminal.ts";
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
const SETTERS: Readonly<Partial<Record<ConfigName, (value: string) => string | undefined>>> = {
  chain: checkSegment,
  endpoint: endpointOf,
  tier: checkTier,
  "key-file": (path) => resolve(path),
};

export const config = command({
  description: (terminal) => `Show and change settings, in ${configPath(terminal)}`,
  examples: ["config set chain {segment}", "config set key - < key.txt"],
  commands: {
    set: command({
      description: "Set a value; - reads it from standard input, which a key requires",
      arguments: [NAME, new Argument("<value>", "its value")],
      examples: ["config set endpoint https://api.example"],
      run: ({ terminal }, name: ConfigName, value: string) => setValue(terminal, name, value),
    }),
    get: command({
      description: "Print a value",
      arguments: [NAME],
      examples: ["config get endpoint"],
      async run({ terminal }, name: ConfigName) {
        const value = (await readConfig(terminal))[name];
        if (value === undefined) throw notFound(`There is no setting ${name}.`);
        terminal.stdout.write(`${shown(name, value)}\n`);
      },
    }),
    unset: command({
      description: "Remove a value",
      arguments: [NAME],
      examples: ["config unset endpoint"],
      async run({ terminal }, name: ConfigName) {
        const { [name]: _, ...others } = await readConfig(terminal);
        await writeConfig(terminal, others);
      },
    }),
    list: command({
      description: "Print every value",
      examples: ["config list"],
      async run({ terminal }) {
        const values = await readConfig(terminal);
        for (const name of CONFIG_NAMES) {
          const value = values[name];
          if (value !== undefined) terminal.stdout.write(`${name} = ${shown(name, value)}\n`);
        }
      },
    }),
  },
});

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

/** A key is never printed. */
function shown(name: ConfigName, value: string): string {
  return name === "key" ? "(set)" : value;
}
