/**
 * Rules of servers, paths and methods. A rule compares a part in both versions, and adds what changed. `fields` has a rule for
 * each key: `constant` may not change, `addition` may be new, `cosmetic` never matters, `elsewhere` is compared by another rule.
 *
 * @module
 */
import { VERBS } from "../specs/calls.ts";
import { closedValues, compareSchema } from "./_schema.ts";
import type { Pair } from "./_pair.ts";
import type { Place } from "./_place.ts";
import {
  ruleForEach,
  asAnswer,
  asRequest,
  chains,
  changed,
  compareRows,
  cosmetic,
  elsewhere,
  errors,
  fields,
  constant,
  mayBecomeFalse,
  mayBecomeTrue,
  addition,
  ifRequired,
  listRule,
  tableRule,
  type Rule,
} from "./_rules.ts";

/** Verbs that a path may have, also in a spec that the checks would refuse. */
const ALL_VERBS = [...VERBS, "options", "head", "trace"];

const nameOf = (place: Place): string => place.get("name").text();

/** Lists of servers. These have no names: each is compared with the one at the same index. */
export const servers = listRule((server) => `${server.path.at(-1)}`, {
  what: "server",
  each: fields({
    name: cosmetic,
    url: constant,
    variables: tableRule({
      what: "variable",
      added: "breaking",
      each(pair) {
        // The next line compares `enum`, together with `const`.
        fields({ default: cosmetic, enum: elsewhere })(pair);
        asRequest(closedValues)(pair);
      },
    }),
  }),
});

const content = tableRule({ what: "media type", each: fields({ schema: compareSchema }) });

const compareBody = fields({ required: mayBecomeFalse, content });

const requestBody: Rule = (pair) => {
  if (pair.isKept) return asRequest(compareBody)(pair);
  const level = pair.next.exists ? ifRequired(pair.next) : "breaking";
  pair.add(level, pair.next.exists ? "takes a body" : "takes no body");
};

const responses = tableRule({
  what: "status",
  removed: ({ path }) => (String(path.at(-1)).startsWith("2") ? "breaking" : "additive"),
  each: asAnswer(
    fields({
      headers: tableRule({
        what: "header",
        each: fields({ required: mayBecomeTrue, schema: compareSchema }),
      }),
      content,
    }),
  ),
});

/** A call that becomes paged, or ceases to be, has another type in the client: that breaks. */
const pagination: Rule = (pair) => {
  const compare = fields({ items: constant, key: addition, grows: addition, cursor: constant });
  (pair.isKept ? compare : constant)(pair);
};

const compareOperation = fields({
  operationId: constant,
  parameters: elsewhere,
  requestBody,
  responses,
  servers,
  "x-chains": chains,
  "x-safe": mayBecomeTrue,
  "x-pagination": pagination,
});

/** A path that gets servers of its own, or loses them, is reached elsewhere unless the URL is the same. */
const ownServers: Rule = (pair) => {
  const [base, next] = pair.both(serverUrl);
  if (pair.isKept || base === next) servers(pair);
  else pair.add("breaking", `is on the server ${next}, it was on ${base}`);
};

/** URL of the first server at `place`; of that of all paths where it has none. */
function serverUrl(place: Place): string {
  if (place.exists) return place.get(0).get("url").text();
  return String(place.spec.at(["servers", 0, "url"]));
}

const comparePath = fields({
  ...ruleForEach([...ALL_VERBS, "parameters"], elsewhere),
  servers: ownServers,
});

/** The operations of all paths. */
export const paths: Rule = (pair) => {
  for (const [path, item] of pair.members()) {
    if (item.isKept) comparePath(item);
    for (const verb of ALL_VERBS) {
      const operation = item.child(verb);
      const { base, next } = operation;
      if (!base.exists && !next.exists) continue;
      const label = `${verb.toUpperCase()} ${path}`;
      const name = operation.shown.get("operationId").text() || label;
      compareRows([[`${name} (${label})`, operation.in({ name })]], {
        what: "operation",
        each(named) {
          compareOperation(named);
          compareRows(parametersOf(item, named), PARAMETER_ROWS);
        },
      });
    }
  }
};

const PARAMETER_ROWS = {
  what: "parameter",
  added: ifRequired,
  each: fields({
    name: constant,
    in: constant,
    required: mayBecomeFalse,
    schema: asRequest(compareSchema),
  }),
} as const;

/** Parameters of an operation and, in each version, those of its path that it has none of its own for. */
function parametersOf(item: Pair, operation: Pair): Map<string, Pair> {
  const labelOf = (place: Place): string => `"${nameOf(place)}" in ${place.get("in").text()}`;
  const path = operation.of(item.base, item.next); // changes of it are reported of the operation
  const pairs = new Map(path.child("parameters").items(labelOf));
  for (const [name, own] of operation.child("parameters").items(labelOf)) {
    const ofPath = pairs.get(name) ?? own;
    const base = own.base.exists ? own.base : ofPath.base;
    pairs.set(name, own.of(base, own.next.exists ? own.next : ofPath.next));
  }
  return pairs;
}

/** Parameters of a method in order: one that comes to stand at another place breaks every call. */
const positions: Rule = (pair) => {
  const length = Math.max(...pair.both((list) => list.items().length));
  for (let index = 0; index < length; index += 1) comparePosition(pair.child(index), index + 1);
};

function comparePosition(pair: Pair, position: number): void {
  const [base, next] = pair.both(nameOf);
  if (!pair.base.exists)
    pair.add(ifRequired(pair.next), `parameter ${position}, "${next}", is new`);
  else if (!pair.next.exists) pair.add("breaking", `parameter ${position}, "${base}", is gone`);
  else if (base === next) compareParameter(pair);
  else pair.add("breaking", `parameter ${position} is "${next}", it was "${base}"`);
}

const compareParameter = fields({
  name: elsewhere,
  required: mayBecomeFalse,
  schema: asRequest(compareSchema),
});

/** Without a structure a method takes both forms; a method with one refuses the other. */
const structure: Rule = (pair) => {
  const [base, next] = pair.both(({ value }) => value ?? "either");
  if (base !== next) changed(() => (next === "either" ? "additive" : "breaking"))(pair);
};

export const methods = listRule(nameOf, {
  what: "method",
  named: true,
  each: fields({
    name: elsewhere,
    params: positions,
    paramStructure: structure,
    result: fields({ name: cosmetic, schema: asAnswer(compareSchema) }),
    errors,
    "x-chains": chains,
    "x-safe": mayBecomeTrue,
    "x-simplified": constant,
    "x-websocket": constant,
  }),
});
