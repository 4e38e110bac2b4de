import { relative } from "node:path";

const FAULT = /error\[([\w-]+)\]: (.*)\n\s+--> (.*):(\d+):\d+/g;

/** Types of the packages that the library leans on: whoever names one imports it from there. */
const OF_PACKAGES = ["ZodMiniType", "$ZodIssue", "FetchClient", "Client"];

/** Types of members that are marked `@internal`, which the declarations leave out. */
const OF_INTERNALS = ["Adapter", "AnsweredRequest", "Gatherer"];

/** The faults that `deno doc --lint` printed, a line for each, without those that types of others make. */
export function lintFaults(output: string, root: string): string[] {
  const found = [...output.matchAll(FAULT)];
  if (found.length === 0 && /\berror\b/.test(output)) return [output];
  return found.flatMap(([, code, message = "", file = "", line]) => {
    const path = relative(root, file);
    const isOfOthers = path.startsWith("src/generated/") || namesOne(message);
    return code === "private-type-ref" && isOfOthers ? [] : [`${path}:${line}: ${message}`];
  });
}

function namesOne(message: string): boolean {
  return [...OF_PACKAGES, ...OF_INTERNALS].some((name) =>
    message.endsWith(`private type '${name}'`),
  );
}
