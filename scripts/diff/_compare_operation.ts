import {
  childOf,
  compareKeys,
  elsewhere,
  fixed,
  hint,
  pairItems,
  pairMembers,
  type Rule,
  type Rules,
} from "./_compare_keys.ts";
import { chains, compareMembers, flag } from "./_compare_members.ts";
import { compareSchema } from "./_compare_schema.ts";
import { servers } from "./_compare_servers.ts";
import type { Place } from "./_place.ts";
import type { Pair, Report, Scope } from "./_report.ts";

const PARAMETER: Rules = {
  name: fixed,
  in: fixed,
  required: flag(false),
  schema: (report, pair, scope) => compareSchema(report, pair, { ...scope, direction: "request" }),
};

const MEDIA: Rules = { schema: compareSchema };

const BODY: Rules = { required: flag(false), content };

const HEADER: Rules = { required: flag(true), schema: compareSchema };

const RESPONSE: Rules = { headers, content };

const OPERATION: Rules = {
  operationId: fixed,
  parameters: elsewhere,
  requestBody,
  responses,
  servers,
  "x-chains": chains,
  "x-safe": flag(true),
  "x-pagination": pagination,
};

/** With the key of the items the function of the client becomes a list, or ceases to be one. */
function pagination(report: Report, pair: Pair, scope: Scope): void {
  if (!pair.base.exists || !pair.next.exists) fixed(report, pair, scope);
  else compareKeys(report, pair, scope, { items: fixed, key: hint, grows: hint, cursor: fixed });
}

const VERBS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

const PATH: Rules = {
  ...Object.fromEntries(VERBS.map((verb) => [verb, elsewhere])),
  parameters: elsewhere,
  servers: ownServers,
};

/** A path that gets servers of its own, or loses them, is reached elsewhere unless the URL is the same. */
function ownServers(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [pair.base, pair.next].map(serverUrl);
  const isShared = !pair.base.exists || !pair.next.exists;
  if (!isShared || base === next) servers(report, pair, scope);
  else report.add("breaking", pair, scope, `is on the server ${next}, it was on ${base}`);
}

/** URL of the first server at `place`; of that of all paths where it has none. */
function serverUrl(place: Place): string {
  if (place.exists) return place.get(0).get("url").text();
  return String(place.spec.at(["servers", 0, "url"]));
}

/** Compares the operations of all paths. */
export function comparePaths(report: Report, pair: Pair, scope: Scope): void {
  for (const [path, item] of pairMembers(pair)) {
    if (item.base.exists && item.next.exists) compareKeys(report, item, scope, PATH);
    for (const verb of VERBS) {
      const operation = childOf(item, verb);
      if (operation.base.exists || operation.next.exists)
        compareOperation(report, item, operation, scope, `${verb.toUpperCase()} ${path}`);
    }
  }
}

function compareOperation(
  report: Report,
  item: Pair,
  operation: Pair,
  scope: Scope,
  label: string,
): void {
  const { base, next } = operation;
  const name = (next.exists ? next : base).get("operationId").text() || label;
  const own = { ...scope, name };
  if (!base.exists) report.add("additive", operation, own, `operation ${name} (${label}) is new`);
  else if (!next.exists)
    report.add("breaking", operation, own, `operation ${name} (${label}) is gone`);
  else {
    compareKeys(report, operation, own, OPERATION);
    parameters(report, item, operation, own);
  }
}

/** Parameters of the path and of the operation, which stand for each other. */
function parameters(report: Report, item: Pair, operation: Pair, scope: Scope): void {
  const nameOf = (place: Place): string =>
    `"${place.get("name").text()}" in ${place.get("in").text()}`;
  const shared = pairItems(childOf(item, "parameters"), nameOf);
  const own = pairItems(childOf(operation, "parameters"), nameOf);
  const pairs = new Map(shared);
  for (const [name, pair] of own) {
    const other = pairs.get(name);
    const base = pair.base.exists ? pair.base : (other?.base ?? pair.base);
    const next = pair.next.exists ? pair.next : (other?.next ?? pair.next);
    pairs.set(name, { base, next });
  }
  compareMembers(report, [...pairs], scope, {
    what: "parameter",
    added: (parameter) => (parameter.get("required").value === true ? "breaking" : "additive"),
    removed: "breaking",
    each: (_, pair) => compareKeys(report, pair, scope, PARAMETER),
  });
}

function requestBody(report: Report, pair: Pair, scope: Scope): void {
  const { base, next } = pair;
  const own = { ...scope, direction: "request" } as const;
  if (base.exists && next.exists) return compareKeys(report, pair, own, BODY);
  const isDemanded = next.get("required").value === true;
  const level = next.exists && !isDemanded ? "additive" : "breaking";
  report.add(level, pair, scope, next.exists ? "takes a body" : "takes no body");
}

function responses(report: Report, pair: Pair, scope: Scope): void {
  for (const [status, response] of pairMembers(pair)) {
    compareMembers(report, [[status, response]], scope, {
      what: "status",
      added: "additive",
      removed: status.startsWith("2") ? "breaking" : "additive",
      each: (_, both) => compareKeys(report, both, { ...scope, direction: "answer" }, RESPONSE),
    });
  }
}

function content(report: Report, pair: Pair, scope: Scope): void {
  compareMembers(report, pairMembers(pair), scope, {
    what: "media type",
    added: "additive",
    removed: "breaking",
    each: (_, media) => compareKeys(report, media, scope, MEDIA),
  });
}

function headers(report: Report, pair: Pair, scope: Scope): void {
  const each: Rule = (_, header) => compareKeys(report, header, scope, HEADER);
  compareMembers(report, pairMembers(pair), scope, {
    what: "header",
    added: "additive",
    removed: "breaking",
    each,
  });
}
