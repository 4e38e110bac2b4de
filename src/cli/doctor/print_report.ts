import type { Printer } from "../output/printer.ts";
import { styled, type Terminal } from "../terminal.ts";
import type { Finding } from "./probe.ts";

const VERDICTS = ["as specified", "differs", "missing", "not tried"] as const;
const STYLES = {
  "as specified": "good",
  differs: "bad",
  missing: "bad",
  "not tried": "quiet",
} as const;

/** Prints what was found: the counts, then each finding that is not as specified with its request. */
export function printReport(
  terminal: Terminal,
  printer: Printer,
  findings: readonly Finding[],
  isVerbose: boolean,
): void {
  for (const segment of new Set(findings.map((finding) => finding.segment))) {
    const own = findings.filter((finding) => finding.segment === segment);
    const counts = VERDICTS.map((verdict) => {
      const count = own.filter((finding) => finding.verdict === verdict).length;
      const text = `${count} ${verdict}`;
      return count > 0 ? styled(terminal, STYLES[verdict], text) : text;
    });
    printer.line(`${styled(terminal, "title", segment)}: ${counts.join(", ")}`);
    for (const finding of own.filter(({ verdict }) => isVerbose || verdict !== "as specified"))
      printFinding(terminal, printer, finding);
  }
}

function printFinding(terminal: Terminal, printer: Printer, finding: Finding): void {
  const { subject, aspect, verdict, differences, reason, patch, request } = finding;
  const what = aspect === "" ? subject : `${subject}, ${aspect}`;
  const why = reason === undefined ? "" : `: ${reason}`;
  printer.line(`  ${styled(terminal, STYLES[verdict], verdict.padEnd(12))}  ${what}${why}`);
  const indent = " ".repeat(16);
  const aside = (line: string): void => printer.line(styled(terminal, "quiet", indent + line));
  for (const difference of differences) {
    const { path, expected, got, specified } = difference;
    const mark = specified ? "specified" : "extension";
    printer.line(`${indent}${path || "(answer)"}: expected ${expected}, got ${got} [${mark}]`);
    if (difference.patch !== undefined) aside(`  ${difference.patch}`);
  }
  if (patch !== undefined) aside(patch);
  const isTried = verdict === "differs" || verdict === "missing";
  if (isTried && request !== undefined) aside(`$ ${request}`);
}
