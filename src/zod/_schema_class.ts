import type * as core from "zod/v4/core";

type Payload = core.ParsePayload;

/** A schema class: its instances are made of a definition. */
export type ClassOf<Schema extends core.$ZodType, Def = Schema["_zod"]["def"]> = new (
  def: Def,
) => Schema;

/**
 * Makes a class of schemas, which parse a value and then run the checks of their definition.
 *
 * An instance is what zod's own `$constructor` would make, without what schemas need that wait, are extended or have methods,
 * and those that other libraries read, which `alphadelta/schemas` wraps in zod's.
 *
 * @param init Sets how an instance parses.
 */
export function schemaClass<
  Schema extends core.$ZodType,
  Def extends core.$ZodTypeDef = Schema["_zod"]["def"],
>(name: string, init: (inst: Schema, def: Def) => void): ClassOf<Schema, Def> {
  // oxlint-disable-next-line typescript/no-extraneous-class -- zod keeps it as the class of a schema
  class SchemaClass {
    constructor(def: Def) {
      const inst = this as unknown as Schema;
      const { checks = [] } = def;
      const traits = new Set([name, "$ZodType"]);
      const value = { def, constr: SchemaClass, traits, bag: {} };
      Object.defineProperty(inst, "_zod", { value });
      for (const check of checks) for (const attach of check._zod.onattach) attach(inst);
      init(inst, def);
      const internals = inst._zod;
      // oxlint-disable-next-line typescript/unbound-method -- each class sets a function that needs no `this`
      internals.run = checks.length === 0 ? internals.parse : runWith(checks, internals);
    }
  }
  return SchemaClass as never;
}

function runWith(
  checks: readonly core.$ZodCheck[],
  internals: core.$ZodType["_zod"],
): core.$ZodType["_zod"]["run"] {
  const parse = (payload: Payload, context: core.ParseContextInternal): Payload =>
    internals.parse(payload, context) as Payload;
  return (payload, context) => {
    if (context.skipChecks) return parse(payload, context);
    if (context.direction !== "backward") return withChecks(parse(payload, context), checks);
    // Checks are of the value, and so come before it is encoded; a value of another type has none.
    const trial = { value: payload.value, issues: [] };
    const read = parse(trial, { ...context, skipChecks: true });
    if (isAborted(read)) return Object.assign(read, { aborted: true });
    return parse(withChecks(payload, checks), context);
  };
}

function withChecks(payload: Payload, checks: readonly core.$ZodCheck[]): Payload {
  for (const { _zod: check } of checks) {
    const { when } = check.def;
    if (when ? isRefused(payload) || !when(payload) : isAborted(payload)) continue;
    void check.check(payload as never);
  }
  return payload;
}

function isAborted({ aborted = false, issues }: Payload): boolean {
  return aborted || issues.some((issue) => issue.continue !== true);
}

function isRefused({ aborted = false, issues }: Payload): boolean {
  return aborted || issues.some((issue) => issue.continue === false);
}
