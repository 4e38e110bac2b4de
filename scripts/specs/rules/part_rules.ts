import { isRefusalStatus } from "../calls.ts";
import { type Element, elementsOf } from "../elements.ts";
import {
  arrayAt,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  pointerOf,
  textAt,
  visit,
} from "../json.ts";
import { alternativesOf, isDecided, refName, typesOf } from "../named_schemas.ts";
import { allMethods, type Model } from "../model/mod.ts";
import { allSchemas } from "../nodes.ts";
import { deref, type Specs } from "../specs.ts";
import { operationsOf, type Part, type Rule, ruleOf } from "./_rule.ts";

/** A positional parameter is no object: a trailing object is always a call's options. */
export const objectParameter: Rule = ruleOf(allMethods, function* (method, { schemas }) {
  const { label, kind, parameters } = method;
  if (kind === "websocket" || kind === "dev") return;
  for (const parameter of parameters) {
    const types = alternativesOf(parameter.schema, schemas).map(typesOf);
    if (types.every((each) => each.length > 0 && !each.includes("object"))) continue;
    const isAny = Object.keys(parameter.schema).length === 0;
    const message = `${label}: parameter "${parameter.name}" ${isAny ? "may be" : "is"} an object`;
    const fix = "Take its fields as parameters; the last object of a call is its options.";
    yield [[], message, fix, parameter];
  }
});

/** Each refusal of an operation has a status that a REST error code is sent with. */
export const errorTable: Rule = ruleOf(operationsOf, function* ({ value }, { restErrors }) {
  const statuses = new Set(Object.values(restErrors).map(({ status }) => String(status)));
  const fix = "Use a status of x-error-codes, or add a code that is sent with it.";
  for (const status of Object.keys(objectAt(value, "responses")))
    if (isRefusalStatus(status) && !statuses.has(status))
      yield [["responses", status], `no error code is sent with status ${status}`, fix];
});

/** An element, or a property within others. */
interface Described extends Part {
  readonly value: JsonObject;
  readonly label: string;
}

/** Each element, and each property within others, says why it was decided where it was. */
export const missingReason: Rule = ruleOf(unexplained, function* ({ label }) {
  yield [[], `${label} is decided without an x-reason`, "Add a one-line `x-reason`."];
});

function unexplained(model: Model): Described[] {
  const elements: Described[] = elementsOf(model);
  const known = new Set<Json>(elements.map(({ value }) => value));
  const nested = allSchemas(model)
    .filter(({ at, value }) => at.at(-2) === "properties" && !known.has(value))
    .map((node): Described => ({ ...node, label: `property ${String(node.at.at(-1))}` }));
  const bare = [...elements, ...nested].filter(
    ({ value }) => (isDecided(value) || isOnTop(value)) && !textAt(value, "x-reason"),
  );
  // A part takes the reason of the part around it.
  const isWithin = (one: Described, outer: Described): boolean =>
    outer.spec === one.spec && pointerOf(one.at).startsWith(`${pointerOf(outer.at)}/`);
  const decided = bare.filter(({ value }) => isDecided(value));
  return bare.filter(
    (each) => isOnTop(each.value) || !decided.some((outer) => isWithin(each, outer)),
  );
}

/** Tells whether keywords were decided on top of specified ones. */
function isOnTop(value: JsonObject): boolean {
  return (value["x-decided"] ?? objectAt(value, "schema")["x-decided"]) !== undefined;
}

/** Each element is described. */
export const missingDescription: Rule = ruleOf(elementsOf, function* ({ label, value }) {
  if (textAt(value, "description") || textAt(value, "x-description")) return;
  const fix = "Add a `description` that says what it is and, where it has one, its unit.";
  yield [[], `${label} has no description`, fix];
});

/** Each operation, method, parameter, schema, property, error and topic has an example. */
export const missingExample: Rule = ruleOf(elementsOf, function* (element, { specs }) {
  const fix = "Add a realistic example that agrees with the others.";
  for (const part of bareParts(element, specs))
    yield [[], `${element.label} has no example${part}`, fix];
});

/** Parts without an example; an empty string stands for the element itself. */
function bareParts(element: Element, specs: Specs): string[] {
  const { kind, value, spec } = element;
  if (kind === "operation") {
    const responses = Object.entries(objectAt(value, "responses"));
    const bare = responses.filter(([, response]) => isBare(deref(specs, spec, response)));
    return bare.map(([status]) => ` of its ${status} response`);
  }
  const isRest = spec === specs.openapi;
  const isShown = arrayAt(value, "examples").length > 0;
  const hasExample: { readonly [Kind in Element["kind"]]?: boolean } = {
    parameter: !isRest || value.example !== undefined,
    method: isShown,
    schema: isShown,
    property: isShown || isShownByOwner(element),
    topic: value.example !== undefined,
    error: isRest || value["x-example"] !== undefined,
  };
  return (hasExample[kind] ?? true) ? [] : [""];
}

/** Tells whether a response has a body without an example. */
function isBare({ content }: JsonObject): boolean {
  const { example, examples } = objectAt(content, "application/json");
  return (
    content !== undefined && example === undefined && Object.keys(objectAt(examples)).length === 0
  );
}

/** Tells whether an example of its object shows a property. */
function isShownByOwner({ spec, at, name }: Element): boolean {
  const owner = spec.at(at.slice(0, -2));
  return arrayAt(owner, "examples").some((example) => objectAt(example)[name] !== undefined);
}

/** Each named schema is used by one of the specs. */
export const unusedSchema: Rule = ruleOf(unusedSchemas, function* ({ label }) {
  yield [[], `${label} is not used`, "Use it or remove it."];
});

function unusedSchemas(model: Model): Element[] {
  const { openapi, openrpc } = model.specs;
  const used = new Set<string>();
  for (const { value } of [openapi, openrpc]) {
    visit(value, (node) => {
      const ref = textAt(node, "$ref");
      if (ref !== "") used.add(refName(ref));
    });
  }
  return elementsOf(model).filter(({ kind, name }) => kind === "schema" && !used.has(name));
}

/** Each tag of a method is declared; Redocly sees to those of operations. */
export const undeclaredTag: Rule = ruleOf(allMethods, function* ({ label, value }, { specs }) {
  const declared = Object.values(objectsAt(specs.openrpc.value, "components", "tags"));
  const names = declared.map((tag) => textAt(tag, "name"));
  for (const [index, tag] of arrayAt(value, "tags").entries()) {
    const name = textAt(tag, "name");
    if (names.includes(name)) continue;
    const fix = `Declare it in components.tags, or use ${names.join(", ")}.`;
    const message = `${label} has the tag "${name}", which is not declared`;
    yield [["tags", index, "name"], message, fix];
  }
});
