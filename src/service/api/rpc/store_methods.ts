import type { ChainAnswers, ChainContext } from "../context/mod.ts";
import {
  METHOD_HANDLERS,
  type MethodHandler,
  type MethodName,
  SIMPLIFIED_HANDLERS,
} from "./_methods.ts";

/** By name; the compiler tells of missing ones where the handlers are written. */
const HANDLERS = METHOD_HANDLERS as Readonly<Record<string, unknown>>;

/** Calls the methods of a segment on its store. */
export function methodsOf(
  context: ChainContext,
): Pick<ChainAnswers, "callMethod" | "callSimplified"> {
  return {
    callMethod: (name, params) =>
      (HANDLERS[name] as MethodHandler<MethodName>)(params as never, context),
    callSimplified: (name, params) => SIMPLIFIED_HANDLERS[name](params as never, context),
  };
}
