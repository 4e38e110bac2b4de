/**
 * Checks what a registry of sources asks for, with Deno, which npm fetches: that the package can be published, and that
 * everything exported has a doc comment and names no type that is not exported; and the types of the example for Deno.
 *
 * Types that follow from the specs are reached through the tables that are exported: their names do not count.
 */
import { spawn } from "node:child_process";
import { readEntries } from "./check/entries.ts";
import { lintFaults } from "./check/deno.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT } from "./run_tool.ts";

const DENO = "deno@2.9.6";

readFlags("check_deno", {});

const entryPoints = (await readEntries(ROOT)).map(({ entryPoint }) => `src/${entryPoint}`);
const publish = await deno("publish", "--dry-run", "--allow-dirty");
tell("deno publish --dry-run", publish.code === 0 ? [] : [publish.output]);
const example = await deno("check", "examples/deno/main.ts");
tell("deno check examples/deno", example.code === 0 ? [] : [example.output]);
tell("deno doc --lint", lintFaults((await deno("doc", "--lint", ...entryPoints)).output, ROOT));

function tell(name: string, faults: readonly string[]): void {
  console.log(`${faults.length === 0 ? "ok  " : "FAIL"} ${name}`);
  if (faults.length === 0) return;
  console.error(faults.join("\n"));
  process.exitCode = 1;
}

function deno(...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: "1" };
    const child = spawn("npx", ["-y", DENO, ...args], { cwd: ROOT, env });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
