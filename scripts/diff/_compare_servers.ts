import {
  compareKeys,
  cosmetic,
  fixed,
  pairItems,
  pairMembers,
  type Rules,
} from "./_compare_keys.ts";
import { closedValues } from "./_compare_keywords.ts";
import { compareMembers } from "./_compare_members.ts";
import type { Pair, Report, Scope } from "./_report.ts";

const VARIABLE: Rules = {
  default: cosmetic,
  enum: () => {},
};

const SERVER: Rules = { name: cosmetic, url: fixed, variables };

/** Compares lists of servers, in their order. */
export function servers(report: Report, pair: Pair, scope: Scope): void {
  const pairs = pairItems(pair, (server) => `${server.path.at(-1)}`);
  compareMembers(report, pairs, scope, {
    what: "server",
    added: "additive",
    removed: "breaking",
    each: (_, server) => compareKeys(report, server, scope, SERVER),
  });
}

function variables(report: Report, pair: Pair, scope: Scope): void {
  compareMembers(report, pairMembers(pair), scope, {
    what: "variable",
    added: "breaking",
    removed: "breaking",
    each: (_, variable) => {
      compareKeys(report, variable, scope, VARIABLE);
      closedValues(report, variable, { ...scope, direction: "request" });
    },
  });
}
