import { Argument } from "commander";
import { SEGMENTS } from "../../chains/mod.ts";
import { readConfig } from "../settings/config_file.ts";
import { namedSegment } from "../settings/connection.ts";
import { OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import { TOPICS } from "../../generated/topics.gen.ts";
import { command, type CommandContext, flag, type ValuesOf } from "../command.ts";
import { numberFrom } from "../flag_values.ts";
import type { Printer } from "../output/printer.ts";
import { type Part, styled } from "../output/text_output.ts";
import type { Finding } from "./probe.ts";

const FLAGS = {
  events: flag("--events <seconds>", "wait for an event of each topic", numberFrom(0, 3_600), 5),
  timeout: flag("--timeout <seconds>", "longest time in total", numberFrom(1, 86_400), 85),
  verbose: flag("--verbose", "print probes that match the specs too"),
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
  const { terminal, flags } = context;
  const chosen = namedSegment(terminal, flags, await readConfig(terminal));
  const segments = chosen === undefined ? Object.keys(SEGMENTS) : [chosen];
  const connection = { ...flags, ...(endpoint !== undefined && { endpoint }) };
  const { examineSegments, overTime } = await import("./examine_segments.ts");
  const findings = await examineSegments(terminal, connection, segments, flags);
  await printReport(context, findings);
  const broken = findings.filter(isBroken).length;
  if (broken > 0)
    throw new Error(
      `${broken} of ${findings.length} probes differ from what the interface specifies.`,
    );
  if (findings.every(({ subject, verdict }) => subject === "segment" && verdict === "missing"))
    throw new Error(
      "Nothing was examined: no such segment is served there. Is the endpoint right?",
    );
  const late = findings.filter(({ reason }) => reason === overTime(flags.timeout)).length;
  if (late > 0)
    throw new Error(
      `${late} of ${findings.length} probes were not tried in ${flags.timeout} s: raise --timeout, or examine one --chain.`,
    );
}

/** True if something specified by the interface is broken; a chain or an extension that is not served is no fault. */
function isBroken({ subject, verdict, reason, differences }: Finding): boolean {
  const isExtension =
    ["segment", ...Object.keys(TOPICS)].includes(subject) ||
    OPERATION_COMMANDS[subject]?.specified === false;
  if (verdict === "missing") return !isExtension && reason === undefined;
  return verdict === "differs" && differences.some(({ specified }) => specified);
}

const VERDICTS = ["as specified", "differs", "missing", "not tried"] as const;
const STYLES = {
  differs: "bad",
  missing: "bad",
  "as specified": "good",
  "not tried": "quiet",
} as const;

/** Prints findings: as JSON where the flags ask for that, or the counts and each that is not as specified with its request. */
async function printReport(
  { printer, flags: { verbose } }: CommandContext<{ readonly verbose?: true }>,
  findings: readonly Finding[],
): Promise<void> {
  if (printer.isForPrograms) return printer.list(findings);
  for (const segment of new Set(findings.map((finding) => finding.segment))) {
    const own = findings.filter((finding) => finding.segment === segment);
    const counts = VERDICTS.flatMap((verdict, index): Part[] => {
      const count = own.filter((finding) => finding.verdict === verdict).length;
      const text = `${count} ${verdict}`;
      return [index === 0 ? ": " : ", ", count > 0 ? styled(STYLES[verdict], text) : text];
    });
    printer.line(styled("title", segment), ...counts);
    for (const finding of own.filter(({ verdict }) => verbose || verdict !== "as specified"))
      printFinding(printer, finding);
  }
}

function printFinding(printer: Printer, finding: Finding): void {
  const { subject, aspect, verdict, differences, reason, request } = finding;
  const what = aspect === "" ? subject : `${subject}, ${aspect}`;
  const why = reason === undefined ? "" : `: ${reason}`;
  printer.line("  ", styled(STYLES[verdict], verdict.padEnd(12)), `  ${what}${why}`);
  const indent = " ".repeat(16);
  const aside = (line: string): void => printer.line(styled("quiet", indent + line));
  for (const { path, expected, got, specified, documented, remedy } of differences) {
    const mark = specified ? "specified" : "extension";
    printer.line(`${indent}${path || "(answer)"}: expected ${expected}, got ${got} [${mark}]`);
    if (remedy !== undefined) aside(`  ${documented}: ${remedy}`);
  }
  if (verdict === "missing" && reason === undefined && subject !== "segment")
    aside("leave this chain out of its x-chains, or mark it as deprecated");
  const isTried = verdict === "differs" || verdict === "missing";
  if (isTried && request !== undefined) aside(`$ ${request}`);
}
