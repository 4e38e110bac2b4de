import { expect, test } from "vitest";
import { emitClientOperations } from "../../../scripts/generate/emit_operations.ts";
import { type Operation, readModel } from "../../../scripts/specs/model/mod.ts";
import { smallSpecs } from "../specs/_small_specs.ts";

const MODEL = readModel(smallSpecs());

/** Type of the arguments that clients have for `listBlocks`, as it would be with `changes`. */
function argumentsWith(changes: (operation: Operation) => Partial<Operation>): string | undefined {
  const [operation] = MODEL.operations.filter(({ id }) => id === "listBlocks");
  if (!operation) throw new Error("The small specs have no listBlocks.");
  const text = emitClientOperations({
    ...MODEL,
    operations: [{ ...operation, ...changes(operation) }],
  });
  return /args: (.*);/.exec(text)?.[1];
}

test.each([
  [["query"], 'query?: Types.calls["ListBlocksQuery"]'],
  [["header"], 'headers?: Types.calls["ListBlocksHeaders"]'],
  [
    ["query", "header"],
    'parameters?: Types.calls["ListBlocksQuery"] & Types.calls["ListBlocksHeaders"]',
  ],
])("the last argument of parameters in %s is labelled by their place", (places, label) => {
  const actual = argumentsWith(({ parameters: [first] }) => ({
    parameters: places.map((place) => ({ ...first, in: place }) as Operation["parameters"][number]),
  }));
  expect(actual).toBe(`[${label}]`);
});

test("an optional body before required parameters is passed as undefined, not left out", () => {
  const body = { required: false, description: "", schema: {} };
  const actual = argumentsWith(({ parameters: [first] }) => ({
    body,
    parameters: [{ ...first, required: true } as Operation["parameters"][number]],
  }));
  expect(actual).toBe(
    '[body: Types.calls["ListBlocksBody"] | undefined, query: Types.calls["ListBlocksQuery"]]',
  );
});
