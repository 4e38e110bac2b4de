import { existsSync } from "node:fs";
import { placeOf, PROGRAMS } from "../../_programs.ts";
import { runProcess } from "./run_process.ts";

/**
 * Path of a Chromium: the one that `CHROMIUM_PATH` names, or the system's, installed on demand.
 *
 * @throws {Error} If there is none and it cannot be installed.
 */
export async function findChromium(): Promise<string> {
  const path = placeOf("Chromium");
  if (existsSync(path)) return path;
  try {
    await runProcess("apt-get", ["update", "-qq"], { cwd: "/" });
    await runProcess("apt-get", ["install", "-y", "-qq", PROGRAMS.Chromium.package], { cwd: "/" });
  } catch (cause) {
    const advice = "install Chromium, or name one in CHROMIUM_PATH";
    throw new Error(`Cannot find Chromium at ${path}, nor install it: ${advice}`, { cause });
  }
  return path;
}
