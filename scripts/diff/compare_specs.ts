import type { Specs } from "../specs/specs.ts";
import type { Layer } from "../specs/layer.ts";
import { type Change, isLower } from "./change.ts";
import {
  compareKeys,
  cosmetic,
  elsewhere,
  fixed,
  pairMembers,
  type Rules,
  show,
} from "./_compare_keys.ts";
import { compareMethods } from "./_compare_method.ts";
import { comparePaths } from "./_compare_operation.ts";
import { servers } from "./_compare_servers.ts";
import { RPC_ERRORS, SECURITY_SCHEMES, TABLES } from "./_compare_tables.ts";
import { leftovers } from "./_leftovers.ts";
import { Place } from "./_place.ts";
import { Report, type Pair, type Scope } from "./_report.ts";

/** Components are compared where they are used. */
const COMPONENTS: Rules = {
  ...Object.fromEntries(
    ["schemas", "parameters", "responses", "headers", "requestBodies", "examples"].map((key) => [
      key,
      elsewhere,
    ]),
  ),
  securitySchemes: SECURITY_SCHEMES,
  errors: RPC_ERRORS,
};

const within =
  (rules: Rules) =>
  (report: Report, pair: Pair, scope: Scope): void =>
    compareKeys(report, pair, scope, rules);

const EITHER: Rules = {
  ...TABLES,
  servers,
  info: compareInfo,
  components: within(COMPONENTS),
};

const OPENAPI: Rules = { ...EITHER, openapi: cosmetic, security: fixed, paths: comparePaths };

const OPENRPC: Rules = {
  ...EITHER,
  openrpc: cosmetic,
  methods: compareMethods,
  "x-dev": within({ methods: compareMethods }),
  "x-extensions": cosmetic,
};

const LAYERS: readonly Layer[] = ["decided", "given"];

/**
 * Compares two versions of the specs: what the service does with all that was decided, and what the interface gives
 * without it.
 */
export function compareSpecs(base: Specs, next: Specs): Change[] {
  const report = new Report();
  for (const layer of LAYERS) {
    const root = (spec: "openapi" | "openrpc"): Pair => ({
      base: new Place(base, layer, base[spec], []),
      next: new Place(next, layer, next[spec], []),
    });
    const scope: Scope = { layer, direction: "answer", name: undefined };
    compareKeys(report, root("openapi"), scope, OPENAPI);
    compareKeys(report, root("openrpc"), scope, OPENRPC);
  }
  leftovers(report, base, next);
  return report.changes();
}

function compareInfo(report: Report, pair: Pair, scope: Scope): void {
  for (const [name, member] of pairMembers(pair)) {
    const [base, next] = [member.base.text(), member.next.text()];
    const isBack =
      name === "version" && base !== undefined && next !== undefined && isLower(next, base);
    const message = `"version" went back from ${show(base)} to ${show(next)}`;
    if (isBack) report.add("breaking", member, scope, message);
    else cosmetic(report, member, scope);
  }
}
