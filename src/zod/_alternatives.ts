import { $constructor } from "zod/v4/core";
import type * as core from "zod/v4/core";
import { beginType } from "./_begin_type.ts";
import { finishIssue } from "./read.ts";

/**
 * A value that follows one of several schemas, the first that takes it. None of them waits. Definition and issues are those
 * of `$ZodUnion`.
 */
export const Alternatives: new (def: core.$ZodUnionDef) => core.$ZodUnion =
  /* @__PURE__ */ $constructor("$ZodUnion", (inst: core.$ZodUnion, def) => {
    beginType(inst, def);
    const options = def.options.map((option) => option._zod);
    Object.defineProperties(inst._zod, {
      optin: { get: () => optinOf(options.map(({ optin }) => optin)) },
      optout: { get: () => options.find(({ optout }) => optout === "optional")?.optout },
      values: { get: () => valuesOf(options.map(({ values }) => values)) },
    });
    inst._zod.parse = (payload, context) => {
      const reads: core.ParsePayload[] = [];
      for (const option of options) {
        const read = option.run({ value: payload.value, issues: [] }, context) as core.ParsePayload;
        if (read.issues.length === 0) return read;
        reads.push(read);
      }
      const [closest, ...others] = reads.filter(isClose);
      if (closest && others.length === 0) return closest;
      const errors = reads.map(({ issues }) => issues.map(finishIssue));
      payload.issues.push({ code: "invalid_union", input: payload.value, inst, errors });
      return payload;
    };
  });

function optinOf(all: readonly unknown[]): "defaulted" | "optional" | undefined {
  if (all.includes("defaulted")) return "defaulted";
  return all.some((optin) => optin !== undefined) ? "optional" : undefined;
}

function valuesOf(
  all: readonly (core.util.PrimitiveSet | undefined)[],
): core.util.PrimitiveSet | undefined {
  if (!all.every((values) => values !== undefined)) return undefined;
  return new Set(all.flatMap((values) => [...values]));
}

/** Only a check failed, after which the value is still of the type. */
function isClose({ aborted = false, issues }: core.ParsePayload): boolean {
  return !aborted && issues.every((issue) => issue.continue === true);
}
