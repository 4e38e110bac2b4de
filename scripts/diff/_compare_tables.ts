import type { Level } from "./change.ts";
import {
  compareKeys,
  cosmetic,
  fixed,
  hint,
  pairMembers,
  type Rule,
  type Rules,
} from "./_compare_keys.ts";
import { chains, compareMembers, errors } from "./_compare_members.ts";
import { compareSchema } from "./_compare_schema.ts";
import type { Pair, Report, Scope } from "./_report.ts";

/** Levels of a table's rows that come and go. */
interface Rows {
  readonly what: string;
  readonly added: Level;
  readonly removed: Level;
}

/** A table: rows by name, each with the fields of `fields`. */
export function table(rows: Rows, fields: Rules): Rule {
  return (report, pair, scope) =>
    compareMembers(report, pairMembers(pair), scope, {
      ...rows,
      named: true,
      each: (_, row, own) => compareKeys(report, row, own, fields),
    });
}

/** The most that is allowed, where null and nothing stand for no bound. */
const allowance: Rule = (report, pair, scope) => {
  const [base, next] = [pair.base, pair.next].map(({ value }) => Number(value ?? Infinity));
  const isLess = !(Number(next) >= Number(base));
  fixed(report, pair, scope, isLess ? "breaking" : "additive");
};

/** Tables of both specs, by their key. */
export const TABLES: Rules = {
  "x-segments": table(
    { what: "segment", added: "additive", removed: "breaking" },
    { chain: fixed, network: fixed, addressPrefix: fixed },
  ),
  "x-rate-tiers": table(
    { what: "tier", added: "additive", removed: "breaking" },
    { requestsPerSecond: allowance, requestsPerDay: allowance, assigned: hint },
  ),
  "x-error-codes": table(
    { what: "error code", added: "additive", removed: "breaking" },
    { status: fixed },
  ),
  "x-limits": table(
    { what: "limit", added: "breaking", removed: "additive" },
    { value: allowance },
  ),
  "x-close-codes": table(
    { what: "close code", added: "additive", removed: "breaking" },
    { name: cosmetic, resume: hint },
  ),
  "x-servers": (report, pair, scope) =>
    compareMembers(report, pairMembers(pair), scope, {
      what: "server",
      added: "additive",
      removed: "breaking",
      each: fixed,
    }),
  "x-topics": table(
    { what: "topic", added: "additive", removed: "breaking" },
    { payload: answer, filter, reorgNotice: fixed, "x-chains": chains },
  ),
  "x-envelope": envelope,
  "x-notification": notification,
};

/** Errors of `openrpc.json`. */
export const RPC_ERRORS: Rule = table(
  { what: "error", added: "additive", removed: "breaking" },
  { code: fixed, message: cosmetic },
);

/** Ways to show a key. */
export const SECURITY_SCHEMES: Rule = table(
  { what: "security scheme", added: "additive", removed: "breaking" },
  {},
);

function answer(report: Report, pair: Pair, scope: Scope): void {
  compareSchema(report, pair, { ...scope, direction: "answer" });
}

function request(report: Report, pair: Pair, scope: Scope): void {
  compareSchema(report, pair, { ...scope, direction: "request" });
}

/** A topic without a filter has null there. */
function filter(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [pair.base, pair.next].map(({ value }) => (value ?? null) !== null);
  if (base && next) return request(report, pair, scope);
  if (base === next) return;
  const message = next ? "takes a filter" : "takes no filter";
  report.add(next ? "additive" : "breaking", pair, scope, message);
}

const REQUESTS = ["request", "simplified"];

function envelope(report: Report, pair: Pair, scope: Scope): void {
  for (const [name, part] of pairMembers(pair)) {
    if (name === "errors") errors(report, part, scope);
    else if (REQUESTS.includes(name)) request(report, part, scope);
    else answer(report, part, scope);
  }
}

function notification(report: Report, pair: Pair, scope: Scope): void {
  const notice: Rule = (_, child) => compareKeys(report, child, scope, { schema: answer });
  compareKeys(report, pair, scope, { method: fixed, schema: answer, reorgNotice: notice });
}
