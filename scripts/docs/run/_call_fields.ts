import type { CommandParameter } from "../../../src/tables.ts";
import type { Field, PageCall, Values } from "../_page_calls.ts";
import type { ServiceTarget } from "./_call_run.ts";
import { element, labelled, textInput } from "./_elements.ts";
import { type Target, textOf, valueOf } from "./_sample_fields.ts";
import { readTarget } from "./_stored_target.ts";
import { targetFields } from "./_target_fields.ts";

/** Number of forms so far, for unique ids of elements. */
let forms = 0;

/** The fields of a form, and the values in them. */
export interface CallFields {
  readonly parts: readonly HTMLElement[];
  values(): Values;
  target(): ServiceTarget;
}

/** Makes the fields for the parameters of a call and for its target; `page` is the default target of the page. */
export function callFields(call: PageCall, page: Target): CallFields {
  const id = `run-${++forms}`;
  const inputs = call.fields.map((field, index) => inputOf(field, `${id}-${index}`));
  const target = targetFields(call, readTarget(page.address, page.segment), id);
  return {
    parts: [...exampleChoice(call, inputs, id), ...inputs.map(({ label }) => label), target.part],
    values: () => inputs.map(({ info, input }) => valueOf(info, input.value)),
    target: () => target.read(),
  };
}

/** Makes a choice of the examples of a call, which fills the fields. */
function exampleChoice(
  { examples = {} }: PageCall,
  inputs: readonly Input[],
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
interface Input {
  readonly info: CommandParameter;
  readonly label: HTMLElement;
  readonly input: HTMLInputElement | HTMLSelectElement;
}

function inputOf({ info, value }: Field, id: string): Input {
  const choices = info.enum?.map(String);
  const input = choices ? choiceOf(choices, id) : textInput(id, info.expected);
  input.value = textOf(value);
  const marks = [info.in === "positional" ? "" : info.in, info.required ? "required" : ""];
  const help = [info.description, info.default === undefined ? "" : `Default: ${info.default}.`];
  input.title = help.filter(Boolean).join(" ");
  const note = element("small", {}, ` ${marks.filter(Boolean).join(", ")}`);
  return { info, input, label: labelled(input, info.name, note) };
}

function choiceOf(choices: readonly string[], id: string): HTMLSelectElement {
  const option = (value: string): HTMLOptionElement =>
    element("option", { value }, value === "" ? "(left out)" : value);
  return element("select", { id }, ...["", ...choices].map(option));
}
