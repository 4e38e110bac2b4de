import { isObject, objectAt } from "../specs/json.ts";
import type { Schemas } from "../specs/layer.ts";
import type { Model } from "../specs/model/mod.ts";
import { methodTable, methodValidators, serviceMember } from "./method_table.ts";
import { HEADER, literal } from "./source_text.ts";

/** Schema of a rule for faults. */
const FAULT_RULE = "DevFaultRule";

/** Emits devnet control for the service: methods with tables and validators, refused headers, defaults. */
export function emitDevMethods({ dev, schemas }: Model): string {
  const { methods, refusedHeaders } = dev;
  const refused = refusedHeaders.map((name) => name.toLowerCase());
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../../tables.ts";
import type * as Types from "./types.gen.ts";
import type { MethodValidators } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";

/** The methods that control the devnet: what a handler is given, what it answers, chains that have it. */
export interface ServiceDevMethods {
${methods.map(serviceMember).join("\n\n")}
}

/** Table of these methods, for use at run time. */
export const DEV_METHODS: Readonly<Record<keyof ServiceDevMethods, MethodInfo<Chain>>> = ${methodTable(methods, schemas, "decided")};

/** Validators of these methods. */
export const DEV_METHOD_VALIDATORS: Readonly<Record<keyof ServiceDevMethods, MethodValidators>> = {
${methods.map((method) => `  ${method.name}: ${methodValidators(method)},`).join("\n")}
};

/** Headers that a request must not have, in lower case; a \`*\` at the end stands for any ending (decided). */
export const DEV_REFUSED_HEADERS: readonly string[] = ${literal(refused)};

/** Defaults of a rule for injected faults (an extension). */
export const DEV_FAULT_DEFAULTS = ${literal(faultDefaults(schemas))} as const;
`;
}

function faultDefaults(schemas: Schemas): object {
  const properties = Object.entries(objectAt(schemas[FAULT_RULE], "properties"));
  const defaults = properties.flatMap(([name, schema]) =>
    isObject(schema) && schema.default !== undefined ? [[name, schema.default]] : [],
  );
  return Object.fromEntries(defaults);
}
