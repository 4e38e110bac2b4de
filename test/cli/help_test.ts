import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { complete } from "../../src/cli/completion/complete.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { createProgram } from "../../src/cli/run_program.ts";
import { systemTerminal } from "../../src/cli/terminal.ts";
import { SEGMENTS } from "../../src/generated/segments.gen.ts";
import { METHOD_COMMANDS, OPERATION_COMMANDS } from "../../src/generated/commands.gen.ts";
import { runInProcess } from "./_run_in_process.ts";

/** Lines of a screen that a help text fits. */
const SCREEN = 40;

/** Every command with those below it, by their names. */
async function allCommands(): Promise<[string, Command][]> {
  const found: [string, Command][] = [];
  const add = (command: Command, name: string): void => {
    found.push([name, command]);
    for (const nested of command.commands) add(nested, `${name} ${nested.name()}`);
  };
  for (const name of COMMANDS.keys()) {
    const program = await createProgram(systemTerminal(), name);
    add(program.commands.find((one) => one.name() === name) as Command, name);
  }
  return found;
}

const commands = await allCommands();

/** The help of a command as it is printed, with what is added to its end. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

describe("the help", () => {
  test("of each command fits a screen of 80 columns, and has an example", () => {
    expect(commands.length).toBeGreaterThan(70);
    const wrong = commands.flatMap(([name, command]) => {
      const lines = helpOf(command).trimEnd().split("\n");
      const isWide = lines.some((line) => line.length > 80);
      return [
        ...(lines.length > SCREEN ? [`${name}: ${lines.length} lines`] : []),
        ...(isWide ? [`${name}: wider than 80`] : []),
        ...(lines.some((line) => line.startsWith("  $ alphadelta")) ? [] : [`${name}: no example`]),
      ];
    });
    expect(wrong).toEqual([]);
  });

  test("of the program names every command by its group", async () => {
    const lines = helpOf(await createProgram(systemTerminal())).split("\n");
    for (const name of COMMANDS.keys())
      expect(lines.some((line) => line.startsWith(`  ${name} `))).toBe(true);
    expect(lines.length).toBeLessThan(60);
  });

  test("covers every operation and method of the specs", () => {
    const names = commands.map(([name]) => name);
    const calls = [
      ...Object.keys(OPERATION_COMMANDS).map((id) => `api ${id}`),
      ...Object.keys(METHOD_COMMANDS).map((method) => `rpc ${method}`),
    ];
    expect(calls.filter((call) => !names.includes(call))).toEqual([]);
  });
});

describe("the command help", () => {
  test.each(["block", "api listBlocks", "config set"])("prints that of %s", async (name) => {
    const args = name.split(" ");
    const printed = await runInProcess(["help", ...args]);
    expect(printed).toEqual(await runInProcess([...args, "--help"]));
    expect(printed.stdout).toContain("  $ alphadelta ");
  });

  test("tells a typo", async () => {
    expect(await runInProcess(["help", "blok"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: unknown command 'blok' (Did you mean block?)\n",
    });
  });
});

describe("completion", () => {
  test.each([
    ["bl", ["block", "blocks"]],
    ["api getB", ["getBlock"]],
    ["api listBlocks --order ", ["asc", "desc"]],
    ["api listBlocks --o", ["--order"]],
    ["block 7 --chain alpha", ["alpha", "alpha-testnet"]],
    ["watch blocks --chain delta --fr", ["--from"]],
    ["config set ", ["chain", "endpoint", "tier", "key-file", "key"]],
    ["config set chain ", Object.keys(SEGMENTS)],
    ["config set chain de", ["delta", "delta-testnet"]],
    ["config set tier R", ["Registered"]],
    ["config set endpoint ", []],
    ["config get ch", ["chain"]],
    ["nothing of this ", []],
    ["api listBlocks --order=d", ["--order=desc"]],
    ["api listBlocks --order=desc --l", ["--limit"]],
    ["blocks --chain=delta --order ", ["asc", "desc"]],
    ["--chain delta bl", ["block", "blocks"]],
    ["--chain=delta bl", ["block", "blocks"]],
    ["--endpoint http://127.0.0.1:8645 --chain delta api listBlocks --order d", ["desc"]],
    ["--chain de", ["delta", "delta-testnet"]],
    ["--tier=E", ["--tier=Enterprise"]],
    ["--e", ["--endpoint"]],
    ["--chain delta --t", ["--tier"]],
    ["--endpoint ", []],
    ["--v", ["--version"]],
    ["he", ["height", "help"]],
    ["help bl", ["block", "blocks"]],
    ["help api getB", ["getBlock"]],
    ["help block ", []],
    ["api help getB", ["getBlock"]],
    ["serve --chain al", ["alpha", "alpha-testnet"]],
    ["serve --chain alpha,delta-", ["alpha,delta-testnet"]],
    ["serve --chain alpha,al", ["alpha,alpha-testnet"]],
    ["serve --keyless-tier R", ["Registered"]],
    ["serve --keyl", ["--keyless-tier"]],
    ["serve --key", ["--keyless-tier", "--keys-per-day", "--keys-per-address", "--key-file"]],
    ["copy --chain=delta-", ["--chain=delta-testnet"]],
    ["check --chain delta-", ["delta-testnet"]],
    ["migrate --chain delta-", ["delta-testnet"]],
    ["key issue --tier P", ["Public"]],
    ["rpc account_getBalance dx1 l", ["latest"]],
    [
      "api listBlocks -",
      [
        "--chain",
        "--endpoint",
        "--key-file",
        "--tier",
        "--json",
        "--ndjson",
        "--columns",
        "--page",
        "--limit",
        "--order",
        "--all",
        "--help",
      ],
    ],
  ])('of "%s"', async (line, expected) => {
    const printed = await complete(line.split(" "), systemTerminal());
    const words = printed.split("\n").map((one) => one.split("\t")[0]);
    expect(words.slice(0, -1)).toEqual(expected);
  });

  // Bash takes a line apart at these signs, and puts an answer behind the last of them.
  test.each([
    [["api", "listBlocks", "--order", "=", "d"], ["desc"]],
    [
      ["api", "listBlocks", "--order", "="],
      ["asc", "desc"],
    ],
    [["api", "listBlocks", "--order", "=", "desc", "--l"], ["--limit"]],
    [
      ["--endpoint", "http", ":", "//127.0.0.1", ":", "8645", "--chain", "=", "delta", "bl"],
      ["block", "blocks"],
    ],
  ])("of %j, as bash has it", async (words, expected) => {
    const printed = await complete(words, systemTerminal());
    expect(printed.split("\n").map((one) => one.split("\t")[0])).toEqual([...expected, ""]);
  });

  test("knows every value of a set that a flag takes", async () => {
    const sets = commands.flatMap(([name, command]) =>
      command.options.flatMap(({ long, argChoices }) =>
        argChoices ? [[`${name} ${long}`, argChoices] as const] : [],
      ),
    );
    expect(sets.length).toBeGreaterThan(70);
    for (const [line, values] of sets) {
      const printed = await complete([...line.split(" "), ""], systemTerminal());
      expect(printed, line).toBe(values.map((value) => `${value}\t\n`).join(""));
    }
  });
});
