/** Compiler errors about a missing name: 2339 and 2551 of a property, 2305, 2694 and 2724 of an export. */
const MISSING_NAME = /error TS(?:2339|2551|2305|2694|2724)\b/;

/** Remedy for `faults` of the compiler that follow from a change of the specs. */
export function explainFaults(faults: string, output: string): string {
  const removed = MISSING_NAME.test(faults)
    ? "\nA missing name was renamed in the specs or removed from them: restore it there, or remove it from the code."
    : "";
  return `${faults}${removed}\n${output} is generated from openapi.yaml and openrpc.json, and this code does not compile with it: fix the code or the specs, then run: npm run build`;
}
