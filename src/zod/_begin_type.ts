import type * as core from "zod/v4/core";

type Payload = core.ParsePayload;

/**
 * Begins a schema of a class of our own: it parses a value, then runs the checks of its definition. zod's own beginning
 * carries what schemas need that wait, and those that other libraries read, which `alphadelta/schemas` wraps in zod's.
 */
export function beginType(inst: core.$ZodType, def: core.$ZodTypeDef): void {
  const internals = inst._zod;
  internals.traits.add("$ZodType");
  internals.def = def;
  internals.bag = {};
  const { checks = [] } = def;
  for (const check of checks) for (const attach of check._zod.onattach) attach(inst);
  const parse = (payload: Payload, context: core.ParseContextInternal): Payload =>
    internals.parse(payload, context) as Payload;
  if (checks.length === 0) {
    // oxlint-disable-next-line typescript/unbound-method -- each class sets a function that needs no `this`
    (internals.deferred ??= []).push(() => (internals.run = internals.parse));
    return;
  }
  internals.run = (payload, context) => {
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
