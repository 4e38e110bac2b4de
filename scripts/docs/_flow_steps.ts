import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { markdownTable } from "./_tables.ts";

/** A step of a workflow, as Arazzo has it. */
interface Step {
  readonly stepId: string;
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly value: unknown }[];
  readonly successCriteria: readonly { readonly condition: string }[];
  readonly outputs?: Readonly<Record<string, string>>;
}

interface Flows {
  readonly workflows: readonly { readonly workflowId: string; readonly steps: readonly Step[] }[];
}

/** Expressions of Arazzo: a step's output, and a field of the response. */
const WORDS: readonly (readonly [expression: RegExp, words: string])[] = [
  [/\$steps\.(\w+)\.outputs\.(\w+)/g, "$1.$2"],
  [/\$response\.body#\/([\w/]+)/g, "$1"],
  [/\$statusCode == (\d+)/g, "status $1"],
];

/**
 * The name of a flow, and its steps as a table in Markdown.
 *
 * @throws {RangeError} If there is no such flow.
 */
export async function flowSteps(name: string, root: string): Promise<string> {
  const text = await readFile(join(root, "flows.arazzo.yaml"), "utf8");
  const { workflows } = parse(text) as Flows;
  const flow = workflows.find(({ workflowId }) => workflowId === name);
  if (!flow) throw new RangeError(`flows.arazzo.yaml has no workflow "${name}"`);
  const table = markdownTable(["step", "call", "expected", "used later"], flow.steps.map(cellsOf));
  return `Workflow \`${name}\`:\n\n${table}`;
}

function cellsOf({
  stepId,
  operationId,
  parameters = [],
  successCriteria,
  outputs,
}: Step): string[] {
  const given = parameters.map(({ name, value }) => `${name}: ${inWords(String(value))}`);
  return [
    stepId,
    `\`${operationId.split(".").at(-1)}(${given.join(", ")})\``,
    successCriteria.map(({ condition }) => `\`${inWords(condition)}\``).join(", "),
    Object.keys(outputs ?? {})
      .map((output) => `\`${output}\``)
      .join(", "),
  ];
}

function inWords(expression: string): string {
  return WORDS.reduce((text, [from, to]) => text.replaceAll(from, to), expression);
}
