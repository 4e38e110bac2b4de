import { lazy, type ZodMiniType } from "zod/mini";
import type { $ZodType } from "zod/v4/core";

/** A validator: it takes `In`, as on the wire, and gives `Out`, with amounts as `bigint`. */
export type Schema<Out, In = unknown> = ZodMiniType<Out, In>;

/** The validator with the methods of `zod/mini`. */
export function schemaOf<Out, In>(validator: $ZodType): Schema<Out, In> {
  return lazy(() => validator as $ZodType<Out, In>);
}
