import { valueFault } from "../validation/mod.ts";

/** What is wrong with what a `fetch` brought that the user gave; by its shape, since it may have a class of its own. */
export function inspectResponse(response: unknown): Error | undefined {
  const { status, text } = (response ?? {}) as Partial<Response>;
  if (typeof status === "number" && typeof text === "function") return undefined;
  return valueFault("Cannot use fetch: it must resolve to a Response", response, false);
}
