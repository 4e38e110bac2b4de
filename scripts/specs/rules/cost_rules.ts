import { isObject, type Json, type JsonObject, objectAt } from "../json.ts";
import { type Parameter, readModel, type RequestBody } from "../model/mod.ts";
import { alternativesOf, type Schemas, typesOf } from "../named_schemas.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** `x-cost` names lists among the parameters of the method, or among their fields. */
export function unknownCost(specs: Specs): Problem[] {
  const { methods, schemas } = readModel(specs);
  return methods.flatMap(({ name, at, cost, parameters }) => {
    const known = [...listsOf({ parameters }, schemas).keys()];
    return cost.flatMap((list, index) => {
      if (known.includes(list)) return [];
      const message = `method ${name}: it takes no list "${list}"`;
      const fix = known.length > 0 ? `Name a list: ${known.join(", ")}.` : "Leave `x-cost` out.";
      return [specs.openrpc.problem([...at, "x-cost", index], message, fix)];
    });
  });
}

/**
 * A list that may be long costs by its length: else a call has a long one for the price of a short one. One in a query or a
 * header is as short as these are.
 */
export function unpricedList(specs: Specs): Problem[] {
  const { operations, methods, dev, schemas, limits } = readModel(specs);
  const most = Number(limits["itemsPerRequest"]?.["value"] ?? Infinity);
  const bound = `Give it \`maxItems\` of at most ${most}.`;
  const priced = "Name it in `x-cost`.";
  const calls = [
    ...operations.map((call) => ({
      ...{
        call: { parameters: [], body: call.body },
        at: call.at,
        cost: [] as string[],
        spec: specs.openapi,
      },
      ...{ label: `operation ${call.id}`, fix: bound },
    })),
    ...[...methods, ...dev.methods].map((call) => ({
      ...{ call, at: call.at, cost: call.cost, spec: specs.openrpc },
      ...{ label: `method ${call.name}`, fix: call.kind === "websocket" ? priced : bound },
    })),
  ];
  return calls.flatMap(({ call, at, cost, spec, label, fix }) => {
    const lists = [...listsOf(call, schemas)];
    return lists.flatMap(([name, items]) => {
      if (items <= most || cost.includes(name)) return [];
      const message = `${label}: the list "${name}" costs the same however long it is`;
      return [spec.problem(at, message, fix)];
    });
  });
}

/** The arguments of a call: parameters, and the body of an operation. */
interface Given {
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody | undefined;
}

/** Most items of each list among the parameters of a call and the fields of its body, and among the fields of these. */
function listsOf({ parameters, body }: Given, schemas: Schemas): Map<string, number> {
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
  for (const { name, schema } of parameters) add(name, schema, true);
  if (body) add("", body.schema, true);
  return lists;
}

function mostItems(list: JsonObject): number {
  const { maxItems } = { ...list, ...objectAt(list, "x-decided") };
  return typeof maxItems === "number" ? maxItems : Infinity;
}
