import type { CommandParameter } from "../../../src/tables.ts";
import type { Field, PageCall, Values } from "../_page_calls.ts";
import type { ServiceTarget } from "./_call_run.ts";
import { element } from "./_elements.ts";
import { readPlace, readSecrets, writePlace } from "./_place.ts";
import { textOf, valueOf } from "./_sample_fields.ts";

let forms = 0;

/** The fields of a form and their values. */
export interface CallFields {
  readonly parts: readonly HTMLElement[];
  values(): Values;
  place(): ServiceTarget;
}

/** Fields for the parameters of a call and for its target. `address` and `segment` are the defaults of the page. */
export function callFields(
  call: PageCall,
  { address, segment }: Pick<ServiceTarget, "address" | "segment">,
): CallFields {
  const id = `run-${++forms}`;
  const inputs = call.fields.map((field, index) => inputOf(field, `${id}-${index}`));
  const place = placeFields(call, readPlace(address, segment), id);
  return {
    parts: [...exampleChoice(call, inputs, id), ...inputs.map(({ label }) => label), place.part],
    values: () => inputs.map(({ info, input }) => valueOf(info, input.value)),
    place: () => place.read(),
  };
}

/** A choice of the examples of a call, which fills its fields. */
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
  return [labelOf(choice.id, choice, "Example")];
}

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
  const about = [info.description, info.default === undefined ? "" : `Default: ${info.default}.`];
  input.title = about.filter(Boolean).join(" ");
  const note = element("small", {}, ` ${marks.filter(Boolean).join(", ")}`);
  return { info, input, label: labelOf(id, input, info.name, note) };
}

function choiceOf(choices: readonly string[], id: string): HTMLSelectElement {
  const option = (value: string): HTMLOptionElement =>
    element("option", { value }, value === "" ? "(left out)" : value);
  return element("select", { id }, ...["", ...choices].map(option));
}

function textInput(id: string, placeholder: string, type = "text"): HTMLInputElement {
  const plain = { spellcheck: "false", autocomplete: "off", autocapitalize: "off" };
  return element("input", { id, type, placeholder, ...plain });
}

function labelOf(id: string, input: HTMLElement, ...text: readonly (Node | string)[]): HTMLElement {
  return element("div", { class: "run-field" }, element("label", { for: id }, ...text), input);
}

/** Address, segment, and the key or the token: one for each address, so that no key is shown to another service. */
function placeFields(
  { segments, kind: own }: PageCall,
  at: ServiceTarget,
  id: string,
): { readonly part: HTMLElement; read(): ServiceTarget } {
  const isControl = own === "dev";
  const address = textInput(`${id}-address`, "https://host");
  address.value = at.address;
  const segment = element(
    "select",
    { id: `${id}-segment` },
    ...segments.map((name) => element("option", { value: name }, name)),
  );
  segment.value = at.segment;
  const kind = isControl ? "token" : "key";
  const secret = textInput(
    `${id}-secret`,
    isControl ? "printed by the service" : "none",
    "password",
  );
  secret.value = at[kind];
  const summary = element("summary");
  const name = (): void => {
    summary.textContent = `Sends to ${address.value}, ${segment.value}${secret.value === "" ? "" : `, with a ${kind}`}`;
  };
  const read = (): ServiceTarget => {
    const place = { ...readSecrets(address.value), [kind]: secret.value };
    return { ...place, address: address.value, segment: segment.value };
  };
  address.addEventListener("change", () => (secret.value = readSecrets(address.value)[kind]));
  const part = element(
    "details",
    { class: "run-place" },
    summary,
    labelOf(address.id, address, "Address of the service"),
    labelOf(segment.id, segment, "Segment"),
    labelOf(
      secret.id,
      secret,
      isControl ? "Token of devnet control" : "API key",
      element("small", {}, " stays in this tab"),
    ),
  );
  part.addEventListener("input", name);
  part.addEventListener("change", () => {
    name();
    writePlace(read());
  });
  name();
  return { part, read };
}
