import type { Problem } from "../spec_error.ts";
import { type Specs, followRef } from "../specs.ts";
import { CARRIED_VERBS, VERBS } from "../elements.ts";
import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../json.ts";

/** What may stand in a path beside its verbs. */
const OTHER_KEYS = ["parameters", "servers", "summary", "description"];

/** Each path can be asked for: a template from a slash on, with the parameters it names, and verbs that have operations. */
export function brokenPath(specs: Specs): Problem[] {
  const { openapi } = specs;
  const paths = Object.entries(objectAt(openapi.value, "paths"));
  if (paths.length === 0) {
    const fix = "Add a path with an operation, below the key `paths`.";
    return [openapi.problem(["paths"], "paths holds no path", fix)];
  }
  return paths
    .filter(([template]) => !template.startsWith("x-"))
    .flatMap(([template, value]) => {
      const item = isObject(value) ? value : {};
      return [
        ...templateProblems(specs, template),
        ...itemProblems(specs, template, item),
        ...parameterProblems(specs, template, item),
      ];
    });
}

function templateProblems({ openapi }: Specs, template: string): Problem[] {
  const place = ["paths", template];
  if (!template.startsWith("/")) {
    return [
      openapi.problem(place, `path "${template}" begins without a slash`, `Write "/${template}".`),
    ];
  }
  if (!/[{}]/.test(template.replaceAll(/\{[^{}]+\}/g, ""))) return [];
  const fix = "Write each parameter as `{name}`.";
  return [openapi.problem(place, `path "${template}" has a brace without its other`, fix)];
}

function itemProblems({ openapi }: Specs, template: string, item: JsonObject): Problem[] {
  const place = ["paths", template];
  const keys = Object.keys(item).filter((key) => !key.startsWith("x-"));
  const allowed = `Use ${[...CARRIED_VERBS, ...OTHER_KEYS].join(", ")}.`;
  const unknown = keys
    .filter((key) => !VERBS.includes(key) && !OTHER_KEYS.includes(key))
    .map((key) =>
      openapi.problem([...place, key], `path ${template}: unknown key "${key}"`, allowed),
    );
  const verbs = keys.filter((key) => VERBS.includes(key));
  const empty = verbs
    .filter((verb) => !isObject(item[verb]))
    .map((verb) =>
      openapi.problem(
        [...place, verb],
        `path ${template}: verb "${verb}" has no operation`,
        "Write the operation below the verb, or remove the verb.",
      ),
    );
  if (verbs.length > 0 || unknown.length > 0) return [...unknown, ...empty];
  const fix = "Add an operation below a verb, or remove the path.";
  return [openapi.problem(place, `path ${template} has no operation`, fix)];
}

function parameterProblems(specs: Specs, template: string, item: JsonObject): Problem[] {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
  const shared = ["paths", template];
  const operations = VERBS.filter((verb) => isObject(item[verb])).map((verb) => [...shared, verb]);
  const foreign = [shared, ...operations].flatMap((holder) =>
    foreignParameters(specs, [...holder, "parameters"], names),
  );
  const missing = operations.flatMap((operation) => {
    const known = [shared, operation].flatMap((holder) =>
      arrayAt(specs.openapi.at(holder), "parameters").map((value) => pathName(specs, value)),
    );
    return names
      .filter((name) => !known.includes(name))
      .map((name) =>
        specs.openapi.problem(
          operation,
          `path ${template} has no path parameter "${name}"`,
          `Add a parameter with \`name: ${name}\` and \`in: path\`, or mend the path.`,
        ),
      );
  });
  return [...foreign, ...missing];
}

/** Problems of a list of parameters: that it is none, or that it has path parameters that are not among `names`. */
function foreignParameters(
  specs: Specs,
  place: readonly string[],
  names: readonly string[],
): Problem[] {
  const { openapi } = specs;
  const list = openapi.at(place) ?? [];
  if (!Array.isArray(list)) {
    return [openapi.problem(place, "parameters is no list", "Write a list of parameters.")];
  }
  return list.flatMap((value, index) => {
    const name = pathName(specs, value);
    if (name === undefined || names.includes(name)) return [];
    const message = `path parameter "${name}" is not in the path ${place[1]}`;
    const fix = `Write {${name}} in the path, or mend the parameter's name or its \`in\`.`;
    return [openapi.problem([...place, index], message, fix)];
  });
}

/** The name of a path parameter; undefined for other parameters. */
function pathName(specs: Specs, value: Json): string | undefined {
  if (isObject(value) && typeof value.$ref === "string") {
    return pathName(specs, followRef(specs, specs.openapi, value.$ref).value ?? null);
  }
  return textAt(value, "in") === "path" ? textAt(value, "name") : undefined;
}
