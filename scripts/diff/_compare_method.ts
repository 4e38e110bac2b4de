import {
  childOf,
  compareKeys,
  cosmetic,
  elsewhere,
  fixed,
  pairItems,
  type Rules,
} from "./_compare_keys.ts";
import { chains, compareMembers, errors, flag } from "./_compare_members.ts";
import { compareSchema } from "./_compare_schema.ts";
import type { Place } from "./_place.ts";
import type { Pair, Report, Scope } from "./_report.ts";

const PARAMETER: Rules = {
  name: elsewhere,
  required: flag(false),
  schema: (report, pair, scope) => compareSchema(report, pair, { ...scope, direction: "request" }),
};

const RESULT: Rules = {
  name: cosmetic,
  schema: (report, pair, scope) => compareSchema(report, pair, { ...scope, direction: "answer" }),
};

const METHOD: Rules = {
  name: elsewhere,
  params: parameters,
  paramStructure: structure,
  result: (report, pair, scope) => compareKeys(report, pair, scope, RESULT),
  errors,
  "x-chains": chains,
  "x-safe": flag(true),
  "x-simplified": fixed,
  "x-websocket": fixed,
};

const nameOf = (place: Place): string => place.get("name").text();

/** Compares two lists of methods. */
export function compareMethods(report: Report, pair: Pair, scope: Scope): void {
  compareMembers(report, pairItems(pair, nameOf), scope, {
    what: "method",
    added: "additive",
    removed: "breaking",
    named: true,
    each: (_, method, own) => compareKeys(report, method, own, METHOD),
  });
}

/** Nothing stands for either, which takes what each of the others takes; those refuse what the other takes. */
function structure(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [pair.base, pair.next].map(({ value }) => value ?? "either");
  if (base !== next) fixed(report, pair, scope, next === "either" ? "additive" : "breaking");
}

/** Parameters in order: one that comes to stand at another place breaks every call. */
function parameters(report: Report, pair: Pair, scope: Scope): void {
  const length = Math.max(pair.base.items().length, pair.next.items().length);
  for (let index = 0; index < length; index += 1) {
    parameter(report, childOf(pair, index), scope, index + 1);
  }
}

function parameter(report: Report, pair: Pair, scope: Scope, position: number): void {
  const [base, next] = [nameOf(pair.base), nameOf(pair.next)];
  if (!pair.base.exists) {
    const level = pair.next.get("required").value === true ? "breaking" : "additive";
    report.add(level, pair, scope, `parameter ${position}, "${next}", is new`);
  } else if (!pair.next.exists) {
    report.add("breaking", pair, scope, `parameter ${position}, "${base}", is gone`);
  } else if (base === next) compareKeys(report, pair, scope, PARAMETER);
  else report.add("breaking", pair, scope, `parameter ${position} is "${next}", it was "${base}"`);
}
