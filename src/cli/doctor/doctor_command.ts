import { writeFile } from "node:fs/promises";
import { Argument } from "commander";
import { SEGMENTS } from "../../chains/mod.ts";
import { command, type CommandContext, flag, type ValuesOf } from "../command.ts";
import { EXIT, ExitError } from "../exit_error.ts";
import { numberFrom } from "../flag_values.ts";
import { type Printer, styled } from "../output/printer.ts";
import type { Terminal } from "../terminal.ts";
import type { Finding } from "./probe.ts";

const FLAGS = {
  events: flag(
    "--events <seconds>",
    "how long to wait for an event of each topic",
    numberFrom(0, 3_600),
    5,
  ),
  timeout: flag(
    "--timeout <seconds>",
    "longest time of all; probes that it leaves out are reported as not tried",
    numberFrom(1, 86_400),
    85,
  ),
  verbose: flag("--verbose", "print probes that match the specs too"),
  patch: flag("--patch <file>", "write proposed changes of the specs, for git apply or patch -p1"),
  specs: flag("--specs <folder>", "folder of the specs to change", String, "."),
};

type DoctorContext = CommandContext<ValuesOf<typeof FLAGS>>;

export const doctor = command({
  description:
    "Compare a service with the specs, using only reads within its rate limit. Exits with 1 if it differs from what the interface specifies.",
  isClient: true,
  printsLines: true,
  arguments: [new Argument("[endpoint]", "origin of the service, instead of --endpoint")],
  flags: FLAGS,
  examples: [
    "doctor https://api.example --chain {segment}",
    "doctor https://api.example --json | jq '.[].verdict'",
  ],
  run: runDoctor,
});

async function runDoctor(context: DoctorContext, endpoint?: string): Promise<void> {
  const { terminal, flags, printer } = context;
  const chosen = flags.chain ?? terminal.env.ALPHADELTA_CHAIN;
  const segments = chosen === undefined ? Object.keys(SEGMENTS) : [chosen];
  const connection = { ...flags, ...(endpoint !== undefined && { endpoint }) };
  const { examineSegments, overTime } = await import("./examine_segments.ts");
  const found = await examineSegments(terminal, connection, segments, flags);
  const { patch, findings } =
    flags.patch === undefined
      ? { patch: "", findings: found }
      : await (await import("./patch/propose_patch.ts")).proposePatch(found, flags.specs);
  await printReport(context, findings);
  if (flags.patch !== undefined) await writePatch(printer, findings, flags.patch, patch);
  const broken = findings.filter(isBroken).length;
  if (broken > 0)
    throw new ExitError(
      EXIT.failed,
      `${broken} of ${findings.length} probes differ from what the interface specifies.`,
    );
  const late = findings.filter(({ reason }) => reason === overTime(flags.timeout)).length;
  if (late > 0)
    throw new ExitError(
      EXIT.failed,
      `${late} of ${findings.length} probes were not tried in ${flags.timeout} s: raise --timeout, or examine one --chain.`,
    );
}

/** True if something specified by the interface is broken; a chain that is not served is no fault. */
function isBroken({ subject, verdict, reason, differences }: Finding): boolean {
  if (verdict === "missing") return subject !== "segment" && reason === undefined;
  return verdict === "differs" && differences.some(({ specified }) => specified);
}

const VERDICTS = ["as specified", "differs", "missing", "not tried"] as const;
const STYLES = {
  "as specified": "good",
  differs: "bad",
  missing: "bad",
  "not tried": "quiet",
} as const;

/** Prints findings: as JSON where the flags ask for that, or the counts and each that is not as specified with its request. */
async function printReport(
  { terminal, printer, flags: { verbose } }: CommandContext<{ readonly verbose?: true }>,
  findings: readonly Finding[],
): Promise<void> {
  if (printer.isForPrograms) return printer.list(findings.map(withoutValues));
  for (const segment of new Set(findings.map((finding) => finding.segment))) {
    const own = findings.filter((finding) => finding.segment === segment);
    const counts = VERDICTS.map((verdict) => {
      const count = own.filter((finding) => finding.verdict === verdict).length;
      const text = `${count} ${verdict}`;
      return count > 0 ? styled(terminal, STYLES[verdict], text) : text;
    });
    printer.line(`${styled(terminal, "title", segment)}: ${counts.join(", ")}`);
    for (const finding of own.filter(({ verdict }) => verbose || verdict !== "as specified"))
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

/** Values of a service stay out of the report. */
function withoutValues(finding: Finding): object {
  const differences = finding.differences.map((one) => ({ ...one, value: undefined }));
  return { ...finding, differences };
}

/** Writes a proposed patch, and tells what it settles. */
async function writePatch(
  printer: Printer,
  findings: readonly Finding[],
  file: string,
  patch: string,
): Promise<void> {
  const outcomes = findings.flatMap((finding) => [
    ...finding.differences.map((difference) => difference.patch),
    finding.patch,
  ]);
  const settled = outcomes.filter((outcome) => outcome === "in the patch").length;
  const left = outcomes.filter((outcome) => outcome !== undefined).length - settled;
  const rest =
    left > 0 ? ` ${left} cannot be written in the specs: the report has the reasons.` : "";
  if (patch === "") {
    printer.note(`Nothing to propose, so ${file} is not written.${rest}`);
    return;
  }
  await writeFile(file, patch);
  printer.note(
    `Wrote a proposal for ${settled} differences to ${file}. Review it, then run: git apply ${file} && npm run generate.${rest}`,
  );
}
