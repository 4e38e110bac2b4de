import { arrayAt, isObject, type JsonObject, objectAt } from "../json.ts";
import { hasAmount } from "../layer.ts";
import { alternativesOf, type Schemas, typesOf } from "../named_schemas.ts";
import { allSchemas } from "../nodes.ts";
import { type Rule, ruleOf } from "./_rule.ts";

/** A value is read by the first alternative that it fits, so that an amount in a later one could stay a string. */
export const ambiguousAmount: Rule = ruleOf(allSchemas, function* ({ value }, { schemas }) {
  if (value.discriminator !== undefined) return;
  const alternatives = arrayAt(value, "anyOf").filter(isObject);
  const index = alternatives.findIndex(
    (each, at) =>
      hasAmount(each, schemas) &&
      alternatives.slice(0, at).some((before) => mayTake(before, each, schemas)),
  );
  if (index < 0) return;
  const message = `alternative ${index + 1} has an amount, and one before it may take its values`;
  yield [["anyOf", index], message, "Write it first, or add a discriminator."];
});

/** Tells whether a value of `other` may fit `schema`, as far as types and names of properties tell. */
function mayTake(schema: JsonObject, other: JsonObject, schemas: Schemas): boolean {
  const [one, two] = [alternativesOf(schema, schemas), alternativesOf(other, schemas)];
  return one.some((first) =>
    two.some((second) => {
      const [own, others] = [typesOf(first), typesOf(second)];
      if (own.length === 0 || others.length === 0) return true;
      const kinds = others.filter((kind) => own.includes(kind));
      if (kinds.length === 0) return false;
      if (kinds.every((kind) => kind === "object")) return mayTakeObject(first, second);
      if (!kinds.every((kind) => kind === "array")) return true;
      return mayTakeList(first, second, schemas);
    }),
  );
}

/** Compares the items of lists and tuples, each with the one at its place. */
function mayTakeList(schema: JsonObject, other: JsonObject, schemas: Schemas): boolean {
  const [own, others] = [schema, other].map((each) => arrayAt(each, "prefixItems"));
  if (own?.length && others?.length && own.length !== others.length) return false;
  const longer = own?.length ? own : others?.length ? others : [{}];
  return longer.every((_, index) => mayTake(itemAt(schema, index), itemAt(other, index), schemas));
}

function itemAt(schema: JsonObject, index: number): JsonObject {
  const item = arrayAt(schema, "prefixItems")[index];
  return isObject(item) ? item : objectAt(schema, "items");
}

function mayTakeObject(schema: JsonObject, other: JsonObject): boolean {
  const [own, others] = [objectAt(schema, "properties"), objectAt(other, "properties")];
  const lacks = arrayAt(schema, "required").some((name) => !Object.hasOwn(others, String(name)));
  const isClosed = schema.additionalProperties === false;
  const hasMore = arrayAt(other, "required").some((name) => !Object.hasOwn(own, String(name)));
  return !lacks && !(isClosed && hasMore);
}
