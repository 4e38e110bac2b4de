import { writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { SEGMENTS } from "../../chains/mod.ts";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { EXIT, ExitError } from "../exit_error.ts";
import { openClient, readSettings } from "../settings/connection.ts";
import { Printer } from "../output/printer.ts";
import { numberFrom } from "../flag_values.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";
import type { Finding } from "./probe.ts";

interface DoctorFlags extends ClientFlags {
  readonly patch?: string;
  readonly specs: string;
  readonly events: number;
  readonly verbose?: true;
}

/** The command `doctor`: compares a deployed service with the specs. */
export function doctorCommand(terminal: Terminal): Command {
  const command = clientCommand("doctor")
    .description(
      "Compare a service with the specs, using only reads within its rate limit. Exits with 1 if it differs from what the interface specifies.",
    )
    .argument("[endpoint]", "origin of the service, instead of --endpoint")
    .option(
      "--events <seconds>",
      "how long to wait for an event of each topic",
      numberFrom(0, 3_600),
      5,
    )
    .option("--verbose", "print probes that match the specs too")
    .option("--patch <file>", "write proposed changes of the specs, for git apply or patch -p1")
    .addOption(new Option("--specs <folder>", "folder of the specs to change").default("."))
    .action((endpoint: string | undefined, flags: DoctorFlags) =>
      runDoctor(terminal, endpoint === undefined ? flags : { ...flags, endpoint }),
    );
  return withExamples(
    command,
    "doctor https://api.example --chain {segment}",
    "doctor https://api.example --json | jq '.[].verdict'",
  );
}

async function runDoctor(terminal: Terminal, flags: DoctorFlags): Promise<void> {
  const chosen = flags.chain ?? terminal.env.ALPHADELTA_CHAIN;
  const segments = chosen === undefined ? Object.keys(SEGMENTS) : [chosen];
  const found: Finding[] = [];
  for (const chain of segments)
    found.push(...(await examineSegment(terminal, { ...flags, chain })));
  const printer = new Printer(terminal, flags);
  const { patch, findings } =
    flags.patch === undefined
      ? { patch: "", findings: found }
      : await (await import("./patch/propose_patch.ts")).proposePatch(found, flags.specs);
  if (flags.ndjson) for (const finding of findings) printer.item(withoutValues(finding));
  else if (flags.json) printer.value(findings.map(withoutValues));
  else
    (await import("./print_report.ts")).printReport(
      terminal,
      printer,
      findings,
      flags.verbose === true,
    );
  if (flags.patch !== undefined) await writePatch(printer, findings, flags.patch, patch);
  const broken = findings.filter(isBroken).length;
  if (broken > 0)
    throw new ExitError(
      EXIT.failed,
      `${broken} of ${findings.length} probes differ from what the interface specifies.`,
    );
}

async function examineSegment(
  terminal: Terminal,
  flags: DoctorFlags & { readonly chain: string },
): Promise<Finding[]> {
  const { segment, endpoint, apiKey } = await readSettings(terminal, flags);
  const client = await openClient(terminal, flags);
  const { examine } = await import("./examine.ts");
  const { stderr } = terminal;
  const clearLine = stderr.isTTY ? "\r\u001b[K" : "";
  try {
    return await examine({
      ...{ segment, endpoint, apiKey, client },
      eventSeconds: flags.events,
      onProbe: (done, total) => {
        if (stderr.isTTY) stderr.write(`\r${segment}: ${done} of ${total} probes\u001b[K`);
      },
      onWait: ({ url }) => stderr.write(`${clearLine}Still waiting for an answer of ${url}\n`),
    });
  } finally {
    stderr.write(clearLine);
  }
}

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

/** True if something specified by the interface is broken; a chain that is not served is no fault. */
function isBroken({ subject, verdict, reason, differences }: Finding): boolean {
  if (verdict === "missing") return subject !== "segment" && reason === undefined;
  return verdict === "differs" && differences.some(({ specified }) => specified);
}

/** Values of a service stay out of the report. */
function withoutValues(finding: Finding): object {
  const differences = finding.differences.map((one) => ({ ...one, value: undefined }));
  return { ...finding, differences };
}
