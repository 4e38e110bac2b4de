/**
 * Runs programs one after the other in this process, and prints a line of JSON for each: what it printed, and whether it failed.
 * Its arguments are the programs, each as JSON. With `--exit` before them it then ends at once, else when nothing that the
 * programs left is running.
 */
import { pathToFileURL } from "node:url";
import { format, parseArgs } from "node:util";
import type { Ended } from "./cli/_process.ts";
import type { Program } from "./_run_programs.ts";

const { values, positionals } = parseArgs({
  options: { exit: { type: "boolean" } },
  allowPositionals: true,
});
const [node = ""] = process.argv;
const print = process.stdout.write.bind(process.stdout);
let printed = { stdout: "", stderr: "" };
for (const name of ["stdout", "stderr"] as const) {
  process[name].write = (text: string | Uint8Array, ...rest: unknown[]) => {
    printed[name] += typeof text === "string" ? text : Buffer.from(text).toString();
    const done = rest.at(-1);
    if (typeof done === "function") done();
    return true;
  };
}
for (const text of positionals) {
  const { file, args = [] } = JSON.parse(text) as Program;
  printed = { stdout: "", stderr: "" };
  process.argv = [node, file, ...args];
  const failure = await import(pathToFileURL(file).href).then(
    () => "",
    (error: unknown) => format(error),
  );
  const code = failure === "" ? Number(process.exitCode ?? 0) : 1;
  const ended: Ended = { code, stdout: printed.stdout, stderr: printed.stderr + failure };
  print(`${JSON.stringify(ended)}\n`);
  process.exitCode = 0;
}
if (values.exit) process.exit();
