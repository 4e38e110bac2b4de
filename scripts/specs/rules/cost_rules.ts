import { isObject, type Json, type JsonObject, objectAt } from "../json.ts";
import { allCalls, allMethods, type Method, type Operation } from "../model/mod.ts";
import { alternativesOf, type Schemas, typesOf } from "../named_schemas.ts";
import { type Rule, ruleOf } from "./_rule.ts";

/** `x-cost` names lists among the parameters of the method, or among their fields. */
export const unknownCost: Rule = ruleOf(allMethods, function* (method, { schemas }) {
  const lists = [...listsOf(method, schemas).keys()];
  const fix = lists.length > 0 ? `Name a list: ${lists.join(", ")}.` : "Leave `x-cost` out.";
  for (const [index, list] of method.cost.entries())
    if (!lists.includes(list))
      yield [["x-cost", index], `${method.label}: it takes no list "${list}"`, fix];
});

/**
 * A list that may be long costs by its length: else a call has a long one for the price of a short one. One in a query or a
 * header is as short as these are.
 */
export const unpricedList: Rule = ruleOf(allCalls, function* (call, { schemas, limits }) {
  const most = Number(limits["itemsPerRequest"]?.["value"] ?? Infinity);
  const isOverSocket = "kind" in call && call.kind === "websocket";
  const fix = isOverSocket ? "Name it in `x-cost`." : `Give it \`maxItems\` of at most ${most}.`;
  for (const [name, items] of listsOf(call, schemas)) {
    if (items <= most || ("cost" in call && call.cost.includes(name))) continue;
    yield [[], `${call.label}: the list "${name}" costs the same however long it is`, fix];
  }
});

/** Most items of each list among the parameters of a method or the fields of a body, and among the fields of these. */
function listsOf(call: Operation | Method, schemas: Schemas): Map<string, number> {
  const lists = new Map<string, number>();
  const add = (name: string, schema: Json | undefined, isOuter: boolean): void => {
    if (!isObject(schema)) return;
    for (const one of alternativesOf(schema, schemas)) {
      if (typesOf(one).includes("array"))
        lists.set(name, Math.max(lists.get(name) ?? 0, mostItems(one)));
      if (!isOuter) continue;
      for (const [field, own] of Object.entries(objectAt(one, "properties")))
        add(name === "" ? field : `${name}.${field}`, own, name === "");
    }
  };
  if (!("verb" in call)) for (const { name, schema } of call.parameters) add(name, schema, true);
  else if (call.body) add("", call.body.schema, true);
  return lists;
}

function mostItems(list: JsonObject): number {
  const { maxItems } = { ...list, ...objectAt(list, "x-decided") };
  return typeof maxItems === "number" ? maxItems : Infinity;
}
