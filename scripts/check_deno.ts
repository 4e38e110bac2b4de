/**
 * Checks the demands of a registry of sources, with Deno, which npm fetches: that the package can be published, and that
 * everything exported has a doc comment and names no type that is not exported; and the types of the example for Deno.
 *
 * Types that follow from the specs are reached through the tables that are exported: their names do not count.
 */
import { lintFaults } from "./check/deno.ts";
import { readEntries } from "./check/entries.ts";
import { printVerdict } from "./print_verdict.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT, runProgram } from "./run_tool.ts";

const DENO = "deno@2.9.6";

readFlags("check_deno", {});

const entryPoints = (await readEntries(ROOT)).map(({ entryPoint }) => `src/${entryPoint}`);
const publish = await deno("publish", "--dry-run", "--allow-dirty");
printVerdict("deno publish --dry-run", publish.code === 0 ? "" : publish.output);
const example = await deno("check", "examples/deno/main.ts");
printVerdict("deno check examples/deno", example.code === 0 ? "" : example.output);
const lint = await deno("doc", "--lint", ...entryPoints);
printVerdict("deno doc --lint", lintFaults(lint.output, ROOT).join("\n"));

async function deno(...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const { code, stdout, stderr } = await runProgram("npx", ["-y", DENO, ...args], {
    NO_COLOR: "1",
  });
  return { code, output: stdout + stderr };
}
