import { alternativesOf, typesOf } from "../named_schemas.ts";
import { isRefusalStatus } from "../calls.ts";
import { type Element, elementsOf } from "../elements.ts";
import { arrayAt, isObject, type JsonObject, objectAt, objectsAt, textAt, visit } from "../json.ts";
import { refName } from "../named_schemas.ts";
import { readModel } from "../model/mod.ts";
import { allNodes, allSchemas } from "../nodes.ts";
import type { Problem } from "../spec_file.ts";
import { deref, type Specs } from "../specs.ts";

/** A positional parameter is no object: a trailing object is always a call's options. */
export function objectParameter(specs: Specs): Problem[] {
  const { methods, schemas } = readModel(specs);
  const called = methods.filter(({ kind }) => kind !== "websocket");
  return called.flatMap(({ name, spec, parameters }) =>
    parameters.flatMap((parameter) => {
      const types = alternativesOf(parameter.schema, schemas).map(typesOf);
      if (types.every((each) => each.length > 0 && !each.includes("object"))) return [];
      const isAny = Object.keys(parameter.schema).length === 0;
      const what = isAny ? "may be an object" : "is an object";
      const message = `method ${name}: parameter "${parameter.name}" ${what}`;
      const fix = "Take its fields as parameters; the last object of a call is its options.";
      return [spec.problem(parameter.at, message, fix)];
    }),
  );
}

/** Each refusal of an operation has a status that a REST error code is sent with. */
export function errorTable(specs: Specs): Problem[] {
  const table = objectsAt(specs.openapi.value, "x-error-codes");
  const statuses = new Set(Object.values(table).map(({ status }) => String(status)));
  return readModel(specs).operations.flatMap(({ spec, at, value }) => {
    const responses = Object.keys(objectAt(value, "responses"));
    const unknown = responses.filter((status) => isRefusalStatus(status) && !statuses.has(status));
    return unknown.map((status) => {
      const message = `no error code is sent with status ${status}`;
      const fix = "Use a status of x-error-codes, or add a code that is sent with it.";
      return spec.problem([...at, "responses", status], message, fix);
    });
  });
}

/** Each element, and each property within others, says why it was decided where it was. */
export function missingReason(specs: Specs): Problem[] {
  const elements = elementsOf(specs);
  const known = new Set(elements.map(({ value }) => value));
  const nested = allSchemas(specs).flatMap(({ spec, path, value }) => {
    if (path.at(-2) !== "properties" || !isObject(value) || known.has(value)) return [];
    return [{ spec, path, value, label: `property ${String(path.at(-1))}` }];
  });
  const bare = [...elements, ...nested].filter(({ value }) => {
    const needsReason = value["x-source"] === "decided" || isOnTop(value);
    return needsReason && !textAt(value, "x-reason");
  });
  const decided = bare.filter(({ value }) => value["x-source"] === "decided");
  // A part takes the reason of the part around it.
  const isInherited = ({ spec, path, value }: (typeof bare)[number]): boolean =>
    !isOnTop(value) &&
    decided.some(
      (outer) =>
        outer.spec === spec &&
        outer.path.length < path.length &&
        outer.path.every((key, index) => key === path[index]),
    );
  return bare
    .filter((each) => !isInherited(each))
    .map(({ spec, path, label }) =>
      spec.problem(path, `${label} is decided without an x-reason`, "Add a one-line `x-reason`."),
    );
}

/** Tells whether keywords were decided on top of what is given. */
function isOnTop(value: JsonObject): boolean {
  return (value["x-decided"] ?? objectAt(value, "schema")["x-decided"]) !== undefined;
}

/** Each element is described. */
export function missingDescription(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap(({ spec, path, label, value }) => {
    if (textAt(value, "description") || textAt(value, "x-description")) return [];
    const fix = "Add a `description` that says what it is and, where it has one, its unit.";
    return [spec.problem(path, `${label} has no description`, fix)];
  });
}

/** Each operation, method, parameter, schema, property, error and topic has an example. */
export function missingExample(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap((element) => {
    const { spec, path, label } = element;
    return lacking(specs, element).map((what) =>
      spec.problem(
        path,
        `${label} has no example${what}`,
        "Add a realistic example that agrees with the others.",
      ),
    );
  });
}

/** Parts without an example; an empty string stands for the element itself. */
function lacking(specs: Specs, element: Element): string[] {
  const { kind, value, spec } = element;
  if (kind === "operation") return bareResponses(specs, element);
  const isRest = spec === specs.openapi;
  const hasExample: { readonly [Kind in Element["kind"]]?: boolean } = {
    parameter: !isRest || value.example !== undefined,
    method: arrayAt(value, "examples").length > 0,
    schema: arrayAt(value, "examples").length > 0,
    property: isShown(element),
    topic: value.example !== undefined,
    error: isRest || value["x-example"] !== undefined,
  };
  return (hasExample[kind] ?? true) ? [] : [""];
}

function bareResponses(specs: Specs, { spec, value }: Element): string[] {
  return Object.entries(objectAt(value, "responses")).flatMap(([status, response]) => {
    const target = deref(specs, spec, response);
    // A response without a body has nothing to show.
    if (target.content === undefined) return [];
    const content = objectAt(target, "content", "application/json");
    const hasExample =
      content.example !== undefined || Object.keys(objectAt(content, "examples")).length > 0;
    return hasExample ? [] : [` of its ${status} response`];
  });
}

/** A property is shown by its own example or by one of its object. */
function isShown({ spec, path, name, value }: Element): boolean {
  if (arrayAt(value, "examples").length > 0) return true;
  const owner = spec.at(path.slice(0, -2));
  return arrayAt(owner, "examples").some(
    (example) => isObject(example) && example[name] !== undefined,
  );
}

/** Each named schema is used by one of the specs. */
export function unusedSchema(specs: Specs): Problem[] {
  const used = new Set<string>();
  for (const { value } of [specs.openapi, specs.openrpc]) {
    visit(value, (node) => {
      if (isObject(node) && typeof node.$ref === "string") used.add(refName(node.$ref));
    });
  }
  return elementsOf(specs)
    .filter(({ kind, name }) => kind === "schema" && !used.has(name))
    .map(({ spec, path, label }) =>
      spec.problem(path, `${label} is not used`, "Use it or remove it."),
    );
}

/** Each tag of a method is declared; Redocly sees to those of operations. */
export function undeclaredTag(specs: Specs): Problem[] {
  const declared = objectsAt(specs.openrpc.value, "components", "tags");
  const names = Object.values(declared).map((tag) => textAt(tag, "name"));
  const methods = elementsOf(specs).filter(({ kind }) => kind === "method");
  return methods.flatMap(({ spec, path, value, label }) =>
    arrayAt(value, "tags").flatMap((tag, index) => {
      const name = textAt(tag, "name");
      if (names.includes(name)) return [];
      const fix = `Declare it in components.tags, or use ${names.join(", ")}.`;
      const place = [...path, "tags", index, "name"];
      return [spec.problem(place, `${label} has the tag "${name}", which is not declared`, fix)];
    }),
  );
}

/** Keywords with words that stand in comments of generated code. */
const WORDS = ["title", "summary", "description", "reason", "x-reason"];

/** A tag of a comment: `{@link Block}`, or `@deprecated` where a line begins. */
const TAG = /\{@\w*|^[ \t]*@\w+/m;

/** No words of the specs are tags of the comments that they stand in. */
export function taggedText(specs: Specs): Problem[] {
  return allNodes(specs).flatMap(({ spec, path, value }) => {
    const texts = WORDS.map((keyword) => [keyword, isObject(value) ? value[keyword] : undefined]);
    return texts.flatMap(([keyword, text]) => {
      const [tag] = (typeof text === "string" && TAG.exec(text)) || [];
      if (tag === undefined) return [];
      const message = `"${tag.trim()}" is a comment tag in generated code`;
      const fix = "Write the name alone, or another word in front of it.";
      return [spec.problem([...path, String(keyword)], message, fix)];
    });
  });
}
