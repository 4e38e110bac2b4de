import { COMMAND_LINE } from "../cli/_command_line.ts";
import { type Running, runNodeWith } from "../cli/_process.ts";
import { seeded } from "../fault_proxy.ts";
import { type Disk, NOTHING_ELSE, type Survival } from "./_disk.ts";

/** Rounds of the tests, of which `npm run test:power` asks for more. */
export const ROUNDS = Number(process.env["POWER_ROUNDS"] ?? 1);
/** True where every moment of a loss is tried, and not the last one alone. */
export const IS_LONG = process.env["POWER_ROUNDS"] !== undefined;

export const random = seeded(Number(process.env["POWER_SEED"] ?? 1));

/** In every second round nothing but what was synchronised, in the others half of what was not too. */
export function survivalOf(round: number): Survival {
  return round % 2 === 0 ? NOTHING_ELSE : () => random() < 0.5;
}

/** Runs the command line with its files on a disk; with `at` it is killed before its synchronisation of that number. */
export function runOn(disk: Disk, args: readonly string[], at?: number): Running {
  const variables = { ...disk.variables(at), XDG_CONFIG_HOME: `${disk.folder}/settings` };
  return runNodeWith(variables, COMMAND_LINE, ...args);
}

/** Kills a program as a loss of power does. */
export async function kill(running: Running): Promise<void> {
  running.kill("SIGKILL");
  await running.ended;
}
