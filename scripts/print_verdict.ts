/** Prints a line on a check, and its findings, if any; the process fails then. */
export function printVerdict(name: string, findings: string): void {
  console.log(`${findings === "" ? "ok  " : "FAIL"} ${name}`);
  if (findings === "") return;
  console.error(findings.trimEnd());
  process.exitCode = 1;
}
