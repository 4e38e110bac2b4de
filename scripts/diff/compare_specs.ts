import type { Specs } from "../specs/specs.ts";
import { methods, paths, servers } from "./_calls.ts";
import { type Change, isLower } from "./change.ts";
import { addLeftovers } from "./_leftovers.ts";
import { Pair, Report, show } from "./_pair.ts";
import { Place } from "./_place.ts";
import { all, cosmetic, elsewhere, fields, fixed, type Rule } from "./_rules.ts";
import { RPC_ERRORS, SECURITY_SCHEMES, TABLES } from "./_tables.ts";

const info: Rule = (pair) => {
  for (const [name, member] of pair.members()) {
    const [base, next] = member.both((place) => place.text());
    if (name !== "version" || !isLower(next, base)) cosmetic(member);
    else member.add("breaking", `"version" went back from ${show(base)} to ${show(next)}`);
  }
};

/** Components are compared where they are used. */
const components = fields({
  ...all(["schemas", "parameters", "responses", "headers", "requestBodies"], elsewhere),
  examples: elsewhere,
  securitySchemes: SECURITY_SCHEMES,
  errors: RPC_ERRORS,
});

const EITHER = { ...TABLES, servers, info, components };

const SPECS = {
  openapi: fields({ ...EITHER, openapi: cosmetic, security: fixed, paths }),
  openrpc: fields({
    ...EITHER,
    openrpc: cosmetic,
    methods,
    "x-dev": fields({ methods }),
    "x-extensions": cosmetic,
  }),
};

/**
 * Compares two versions of the specs: what the service does with all that was decided, and what the interface gives
 * without it.
 */
export function compareSpecs(base: Specs, next: Specs): Change[] {
  const report = new Report();
  for (const layer of ["decided", "given"] as const) {
    for (const name of ["openapi", "openrpc"] as const) {
      const scope = { layer, direction: "answer", name: undefined } as const;
      const roots = [
        new Place(base, layer, base[name], []),
        new Place(next, layer, next[name], []),
      ] as const;
      SPECS[name](new Pair(report, ...roots, scope));
    }
  }
  addLeftovers(report, base, next);
  return report.changes();
}
