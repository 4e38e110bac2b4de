import { relative } from "node:path";

const FAULT = /error\[([\w-]+)\]: (.*)\n\s+--> (.*):(\d+):\d+/g;

/** The faults that `deno doc --lint` printed, a line for each, without those that types of the documents make. */
export function lintFaults(output: string, root: string): string[] {
  const found = [...output.matchAll(FAULT)];
  if (found.length === 0 && /\berror\b/.test(output)) return [output];
  return found.flatMap(([, code, message, file = "", line]) => {
    const path = relative(root, file);
    const follows = code === "private-type-ref" && path.startsWith("src/generated/");
    return follows ? [] : [`${path}:${line}: ${message}`];
  });
}
