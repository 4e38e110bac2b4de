import { Command } from "commander";
import { expect, test } from "vitest";
import { flagsOf, flagTable, valuesOf } from "../../src/cli/calls/call_flags.ts";
import type { CommandParameter } from "../../src/tables.ts";

function parameterOf(name: string, place: "body" | "header" | "query" = "query"): CommandParameter {
  return { name, in: place, types: ["string"], expected: "a string", description: "A value." };
}

const PARAMETERS = [
  ...["minHeight", "filter[type]", "$top", "noCache", "ü", "page_size", "from"].map((name) =>
    parameterOf(name),
  ),
  ...[parameterOf("limit", "body"), parameterOf("limit"), parameterOf("X-Limit", "header")],
];
const FLAGS = [
  ...["--min-height", "--filter-type", "--top", "--query-no-cache", "--query", "--page_size"],
  ...["--query-from", "--limit", "--query-limit", "--x-limit"],
];

test("every parameter has a flag of its own, whatever its name", () => {
  expect(Object.values(flagTable(flagsOf(PARAMETERS))).map(({ long }) => long)).toEqual(FLAGS);
});

test("the value of a flag goes to its parameter", () => {
  const command = new Command();
  for (const flag of Object.values(flagTable(flagsOf(PARAMETERS)))) command.addOption(flag);
  command.parse(
    FLAGS.flatMap((flag) => [flag, `of ${flag}`]),
    { from: "user" },
  );
  const [body, ...others] = [PARAMETERS.slice(7, 8), PARAMETERS.slice(0, 7), PARAMETERS.slice(8)];
  expect(valuesOf(flagsOf(PARAMETERS), command.opts(), "call it", body)).toEqual({
    limit: "of --limit",
  });
  expect(valuesOf(flagsOf(PARAMETERS), command.opts(), "call it", others.flat())).toEqual({
    minHeight: "of --min-height",
    "filter[type]": "of --filter-type",
    $top: "of --top",
    noCache: "of --query-no-cache",
    ü: "of --query",
    page_size: "of --page_size",
    from: "of --query-from",
    limit: "of --query-limit",
    "X-Limit": "of --x-limit",
  });
});

const STATUSES: CommandParameter = {
  ...parameterOf("statuses"),
  ...{ types: ["array"], items: ["string"], values: ["active", "inactive"] },
};
const COUNTS: CommandParameter = {
  ...parameterOf("counts"),
  ...{ types: ["string", "array"], items: ["integer"] },
};

/** The values of `args`, as a command reads them. */
function valuesFrom(parameters: readonly CommandParameter[], ...args: string[]): object {
  const command = new Command();
  for (const flag of Object.values(flagTable(flagsOf(parameters)))) command.addOption(flag);
  command.parse(args, { from: "user" });
  return valuesOf(flagsOf(parameters), command.opts(), "call it");
}

test("the flag of a list takes every value that it is given", () => {
  const read = (...args: string[]): object => valuesFrom([STATUSES, COUNTS], ...args);
  expect(read("--statuses", "a", "--statuses", "b")).toEqual({ statuses: ["a", "b"] });
  expect(read("--statuses", "a,b", "--statuses", '["c,d"]')).toEqual({
    statuses: ["a", "b", "c,d"],
  });
  expect(read("--counts", "7")).toEqual({ counts: "7" });
  expect(read("--counts", "7", "--counts", "8")).toEqual({ counts: [7, 8] });
  expect(() => read("--counts", "7", "--counts", "x")).toThrow(
    /^Cannot call it: counts must be .*, got "x"$/,
  );
});

test("the help of a list says how to give several, and which values there are", () => {
  const command = new Command();
  for (const flag of Object.values(flagTable(flagsOf([STATUSES])))) command.addOption(flag);
  const help = command.helpInformation().replaceAll(/\s+/g, " ");
  expect(help).toContain(
    '--statuses <value> A value; repeat it, or separate values by commas (choices: "active", "inactive")',
  );
});
