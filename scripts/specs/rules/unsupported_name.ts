import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { type Element, elementsOf } from "../elements.ts";
import { textAt } from "../json.ts";

/** A form that names take. */
interface Form {
  readonly pattern: RegExp;
  readonly fix: string;
}

/** A word of a name. Digits end it: what follows them is another word to the generators of code. */
const LOWER = "[a-z]+[0-9]*";
const UPPER = "[A-Z](?:[a-z]+[0-9]*|[0-9]+)";
const METHOD_PART = `[a-z](?:[a-z]+[0-9]*|[0-9]+)(?:${UPPER})*`;

const ID: Form = {
  pattern: new RegExp(`^${LOWER}(?:${UPPER})*$`),
  fix: "Write it in camel case, acronyms as words, a capital after digits: `getUrlInfo`, `getV2Info`.",
};
const METHOD: Form = {
  pattern: new RegExp(`^${METHOD_PART}(?:_${METHOD_PART})*$`),
  fix: "Write its parts in camel case of two letters or more, acronyms as words, a capital after digits, with `_` between them: `chain_getUrlInfo`.",
};
const HEADER: Form = {
  pattern: /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/,
  fix: "Write the name of an HTTP header: letters, digits and hyphens.",
};
const SCHEMA: Form = {
  pattern: new RegExp(`^(?:${UPPER})+$`),
  fix: "Write it in Pascal case, acronyms as words, a capital after digits: `UrlInfo`, `V2Info`.",
};

/** Names become names of types and functions as they are written, so they take the forms that stay so. */
export function unsupportedName(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap((element) => {
    const { name, form } = nameOf(element) ?? {};
    if (name === undefined || form === undefined || form.pattern.test(name)) return [];
    const { spec, path, kind } = element;
    return [spec.problem(path, `${kind} "${name}" has no name the generator can use`, form.fix)];
  });
}

/** What an element is called in generated code, and the form of it; a query parameter may have any name. */
function nameOf({ kind, path, value }: Element): { name: string; form: Form } | undefined {
  if (kind === "operation") return { name: textAt(value, "operationId"), form: ID };
  if (kind === "method") return { name: textAt(value, "name"), form: METHOD };
  const isRpcError = kind === "error" && value.code !== undefined;
  if (kind === "schema" || isRpcError) return { name: String(path.at(-1)), form: SCHEMA };
  if (kind !== "parameter" || value.in === "query") return undefined;
  if (value.in === "header") return { name: textAt(value, "name"), form: HEADER };
  return { name: textAt(value, "name"), form: ID };
}
