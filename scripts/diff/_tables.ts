import {
  chains,
  changed,
  cosmetic,
  errors,
  fields,
  constant,
  addition,
  tableRule,
  asAnswer,
  asRequest,
  type Rule,
  type Rules,
} from "./_rules.ts";
import { compareSchema } from "./_schema.ts";

/** The rule of a table: rows by name, each with the fields of `own`. */
function table(what: string, own: Rules): Rule {
  return tableRule({ what, named: true, each: fields(own) });
}

/** The most that is allowed, where null and nothing stand for no bound. */
const allowance = changed((pair) => {
  const [base, next] = pair.both(({ value }) => Number(value ?? Infinity));
  return next >= base ? "additive" : "breaking";
});

const answer = asAnswer(compareSchema);
const request = asRequest(compareSchema);

const envelope: Rule = (pair) => {
  const known: Rules = { errors, request, simplified: request };
  for (const [name, part] of pair.members()) (known[name] ?? answer)(part);
};

/** Tables of both specs, by their key. */
export const TABLES: Rules = {
  "x-segments": table("segment", { chain: constant, network: constant, addressPrefix: constant }),
  "x-rate-tiers": table("tier", {
    requestsPerSecond: allowance,
    requestsPerDay: allowance,
    assigned: addition,
  }),
  "x-error-codes": table("error code", { status: constant }),
  "x-limits": tableRule({
    what: "limit",
    added: "breaking",
    removed: "additive",
    named: true,
    each: fields({ value: allowance }),
  }),
  "x-close-codes": table("close code", { name: cosmetic, resume: addition }),
  "x-servers": tableRule({ what: "server", each: constant }),
  "x-topics": table("topic", {
    payload: answer,
    filter: request,
    reorgNotice: constant,
    "x-live": constant,
    "x-chains": chains,
  }),
  "x-envelope": envelope,
  "x-notification": fields({
    method: constant,
    schema: answer,
    reorgNotice: fields({ schema: answer }),
  }),
};

/** Errors of `openrpc.json`. */
export const RPC_ERRORS = table("error", { code: constant, message: cosmetic });

/** Ways to show a key. */
export const SECURITY_SCHEMES = table("security scheme", {});
