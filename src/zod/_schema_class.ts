import type * as core from "zod/v4/core";

type Payload = core.ParsePayload;

/** Tells whether a schema reads a value as it is, in either direction. */
export type Fits = (value: unknown) => boolean;

export type Internals = core.$ZodType["_zod"] & { fits?: Fits | undefined };

/** The test of a schema that changes no value: to ask it takes a third of a run. Undefined of any other schema. */
export function fitsOf(schema: core.$ZodType): Fits | undefined {
  return (schema._zod as Internals).fits;
}

/** A schema class: its instances are made of a definition. */
export type ClassOf<Schema extends core.$ZodType, Def = Schema["_zod"]["def"]> = new (
  def: Def,
) => Schema;

/** An issue, but for its value and its schema. */
export type LeafIssue = Omit<core.$ZodRawIssue, "input" | "inst">;

/** A schema that changes no value: its test, and the issue of a value that does not pass. */
interface Leaf {
  readonly fits: Fits;
  readonly issueOf: (input: unknown) => LeafIssue;
}

/** Makes a class of schemas that change no value. */
export function leafClass<
  Schema extends core.$ZodType,
  Def extends core.$ZodTypeDef = Schema["_zod"]["def"],
>(name: string, init: (inst: Schema, def: Def) => Leaf): ClassOf<Schema, Def> {
  return schemaClass<Schema, Def>(name, (inst, def) => {
    const { fits, issueOf } = init(inst, def);
    inst._zod.parse = (payload) => {
      const input = payload.value;
      if (!fits(input)) {
        payload.issues.push({ ...issueOf(input), input, inst } as unknown as core.$ZodRawIssue);
      }
      return payload;
    };
    return fits;
  });
}

/**
 * Makes a class of schemas, which parse a value and then run the checks of their definition.
 *
 * An instance is what zod's own `$constructor` would make, without what schemas need that wait, are extended or have methods,
 * and those that other libraries read, which `alphadelta/schemas` wraps in zod's.
 *
 * @param init Sets how an instance parses; returns its test, if it changes no value.
 */
export function schemaClass<
  Schema extends core.$ZodType,
  Def extends core.$ZodTypeDef = Schema["_zod"]["def"],
>(name: string, init: (inst: Schema, def: Def) => Fits | void): ClassOf<Schema, Def> {
  // oxlint-disable-next-line typescript/no-extraneous-class -- zod keeps it as the class of a schema
  class SchemaClass {
    constructor(def: Def) {
      const inst = this as unknown as Schema;
      const { checks = [] } = def;
      const traits = new Set([name, "$ZodType"]);
      const value = { def, constr: SchemaClass, traits, bag: {} };
      Object.defineProperty(inst, "_zod", { value });
      for (const check of checks) for (const attach of check._zod.onattach) attach(inst);
      const fits = init(inst, def);
      const internals: Internals = inst._zod;
      if (fits && checks.length === 0) internals.fits = fits;
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
