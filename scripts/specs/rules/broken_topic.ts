import { arrayAt, type JsonObject, objectsAt } from "../json.ts";
import { targetOf } from "../named_schemas.ts";
import type { Model, Topic } from "../model/mod.ts";
import { type Rule, ruleOf } from "./_rule.ts";

/** Field of every filter but that of a live topic: the cursor to go on from. */
const CURSOR = "after";

/** Field of the notice that a topic carries where the chain was reorganised. */
const NOTICE = "reorg";

/** Each topic has a named payload, and a named filter, with a cursor unless it is live, whose fields the subscribing method takes. */
export const brokenTopic: Rule = ruleOf(
  ({ topics }) => topics,
  function* (topic, model) {
    const { label, payload, reorgNotice } = topic;
    const { schemas } = model;
    const schema = targetOf(payload, schemas);
    if (!schema) {
      const fix = 'Write `{ "$ref": "#/components/schemas/…" }`.';
      yield ["payload", `${label}: its payload is not a named schema`, fix];
    }
    if (reorgNotice && NOTICE in objectsAt(schema, "properties")) {
      const message = `its payload has the field "${NOTICE}", by which clients know a reorg notice`;
      const fix = "Use another name, or write `reorgNotice: false`.";
      yield ["payload", `${label}: ${message}`, fix];
    }
    const fault = filterFault(topic, model);
    if (fault) yield ["filter", `${label}: ${fault[0]}`, fault[1]];
  },
);

function filterFault(
  { filter, isLive }: Topic,
  { methods, schemas }: Model,
): readonly [message: string, fix: string] | undefined {
  const schema = targetOf(filter, schemas);
  const fields = objectsAt(schema, "properties");
  const named = 'Write `{ "$ref": "#/components/schemas/…" }` of an object';
  if (isLive && (!schema || CURSOR in fields)) {
    const message = `its filter is not a named object without "${CURSOR}", though its events have no cursor`;
    return [message, `${named} without "${CURSOR}", or leave x-live out.`];
  }
  if (!isLive && (!(CURSOR in fields) || arrayAt(schema, "required").includes(CURSOR))) {
    const fix = `${named} with "${CURSOR}", by which subscriptions resume.`;
    return [`its filter is not a named object with an optional "${CURSOR}"`, fix];
  }
  const filled = Object.keys(fields).find((key) => fields[key]?.default !== undefined);
  if (filled !== undefined) {
    const message = `the field "${filled}" of its filter has a default, which nothing applies`;
    return [message, "Describe the behaviour without it in the description."];
  }
  const taken = methods
    .flatMap(({ kind, parameters }) => (kind === "websocket" ? parameters : []))
    .map((parameter) => objectsAt(targetOf(parameter.schema, schemas), "properties"))
    .find((each) => CURSOR in each);
  const foreign = Object.keys(fields).find((key) => taken && !isSame(fields[key], taken[key]));
  if (foreign === undefined) return undefined;
  const message = `the method that subscribes takes no such field "${foreign}" in its filter`;
  return [message, "Write it in the schema of that parameter too."];
}

/** Tells whether two fields take the same values, whatever their descriptions. */
function isSame(one: JsonObject | undefined, other: JsonObject | undefined): boolean {
  return (
    other !== undefined && JSON.stringify(keywordsOf(one)) === JSON.stringify(keywordsOf(other))
  );
}

function keywordsOf(schema: JsonObject | undefined): unknown[] {
  const words = ["description", "examples", "x-source", "x-reason"];
  const keywords = Object.entries(schema ?? {}).filter(([key]) => !words.includes(key));
  return keywords.toSorted(([one], [other]) => (one < other ? -1 : 1));
}
