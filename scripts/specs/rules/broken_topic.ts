import { arrayAt, isObject, type JsonObject, objectsAt } from "../json.ts";
import { targetOf } from "../named_schemas.ts";
import { readModel, type Topic } from "../model/mod.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** Field of every filter but that of a live topic: the cursor to go on from. */
const CURSOR = "after";

/** Field of the notice that a topic carries where the chain was reorganised. */
const NOTICE = "reorg";

/** Each topic has a named payload, and a named filter, with a cursor unless it is live, whose fields the subscribing method takes. */
export function brokenTopic(specs: Specs): Problem[] {
  const { methods, schemas, topics } = readModel(specs);
  const problem = (topic: string, key: string, message: string, fix: string): Problem[] => [
    specs.openrpc.problem(["x-topics", topic, key], `topic ${topic}: ${message}`, fix),
  ];
  const subscribing = methods.filter(({ kind }) => kind === "websocket");
  const taken = subscribing
    .flatMap(({ parameters }) => parameters)
    .map(({ schema }) => objectsAt(targetOf(schema, schemas), "properties"))
    .find((fields) => CURSOR in fields);
  const filterProblems = ({ name, filter, isLive }: Topic): Problem[] => {
    const schema = targetOf(filter, schemas);
    const fields = objectsAt(schema, "properties");
    if (isLive && (!schema || CURSOR in fields)) {
      const message = `its filter is not a named object without "${CURSOR}", though its events have no cursor`;
      const fix = `Write \`{ "$ref": "#/components/schemas/…" }\` of an object without "${CURSOR}", or leave x-live out.`;
      return problem(name, "filter", message, fix);
    }
    if (!isLive && (!isObject(fields[CURSOR]) || arrayAt(schema, "required").includes(CURSOR))) {
      const message = `its filter is not a named object with an optional "${CURSOR}"`;
      const fix = `Write \`{ "$ref": "#/components/schemas/…" }\` of an object with "${CURSOR}", by which subscriptions resume.`;
      return problem(name, "filter", message, fix);
    }
    const filled = Object.keys(fields).find((key) => fields[key]?.default !== undefined);
    if (filled !== undefined) {
      const message = `the field "${filled}" of its filter has a default, which nothing applies`;
      return problem(
        name,
        "filter",
        message,
        "Describe the behaviour without it in the description.",
      );
    }
    if (!taken) return [];
    const foreign = Object.keys(fields).find((key) => !isSameField(fields[key], taken[key]));
    if (foreign === undefined) return [];
    const message = `the method that subscribes takes no such field "${foreign}" in its filter`;
    return problem(name, "filter", message, "Write it in the schema of that parameter too.");
  };
  const noticeProblems = ({ name, payload, reorgNotice }: Topic): Problem[] => {
    const fields = objectsAt(targetOf(payload, schemas), "properties");
    if (!reorgNotice || !(NOTICE in fields)) return [];
    const message = `its payload has the field "${NOTICE}", by which clients know a reorg notice`;
    return problem(name, "payload", message, "Use another name, or write `reorgNotice: false`.");
  };
  return topics.flatMap((topic) => [
    ...(targetOf(topic.payload, schemas)
      ? []
      : problem(
          topic.name,
          "payload",
          "its payload is not a named schema",
          'Write `{ "$ref": "#/components/schemas/…" }`.',
        )),
    ...noticeProblems(topic),
    ...filterProblems(topic),
  ]);
}

/** Tells whether two fields take the same values, whatever is said of them. */
function isSameField(one: JsonObject | undefined, other: JsonObject | undefined): boolean {
  return other !== undefined && JSON.stringify(kept(one)) === JSON.stringify(kept(other));
}

function kept(schema: JsonObject | undefined): unknown[] {
  const words = ["description", "examples", "x-source", "x-reason"];
  return Object.entries(schema ?? {})
    .filter(([key]) => !words.includes(key))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
