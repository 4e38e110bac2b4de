import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const QUIET = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_SUPPRESS_NOTIFICATIONS: "true",
};

/** Runs a tool of the project in its folder; what it printed if it failed, else nothing. */
export function runTool(name: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const bin = join(ROOT, "node_modules/.bin", name);
    const child = spawn(bin, args, { cwd: ROOT, env: { ...process.env, ...QUIET } });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? "" : output || `${name} exited with ${code}`));
  });
}
