import { Argument } from "commander";
import { sleep } from "../../transport/internal.ts";
import { command, flag } from "../command.ts";
import { wholeNumberFrom } from "../flag_values.ts";
import type { Fields } from "../json.ts";
import { type OutputFlags, Printer } from "../output/printer.ts";
import { endpointOf, readSettings } from "../settings/connection.ts";
import type { Terminal } from "../terminal.ts";
import { type ProcessReading, readProcess } from "./read_process.ts";
import { columnsOf, type Round, rowsOf } from "./process_rows.ts";

/** The endpoint alone is of use. */
const ANY_CHAIN = { chains: ["delta"] } as const;

export const status = command({
  description:
    "Show the state of one or many processes of a service, from /readyz and /metrics: a table that refreshes on a terminal, elsewhere one reading. /metrics answers only this machine unless the service opens it.",
  arguments: [new Argument("[urls...]", "of processes; by default the endpoint of the settings")],
  flags: {
    interval: flag("--interval <seconds>", "time between readings", wholeNumberFrom(1, 3600), 2),
    once: flag("--once", "print one reading, and end with 1 if a process is not ready"),
  },
  examples: [
    "status http://127.0.0.1:8645",
    "status http://10.0.0.1:9645 http://10.0.0.2:9645 --once",
  ],
  hasTable: true,
  async run({ terminal, printer, flags }, urls: readonly string[]) {
    const endpoints =
      urls.length > 0 ? urls : [(await readSettings(terminal, {}, ANY_CHAIN)).endpoint];
    const addresses = [...new Set(endpoints.map((url) => endpointOf(url, "an address")))];
    const isOnce = flags.once ?? (!terminal.stdout.isTTY || printer.isForPrograms);
    let before = new Map<string, ProcessReading>();
    for (let isFirst = true; ; isFirst = false) {
      const readings = await Promise.all(addresses.map((url) => readProcess(url, terminal.clock)));
      if (!isOnce) await draw(terminal, flags, { readings, before });
      // Rates are of two readings.
      else if (!isFirst) {
        await printRound(printer, { readings, before });
        return requireReady(readings);
      }
      before = new Map(readings.map((reading) => [reading.url, reading]));
      await sleep(flags.interval * 1_000, terminal.clock, undefined);
    }
  },
});

/** Shows a round in the place of the one before. */
function draw(terminal: Terminal, flags: OutputFlags, round: Round): Promise<void> {
  return terminal.stdout.page((page) =>
    printRound(new Printer({ ...terminal, stdout: page, stderr: page }, flags), round),
  );
}

async function printRound(printer: Printer, round: Round): Promise<void> {
  for (const { url, failure, metrics } of round.readings) {
    if (failure !== undefined) printer.note(`${url} is not ready: ${failure}`);
    else if (!metrics)
      printer.note(
        `${url} has no /metrics for this machine: run this on its own, or give the address of its --metrics-port.`,
      );
  }
  const rows = rowsOf(round);
  const columns = columnsOf(rows);
  await printer.list(printer.isForPrograms ? rows : rows.map((row) => shown(row, columns)));
}

const rate = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)}/s`;

/** Formats of the figures for people. */
const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  headAge: (value) => `${value.toFixed(1)} s`,
  requests: rate,
  errors: rate,
  refused: rate,
  p99: (value) => (value < 1 ? `${value * 1_000} ms` : `${value} s`),
  memory: (value) => `${Math.round(value / 1e6)} MB`,
};

/** A row as people read it. */
function shown(row: Fields, columns: readonly string[]): Fields {
  const cells = columns.map((name) => {
    const value = row[name];
    if (name === "process") return [name, String(value).replace(/^\w+:\/\//, "")];
    return [name, typeof value === "number" ? (FORMATS[name]?.(value) ?? value) : value];
  });
  return Object.fromEntries(cells);
}

function requireReady(readings: readonly ProcessReading[]): void {
  const count = readings.filter(({ failure }) => failure !== undefined).length;
  if (count > 0) throw new Error(`${count} of ${readings.length} processes are not ready.`);
}
