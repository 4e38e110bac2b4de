import type { CommandParameter } from "../../../src/tables.ts";
import type { Field, PageCall, Values } from "../_page_calls.ts";
import type { ServiceTarget } from "./_call_run.ts";
import { element, labelled, textInput } from "./_elements.ts";
import { type Target, textOf, valueOf } from "./_sample_fields.ts";
import { readTarget } from "./_stored_target.ts";
import { targetFields } from "./_target_fields.ts";

/** Forms made so far: it makes the ids of elements unique. */
let formCount = 0;

/** The fields of a form, and the values in them. */
export interface CallFields {
  /** Elements to show, in order. */
  readonly parts: readonly HTMLElement[];
  values(): Values;
  /** The service that the call is sent to. */
  target(): ServiceTarget;
}

/** Makes the fields for the parameters of a call and for its target, which is `preset` until another one is entered. */
export function callFields(call: PageCall, preset: Target): CallFields {
  const id = `run-${++formCount}`;
  const inputs = call.fields.map((field, index) => inputOf(field, `${id}-${index}`));
  const target = targetFields(call, readTarget(preset.address, preset.segment), id);
  return {
    parts: [...exampleChoice(call, inputs, id), ...inputs.map(({ part }) => part), target.part],
    values: () => inputs.map(({ info, input }) => valueOf(info, input.value)),
    target: () => target.read(),
  };
}

/** Makes a choice among the examples of a call, which fills the fields; none where it has no examples. */
function exampleChoice(
  { examples = {} }: PageCall,
  inputs: readonly ParameterInput[],
  id: string,
): HTMLElement[] {
  const names = Object.keys(examples);
  if (names.length === 0) return [];
  const options = names.map((name) => element("option", { value: name }, name));
  const choice = element("select", { id: `${id}-example` }, ...options);
  choice.addEventListener("input", () => {
    const values = examples[choice.value] ?? [];
    for (const [index, { input }] of inputs.entries()) input.value = textOf(values[index]);
  });
  return [labelled(choice, "Example")];
}

/** The field of a parameter: the input, and the input with its label. */
interface ParameterInput {
  readonly info: CommandParameter;
  readonly part: HTMLElement;
  readonly input: HTMLInputElement | HTMLSelectElement;
}

function inputOf({ info, value }: Field, id: string): ParameterInput {
  const choices = info.enum?.map(String);
  const input = choices ? enumInput(choices, id) : textInput(id, info.expected);
  input.value = textOf(value);
  // A position means nothing to a reader of the page.
  const marks = [info.in === "positional" ? "" : info.in, info.required ? "required" : ""];
  const help = [info.description, info.default === undefined ? "" : `Default: ${info.default}.`];
  input.title = help.filter(Boolean).join(" ");
  const note = element("small", {}, ` ${marks.filter(Boolean).join(", ")}`);
  return { info, input, part: labelled(input, info.name, note) };
}

function enumInput(choices: readonly string[], id: string): HTMLSelectElement {
  const option = (value: string): HTMLOptionElement =>
    element("option", { value }, value === "" ? "(left out)" : value);
  return element("select", { id }, ...["", ...choices].map(option));
}
